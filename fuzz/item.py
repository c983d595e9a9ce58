"""One input of the fuzzer: what it is for, and its bytes; and the form in which one is kept."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import (
    Chunk,
    Evidence,
    EvidenceLevel,
    Exchange,
    Fidelity,
    Request,
    Response,
    cut,
)

#: The key that is planted. Put together here, so that no file holds the shape of one.
KEY: Final = "sk-" + "proj-" + "Fz7Qm2Lw9Xc4Vb8Nt3Ky6Hd1Jp5Rs0GaTe"
#: What stands for it in an input that is kept.
_STAND_IN: Final = "@PLANTED-KEY@"


@dataclass(frozen=True, slots=True)
class Item:
    """One input.

    Attributes:
        target: name of the function that takes it (`fuzz.targets.TARGETS`).
        words: what that function has to know beside the bytes, for example a dialect.
        exchange: for targets that take an exchange.
        data: for targets that take a file or a stream.
    """

    target: str
    words: Mapping[str, str] = field(default_factory=dict)
    exchange: Exchange | None = None
    data: bytes = b""

    def as_json(self) -> JsonObject:
        """Return the input as a file keeps it."""
        form: JsonObject = {"target": self.target, "words": dict(self.words)}
        if self.data:
            form["data"] = _pieces(self.data)
        found = self.exchange
        if found is not None:
            form["fidelity"] = str(found.fidelity)
            form["response"] = {
                "status": found.response.status,
                "headers": [list(map(_hidden, pair)) for pair in found.response.headers],
                "body": _pieces(found.response.body),
                "chunks": [[c.at, len(c.data)] for c in found.response.chunks],
            }
            if found.request is not None:
                form["request"] = {
                    "method": found.request.method,
                    "url": _hidden(found.request.url),
                    "headers": [list(map(_hidden, pair)) for pair in found.request.headers],
                    "body": _pieces(found.request.body),
                }
        return form


def from_json(form: JsonObject) -> Item:
    """Return the input that a file keeps.

    Bodies are a list of pieces: a text, `{"base64": ...}`, or `{"text": ..., "times": n}`, so that
    a long one is a short file.
    """
    words = {str(k): str(v) for k, v in object_of(form.get("words")).items()}
    answer = object_of(form.get("response"))
    if not answer:
        return Item(str(form["target"]), words, data=_joined(form.get("data")))
    sent = object_of(form.get("request"))
    request = None
    if sent:
        request = Request(
            str(sent["method"]),
            _shown(str(sent["url"])),
            _headers(sent.get("headers")),
            _joined(sent.get("body")),
        )
    body = _joined(answer.get("body"))
    response = Response(
        int(str(answer["status"])),
        _headers(answer.get("headers")),
        body,
        _chunks(body, answer.get("chunks")),
    )
    return Item(
        str(form["target"]),
        words,
        Exchange(
            request,
            response,
            Evidence(EvidenceLevel.IMPORTED, "fuzz"),
            Fidelity(str(form.get("fidelity", "wire"))),
        ),
        _joined(form.get("data")),
    )


def _hidden(text: str) -> str:
    return text.replace(KEY, _STAND_IN)


def _shown(text: str) -> str:
    return text.replace(_STAND_IN, KEY)


def _pieces(data: bytes) -> list[Json]:
    try:
        return [_hidden(data.decode())]
    except UnicodeDecodeError:
        return [{"base64": base64.b64encode(data).decode()}]


def _joined(pieces: Json) -> bytes:
    return b"".join(map(_piece, items_of(pieces)))


def _piece(piece: Json) -> bytes:
    if isinstance(piece, str):
        return _shown(piece).encode()
    part = object_of(piece)
    if "base64" in part:
        return base64.b64decode(str(part["base64"]))
    return _shown(str(part["text"])).encode() * int(str(part["times"]))


def _headers(pairs: Json) -> tuple[tuple[str, str], ...]:
    found = [items_of(pair) for pair in items_of(pairs)]
    return tuple((_shown(str(name)), _shown(str(value))) for name, value in found)


def _chunks(body: bytes, marks: Json) -> tuple[Chunk, ...]:
    pairs = map(items_of, items_of(marks))
    return cut(body, ((float(str(at)), int(str(length))) for at, length in pairs))
