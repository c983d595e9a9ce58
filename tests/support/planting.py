"""A server that puts secrets wherever an answer has room, and a search for what is left of them."""

from __future__ import annotations

import asyncio
import gzip
import html
import random
import re
import string
import threading
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from toolwire.io.json_text import dump, parse
from toolwire.jobs.serve import Served, Server
from toolwire.jobs.serve.http import application, serving
from toolwire.model.conversation import Json
from toolwire.model.exchange import Request, Response
from toolwire.rules.mutate.edit import Frame, framing_of, put
from toolwire.rules.mutate.edit import Path as Place

__all__ = ["KEY", "SECRETS", "WAYS", "Planting", "Secret", "left_in", "planting"]

#: Shares of a secret of this length are searched for, whatever their case.
_RUN: Final = 12
#: Whoever cuts a text into pieces of this length has one that is within the share, wherever it is.
_PIECE: Final = _RUN // 2
_SIGNS = string.ascii_letters + string.digits


def _token(length: int, name: str) -> str:
    """Return random signs, a digit among them: the same in every process, others for each name."""
    return "".join(random.Random(name).choices(_SIGNS, k=length - 1)) + "7"


#: The key that the runs have; no form gives it away.
KEY: Final = _token(50, "key of the run")


@dataclass(frozen=True)
class Secret:
    """A text that holds a secret, and the part of it of which no run may be found anywhere."""

    text: str
    part: str
    run: int = _RUN


def _digits(number: str) -> str:
    return number * 3


def _jwt() -> str:
    head = b64encode(dump({"alg": "HS256", "typ": "JWT"})).decode().rstrip("=")
    return f"{head}.{_token(40, 'payload')}.{_token(43, 'signature')}"


def _whole(text: str) -> Secret:
    return Secret(text, text)


