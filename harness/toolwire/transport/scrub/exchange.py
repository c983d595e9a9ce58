"""What may be written of an exchange: headers and query parameters by allow-list, no secrets.

An allow-list, because a provider's next way of naming a key or an account is not known today.
In what is left, secrets get stand-ins of the same length (see `secret`), also where one is spread
over several events of a stream. Names of what was left out are kept, so that a cassette says
what it does not show.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from toolwire.io.framing.kind import is_messages
from toolwire.io.secrets.kind import cut_short
from toolwire.io.secrets.known import NOTHING, Known
from toolwire.io.secrets.search import FoundSecret, find, masked, random_tokens
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Headers, Request, Response, cut, marks_of
from toolwire.transport.scrub.cross_event import in_stream
from toolwire.transport.scrub.part import parts_of, put_back, resealed
from toolwire.transport.scrub.pieces import in_pieces, joined_pieces, keys
from toolwire.transport.scrub.replacement import Replacement, replacements, stood_for

_REQUEST_HEADERS = frozenset(
    {"accept", "anthropic-beta", "anthropic-version", "content-type", "openai-beta"}
)
_RESPONSE_HEADERS = frozenset(
    {
        "cache-control",
        "content-type",
        "date",
        "location",
        "openai-processing-ms",
        "openai-version",
        "request-id",
        "retry-after",
        "retry-after-ms",
        "server",
        "transfer-encoding",
        "x-amzn-errortype",
        "x-amzn-requestid",
        "x-request-id",
        "x-should-retry",
    }
)
#: Headers whose values are random by nature and give nothing away.
_RANDOM = frozenset({"request-id", "x-amzn-requestid", "x-request-id"})
#: Shorter values are no tokens.
_TOKEN = 24
#: Times that a body is looked at again once something was masked.
_MOST_ROUNDS = 4
_PART = re.compile(rb"[^/]+")
_WHOLE = re.compile(rb".+", re.DOTALL)
_QUERY = frozenset({"$alt", "alt", "api-version", "beta"})


@dataclass(frozen=True, slots=True)
class Hit:
    """A secret that stands where it must not.

    Attributes:
        place: `request/url`, `request/header[name]`, `response/body` with its first byte, ...
        kind: what kind of secret; the secret itself is told nowhere.
    """

    place: str
    kind: str


def scrub_url(url: str) -> tuple[str, tuple[str, ...]]:
    """Return the URL with allowed query parameters only, and the names of the others."""
    if "?" not in url and "@" not in url and "#" not in url:
        return url, ()
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", ("an address that is none",)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    query = urlencode([(name, value) for name, value in pairs if name in _QUERY], safe="$")
    dropped = [f"query {name}" for name, _ in pairs if name not in _QUERY]
    host = parts.netloc.rpartition("@")[2]
    if host != parts.netloc:
        dropped.append("user info of the URL")
    return urlunsplit((parts.scheme, host, parts.path, query, "")), tuple(dropped)


@dataclass(frozen=True, slots=True)
class Scrubbed:
    """An exchange as a file may hold it.

    Attributes:
        request: as it was asked.
        response: as it came.
        names: what was left out: headers, query parameters, kinds of secrets.
        stood_for: stand-in and what it stands for, of what was masked in the response's body: as
            spelled in the body, as spelled once JSON escapes are undone, and joined where it went
            over several events. Never a key of this run, and never two of one stand-in: whoever
            sends an answer back puts in what the server wrote, and nothing else.
    """

    request: Request
    response: Response
    names: frozenset[str]
    stood_for: tuple[Replacement, ...] = ()

    @property
    def pair(self) -> tuple[Request, Response]:
        """Return request and response."""
        return self.request, self.response


def scrub(request: Request, response: Response, values: Known = NOTHING) -> Scrubbed:
    """Return an exchange as a file may hold it, and the names of what was left out.

    Header names come out in lower case. Bodies keep their length and framing, so that chunk
    boundaries stay; scrubbing again changes nothing.

    Args:
        request: as it was asked, without the key of the transport.
        response: as it came.
        values: keys of this run, and what else of the account is known.
    """
    scrubber = _Scrubber.of(_all(request, response), (request.body, response.body), values)
    sent = Request(
        request.method,
        scrubber.url(request.url),
        scrubber.headers(request.headers, _REQUEST_HEADERS),
        scrubber.body(request.body),
    )
    headers = scrubber.headers(response.headers, _RESPONSE_HEADERS)
    scrubber.replacements.clear()
    body = scrubber.body(response.body)
    chunks = response.chunks if body is response.body else cut(body, marks_of(response.chunks))
    came = Response(response.status, headers, body, chunks, broken_off=response.broken_off)
    return Scrubbed(sent, came, frozenset(scrubber.names), stood_for(scrubber.replacements, values))


def secrets_in(body: bytes) -> Iterator[bytes]:
    """Yield the secrets that stand in a body: in the open, in pieces, or spread over events."""
    in_pieces_too = cut_short(body)
    scrubber = _Scrubber(NOTHING, suspicious=True, pieces=in_pieces_too)
    scrubber.once(body)
    yield from (raw for _, raw in scrubber.replacements)
    # What is found in pieces is masked first, and no stand-in of it goes back to anybody: it is not
    # among the replacements, though the whole of it may stand in one piece.
    for text in _joined(body) if in_pieces_too else ():
        yield from (text[one.start : one.end] for one in keys(find(text)))


def as_written(request: Request) -> tuple[str, bytes]:
    """Return URL and body of a request as a cassette holds them, for comparing the two."""
    scrubber = _Scrubber.of(b'"'.join((_raw(request.url), request.body)), (request.body,), NOTHING)
    return scrubber.url(request.url), scrubber.body(request.body)


def _all(request: Request, response: Response) -> bytes:
    headers = (text for side in (request, response) for one in side.headers for text in one)
    head = '"'.join((request.url, *headers)).encode("utf-8", "surrogatepass")
    # A quote ends every secret.
    return b'"'.join((head, request.body, response.body))


def _raw(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _joined(body: bytes) -> Iterator[bytes]:
    """Yield the texts that the pieces of a body make, and those of its packed documents."""
    for text in (body, _unpacked(body)):
        if text:
            yield from joined_pieces(text)


def _unpacked(body: bytes) -> bytes:
    """Return the packed documents of a body, one a line; nothing where there are none."""
    return (
        b"\n".join(part.text for part in parts_of(body) if part.packed)
        if is_messages(body)
        else b""
    )


def _repacked(body: bytes, texts: bytes) -> bytes:
    """Return the body with other packed documents, each as long as what was there."""
    parts = [part for part in parts_of(body) if part.packed]
    ends = accumulate(len(part.text) + 1 for part in parts)
    cut = [texts[end - 1 - len(part.text) : end - 1] for end, part in zip(ends, parts, strict=True)]
    return put_back(body, parts, cut)


class _Scrubber:
    """Scrubs the pieces of one exchange and collects what it took out.

    Args:
        values: see `scrub`.
        suspicious: something stands in the open; False spares looking again.
        pieces: something stands in pieces; the same.
    """

    def __init__(self, values: Known, *, suspicious: bool, pieces: bool) -> None:
        self._values = values
        self._suspicious, self._pieces = suspicious, pieces
        self.names: set[str] = set()
        self.replacements: list[Replacement] = []

    @classmethod
    def of(cls, everything: bytes, bodies: Iterable[bytes], values: Known) -> _Scrubber:
        """Return one that knows where to look: one look at all costs a tenth of one at each."""
        pieces: tuple[bytes, ...] = ()
        if values.values or cut_short(everything):
            pieces = tuple(piece for body in bodies for piece in _joined(body))
        # A quote ends every secret.
        found = find(b'"'.join((everything, *pieces)), values)
        open_ones = any(one.start < len(everything) for one in found)
        in_pieces_too = any(one.end > len(everything) for one in keys(found))
        return cls(values, suspicious=open_ones, pieces=in_pieces_too)

    def url(self, url: str) -> str:
        shown, dropped = scrub_url(url)
        self.names.update(map(self._text, dropped))
        return self._text(shown)

    def headers(self, headers: Headers, allowed: frozenset[str]) -> Headers:
        lowered = [(name.lower(), value) for name, value in headers]
        self.names.update(
            f"header {self._text(name)}" for name, _ in lowered if name not in allowed
        )
        return tuple(
            (name, self._header(name, value)) for name, value in lowered if name in allowed
        )

    def _header(self, name: str, value: str) -> str:
        text = self.url(value) if name == "location" else self._text(value)
        if name in _RANDOM or len(text) < _TOKEN:
            return text
        return self._marked(text, list(_tokens(name, _raw(text))))

    def _text(self, text: str) -> str:
        if not self._suspicious:
            return text
        return self._marked(text, find(_raw(text), self._values))

    def _marked(self, text: str, found: list[FoundSecret]) -> str:
        if not found:
            return text
        self.names.update(one.kind for one in found)
        raw = _raw(text)
        return masked(raw, found).decode("utf-8", "surrogatepass")

    def body(self, body: bytes) -> bytes:
        # What stands beside a stand-in may look like a secret once more.
        for _ in range(_MOST_ROUNDS):
            clean = self.once(body)
            if clean == body:
                break
            body = clean
        return body

    def once(self, body: bytes) -> bytes:
        """Return a body with stand-ins for what one look finds."""
        # What is spread first: its beginning alone may look like a secret, and masked in the
        # open it would no longer show that it goes on in the next event.
        body = self._in_pieces(self._spread(body))
        found = find(body, self._values) if self._suspicious else []
        if not found:
            return body
        clean = masked(body, found)
        self._note(found, replacements(body, clean, found))
        return resealed(body, clean)

    def _spread(self, body: bytes) -> bytes:
        parts = parts_of(body)
        if not parts:
            return body
        texts = [part.text for part in parts]
        spread = in_stream(parts, texts, self._values)
        self.names |= spread.kinds
        self.replacements += spread.replacements
        return put_back(body, parts, texts) if spread.kinds else body

    def _in_pieces(self, body: bytes) -> bytes:
        if not self._pieces:
            return body
        clean, found = in_pieces(body, self._values)
        body = resealed(body, clean)
        packed = _unpacked(body)
        clean, more = in_pieces(packed, self._values) if packed else (packed, [])
        self._note([*found, *more])
        return _repacked(body, clean) if more else body

    def _note(self, found: list[FoundSecret], pairs: Iterable[Replacement] = ()) -> None:
        self.names.update(one.kind for one in found)
        self.replacements += pairs


def hits(request: Request, response: Response, *, closely: bool = True) -> Iterator[Hit]:
    """Yield what `scrub` would still take out: nothing for an exchange that it made.

    Args:
        request: as it stands in a file.
        response: the same.
        closely: look for what is spread over several events too.
    """
    yield from _of_headers("request", request.headers, _REQUEST_HEADERS)
    yield from _of_headers("response", response.headers, _RESPONSE_HEADERS)
    yield from (Hit("request/url", name) for name in scrub_url(request.url)[1])
    if find(_all(request, response)):
        yield from _in_the_open(request, response)
    for side, body in (("request", request.body), ("response", response.body)) if closely else ():
        parts = parts_of(body)
        texts = [part.text for part in parts]
        kinds = in_stream(parts, texts, NOTHING).kinds if parts else frozenset[str]()
        yield from (Hit(f"{side}/body over several events", kind) for kind in sorted(kinds))
        pieces = in_pieces(body, NOTHING)[1] if cut_short(body) else ()
        if pieces and not kinds and not find(body):
            yield Hit(f"{side}/body in pieces", pieces[0].kind)


def _of_headers(side: str, headers: Headers, allowed: frozenset[str]) -> Iterator[Hit]:
    for name, value in headers:
        place = f"{side}/header[{name.lower()}]"
        if name.lower() not in allowed:
            yield Hit(place, "a header that is not kept")
            continue
        if name.lower() == "location":
            yield from (Hit(place, dropped) for dropped in scrub_url(value)[1])
        if name.lower() not in _RANDOM:
            yield from (Hit(place, one.kind) for one in _tokens(name.lower(), _raw(value)))


def _tokens(name: str, value: bytes) -> Iterator[FoundSecret]:
    """Yield the random tokens of a header's value; in an address, of each part of its path."""
    parts = _PART.finditer(value) if name == "location" else _WHOLE.finditer(value)
    for part in parts:
        for one in random_tokens(part[0]):
            yield FoundSecret(part.start() + one.start, part.start() + one.end, one.kind)


def _in_the_open(request: Request, response: Response) -> Iterator[Hit]:
    places = [("request/url", _raw(request.url))]
    for side, headers, body in (
        ("request", request.headers, request.body),
        ("response", response.headers, response.body),
    ):
        for name, value in headers:
            raw = _raw(value)
            places.append((f"{side}/header[{name.lower()}]", raw))
        places.append((f"{side}/body", body))
    for place, text in places:
        yield from (Hit(f"{place} byte {one.start}", one.kind) for one in find(text))


def refuse_keys(text: bytes, where: str, values: Known = NOTHING) -> None:
    """Refuse to write anything that looks like a secret: the guard behind `scrub`.

    Raises:
        ToolwireError: it does; the message does not repeat it.
    """
    for one in find(text, values):
        raise ToolwireError(
            f"not written: something secret ({one.kind}) stands at byte {one.start}",
            where=where,
            hint="report it: scrubbing has to take it out",
        )
