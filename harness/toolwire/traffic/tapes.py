"""Tapes of huggingface.js: one JSON object whose members are exchanges, each under a hash.

A tape is {url, init {method, headers, body}, response {body, status, statusText, headers}}
(packages/inference/test/vcr.ts of huggingface/huggingface.js at 0339a9de, read 2026-11-24). A body
that is text stands as it came, another is left out; older tapes keep no request body, and some have
no `init`. A body may be a data address in base64.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from toolwire.model.exchange import (
    Evidence,
    EvidenceLevel,
    Exchange,
    Fidelity,
    Headers,
    Request,
    Response,
)
from toolwire.traffic.bounded import from_base64, one_line, unpacked, without_coding
from toolwire.traffic.stored_text import bytes_of
from toolwire.traffic.unreadable import RefusedError, Unreadable
from toolwire.traffic.value_count import refuse_too_many

_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_OWN = frozenset({"url", "response"})
_PACKED = "data:application/octet-stream;base64,"


class _Init(msgspec.Struct):
    method: str = "GET"
    headers: dict[str, str] | None = None
    body: str | None = None


class _Answer(msgspec.Struct):
    status: int
    body: str | None = None
    headers: dict[str, str] | None = None


class _Tape(msgspec.Struct):
    url: str
    response: _Answer
    init: _Init | None = None


_TAPE = msgspec.json.Decoder(_Tape)


def are_tapes(members: Mapping[str, msgspec.Raw]) -> bool:
    """Return whether the members of a document are tapes, told by the first of them."""
    first = next(iter(members.values()), None)
    if first is None or not bytes(first).startswith(b"{"):
        return False
    try:
        return _OWN.issubset(_MEMBERS.decode(first))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False


def from_tapes(members: Mapping[str, msgspec.Raw], source: str) -> Iterator[Exchange | Unreadable]:
    """Yield every exchange of a document of tapes."""
    for number, tape in enumerate(members.values(), start=1):
        position = f"tape {number}"
        try:
            yield _exchange(tape, f"{source} {position}")
        except RefusedError as error:
            yield Unreadable(source, position, str(error))


def _exchange(raw: msgspec.Raw, place: str) -> Exchange:
    refuse_too_many(bytes(raw), whole=True)
    try:
        tape = _TAPE.decode(raw)
    except msgspec.MsgspecError as error:
        raise RefusedError(f"no tape: {one_line(error)}") from None
    init, answer = tape.init or _Init(), tape.response
    asked, told = _headers(init.headers), _headers(answer.headers)
    body = _bytes(answer.body)
    return Exchange(
        request=Request(init.method.upper(), tape.url, without_coding(asked), _bytes(init.body)),
        response=Response(answer.status, without_coding(told), unpacked(body, told)),
        evidence=Evidence(EvidenceLevel.IMPORTED, place, None),
        fidelity=Fidelity.WIRE,
    )


def _headers(headers: dict[str, str] | None) -> Headers:
    return tuple((headers or {}).items())


def _bytes(body: str | None) -> bytes:
    if body is None:
        return b""
    if body.startswith(_PACKED):
        return from_base64(body.removeprefix(_PACKED))
    return bytes_of(body)