def _in_base64(text: str) -> Secret:
    # Three characters are four there, and two at each end may be shared with what stands beside.
    coded = b64encode(text.encode()).decode()
    return Secret(coded, coded.rstrip("="), _RUN * 4 // 3 + 4)


def _after(before: str, part: str, after: str = "") -> Secret:
    return Secret(f"{before}{part}{after}", part)


#: Put together here, so that no file holds the form of a secret.
SECRETS: Final[Mapping[str, Secret]] = {
    "key of the run": _whole(KEY),
    "key less its end": _whole(KEY[:-1]),
    "half of the key": _whole(KEY[: len(KEY) // 2]),
    "key in capitals": _after("you sent ", KEY.upper(), "!"),
    "key in base64": _in_base64(KEY),
    "key percent-encoded": Secret("".join(f"%{ord(c):02X}" for c in KEY), KEY),
    "key of OpenAI's form": _after(
        "Incorrect API key provided: ", "sk-" + "proj-" + _token(40, "OpenAI")
    ),
    "JWT": _whole(_jwt()),
    "e-mail": _whole("joan.of.arc.1412" + "@" + "orleans-cathedral.fr"),
    "organisation": _whole("org" + "-" + _token(24, "organisation")),
    "AWS key id": _whole("AK" + "IA" + _token(16, "AWS").upper()),
    "ARN": _after("arn:aws:iam" + "::", _digits("7319") + ":user/jane-at-acme", " may not"),
    "bearer": _after("authorization: Bearer ", _token(40, "bearer")),
    "private key": _after(
        "-----BEGIN " + "PRIVATE KEY-----\n", _token(60, "private"), "\n-----END PRIVATE KEY-----"
    ),
    "signed address": _after(
        "https://files.example.invalid/a?X-Amz-" + "Signature=", _token(60, "signed").lower()
    ),
    "cookie": _after("Set-Cookie: session" + "=", _token(40, "cookie"), "; Path=/; HttpOnly"),
}


def _leaves(value: Json, here: Place = ()) -> Iterator[Place]:
    items: Iterable[tuple[str | int, Json]]
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    else:
        if isinstance(value, str):
            yield here
        return
    for step, inner in items:
        yield from _leaves(inner, (*here, step))


def _objects(value: Json, here: Place = ()) -> Iterator[Place]:
    if isinstance(value, dict):
        yield here
        for step, inner in value.items():
            yield from _objects(inner, (*here, step))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _objects(inner, (*here, index))


class _Body:
    """The documents of a body: one, or those of a stream."""

    def __init__(self, body: bytes, *, stream: bool) -> None:
        self._write = None
        if stream:
            take, self._write = framing_of(body)
            self.frames: list[Frame] = take(body)
        else:
            self.frames = [(None, parse(body))]

    @property
    def documents(self) -> list[Json]:
        return [payload for _, payload in self.frames]

    def __bytes__(self) -> bytes:
        if self._write is None:
            return dump(self.frames[0][1])
        return b"".join(map(self._write, self.frames))


def _strings(body: _Body, number: int, text: str) -> None:
    """Put a text in place of one string, another one each time."""
    places = [(d, p) for d in body.documents for p in _leaves(d) if p]
    if places:
        document, place = places[number % len(places)]
        put(document, place, text)


def _names(body: _Body, number: int, text: str) -> None:
    """Add a member that is called so."""
    places = [(d, p) for d in body.documents for p in _objects(d)]
    if places:
        document, place = places[number % len(places)]
        put(document, (*place, text), number)


def _pieces(body: _Body, number: int, text: str) -> None:
    """Spread a text over the strings that stand at one place of successive events."""
    found: dict[tuple[str, ...], list[tuple[Json, Place]]] = {}
    for document in body.documents:
        for place in _leaves(document):
            if place and place[-1] not in {"type", "role", "event", "object", "id", "model"}:
                found.setdefault(tuple(map(str, place)), []).append((document, place))
    runs = [run for run in found.values() if len(run) > 1] or list(found.values())
    if not runs:
        return
    run = runs[number % len(runs)]
    size = -(-len(text) // len(run))
    for index, (document, place) in enumerate(run):
        put(document, place, text[index * size : (index + 1) * size])


def _members(body: _Body, number: int, text: str) -> None:
    """Add an array whose elements hold a text in pieces of seven."""
    places = [(d, p) for d in body.documents for p in _objects(d)]
    if places:
        document, place = places[number % len(places)]
        put(document, (*place, "parts"), [text[at : at + 7] for at in range(0, len(text), 7)])


_IN_BODY = {"string": _strings, "member": _names, "pieces": _pieces, "array": _members}
_HEADERS = ("x-request-id", "server", "location", "set-cookie", "content-type", "x-amzn-errortype")
#: Where a secret may be planted.
WAYS: Final = (*_IN_BODY, "header", "refusal", "no JSON", "cut off")


class Planting(Server):
    """A correct server of one dialect but for what it plants.

    Attributes:
        ways: where it plants, of `WAYS`; another one each time.
        kept: what it was asked and answered.
    """

    def __init__(self, dialect: str, ways: tuple[str, ...] = WAYS) -> None:
        super().__init__((dialect,))
        self.ways = ways
        self.kept: list[tuple[Request, Response]] = []
        self._numbers = count()

    def answer(self, request: Request) -> Served:
        """Answer with one secret somewhere."""
        served = super().answer(request)
        number = next(self._numbers)
        secret = tuple(SECRETS.values())[number % len(SECRETS)]
        way = self.ways[number // len(SECRETS) % len(self.ways)]
        response = _planted(served.response, way, number, secret.text)
        self.kept.append((request, response))
        return replace(served, response=response)


def _planted(response: Response, way: str, number: int, text: str) -> Response:
    if way == "header":
        name = _HEADERS[number % len(_HEADERS)]
        value = " ".join(text.split())
        kept = tuple((k, v) for k, v in response.headers if k.lower() != name)
        return replace(response, headers=(*kept, (name, value)))
    if way == "refusal":
        document = {"error": {"message": f"Incorrect key: {text}", "code": 401}, "message": text}
        headers = (("content-type", "application/json"),)
        return Response(401, headers, dump(document))
    if way == "no JSON":
        page = f"<html><body>{html.escape(text)} {quote(text)}</body></html>"
        return replace(response, status=502, body=page.encode())
    media = response.header("content-type") or ""
    stream = response.body[:1] == b"\0" or "json" not in media or "ndjson" in media
    try:
        body = _Body(response.body, stream=stream)
    except (ValueError, AssertionError):
        return response
    if way == "cut off":
        _strings(body, number, text)
        whole, planted = bytes(body), dump(text)[1:-1]
        # Cut short itself, a secret no longer has the form that gives it away.
        after = whole.rfind(planted) + len(planted) if planted in whole else 0
        return replace(response, body=whole[: max(after, len(whole) - len(whole) // 5)])
    _IN_BODY[way](body, number // (len(SECRETS) * len(WAYS)), text)
    return replace(response, body=bytes(body))


@contextmanager
def planting(server: Planting) -> Iterator[str]:
    """Serve on loopback in a thread; yields the address."""
    loop, stop, ready = asyncio.new_event_loop(), asyncio.Event(), threading.Event()
    urls: list[str] = []

    def known(url: str) -> None:
        urls.append(url)
        ready.set()

    run = serving(application(server), "127.0.0.1", 0, known, stop)
    thread = threading.Thread(target=lambda: loop.run_until_complete(run))
    thread.start()
    try:
        assert ready.wait(30)
        yield urls[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()


def left_in(folder: Path | None, *printed: bytes) -> list[str]:
    """Return where something is left of a secret: in a file below a folder, or in what was printed."""
    texts = {f"printed {number}": text for number, text in enumerate(printed)}
    for path in sorted(folder.rglob("*")) if folder is not None else ():
        if path.is_file():
            texts[str(path)] = path.read_bytes()
    runs = {
        secret.part[at : at + secret.run].lower(): name
        for name, secret in SECRETS.items()
        for at in range(max(1, len(secret.part) - secret.run + 1))
    }
    pattern = re.compile("|".join(map(re.escape, runs)))
    pieces = {run[at : at + _PIECE] for run in runs for at in range(len(run) - _PIECE + 1)}
    longest = max(map(len, runs))
    return [
        f"{where}: {runs[match[0]]}: {view[max(0, match.start() - 60) : match.end() + 20]}"
        for where, text in texts.items()
        for view in _views(text)
        # A share holds a whole piece, wherever the cuts are: only around those it is looked for.
        for at in range(0, len(view), _PIECE)
        if view[at : at + _PIECE] in pieces
        for match in [pattern.search(view, max(0, at - longest), at + longest)]
        if match
    ]


def _views(data: bytes) -> Iterator[str]:
    """Yield a text as it is, and with the escapes of files and pages undone."""
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    text = data.decode("utf-8", "replace").lower()
    yield text
    if "%" in text:
        yield unquote(text)
    if "&" in text:
        yield html.unescape(text)
    if "\\" in text:
        yield re.sub(r"\\u00([0-7][0-9a-f])", lambda m: chr(int(m[1], 16)), text).lower()
