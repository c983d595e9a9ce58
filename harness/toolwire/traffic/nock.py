"""Recordings of nock, which stands in for servers in tests of Node: a JSON list of definitions.

A definition is {scope, method, path, body, status, response, rawHeaders, responseIsBinary}. Bodies
in JSON are kept parsed, others as text; of an answer that came packed each piece stands in
hexadecimal in a list, and of one that is no text all of it in one string. `rawHeaders` is a list of
names and values by turns, or an object (elastic/elastic-otel-node at 05b8f947,
packages/instrumentation-openai/test/fixtures/nock-recordings, read 2026-11-23).
"""

from __future__ import annotations

import re

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
from toolwire.traffic.bounded import iso_date, one_line, unpacked, without_coding
from toolwire.traffic.stored_text import bytes_of
from toolwire.traffic.unreadable import RefusedError
from toolwire.traffic.value_count import refuse_too_many

_MEMBERS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_OWN = frozenset({"scope", "path", "status", "response"})
_ITEMS = msgspec.json.Decoder(list[str])
_TEXT = msgspec.json.Decoder(str)
_NULL = b"null"
#: The port that a scope names although its scheme says it.
_SAID_PORT = re.compile(r"(?<=^https://)([^/]+):443$|(?<=^http://)([^/]+):80$")


class _Definition(msgspec.Struct, rename="camel"):
    scope: str
    path: str
    status: int
    response: msgspec.Raw
    method: str = "GET"
    body: msgspec.Raw = msgspec.Raw(_NULL)
    raw_headers: list[str] | dict[str, str | list[str]] = []
    response_is_binary: bool = False


_DEFINITION = msgspec.json.Decoder(_Definition)


def is_definition(item: msgspec.Raw) -> bool:
    """Return whether an item of a list is one of nock's."""
    try:
        return _OWN.issubset(_MEMBERS.decode(item))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False


def from_definition(item: msgspec.Raw, place: str) -> Exchange:
    """Return the exchange of a definition; `place` cites it.

    Raises:
        RefusedError: it cannot be read, and why.
    """
    try:
        str(item, "utf-8")  # bodies are cut out without being looked at
        definition = _DEFINITION.decode(item)
        return _exchange(definition, place)
    except RecursionError:
        raise RefusedError("not JSON: nested too deeply") from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise RefusedError(f"not a definition of nock: {one_line(error)}") from None


def _exchange(definition: _Definition, place: str) -> Exchange:
    headers = _headers(definition.raw_headers)
    answer = Response(definition.status, headers, b"")
    stored = bytes(definition.response)
    is_hexadecimal = definition.response_is_binary or (
        stored[:1] == b"[" and answer.header("content-encoding") is not None
    )
    body = _from_hexadecimal(stored) if is_hexadecimal else _body(stored)
    is_parsed = not is_hexadecimal and stored[:1] != b'"' and bool(body)
    address = _SAID_PORT.sub(lambda found: found[1] or found[2], definition.scope)
    return Exchange(
        request=Request(
            definition.method.upper(),
            f"{address}{definition.path}",
            (),
            _body(bytes(definition.body)),
        ),
        response=Response(definition.status, without_coding(headers), unpacked(body, headers)),
        evidence=Evidence(EvidenceLevel.IMPORTED, place, iso_date(answer.header("date"))),
        fidelity=Fidelity.PARSED if is_parsed else Fidelity.WIRE,
    )


def _headers(raw: list[str] | dict[str, str | list[str]]) -> Headers:
    if isinstance(raw, dict):
        return tuple(
            (name, value)
            for name, values in raw.items()
            for value in (values if isinstance(values, list) else [values])
        )
    return tuple(zip(raw[::2], raw[1::2], strict=False))


def _body(stored: bytes) -> bytes:
    """Return a body that is text, or parsed JSON; nock writes an empty text where there is none."""
    if stored == _NULL:
        return b""
    return bytes_of(_TEXT.decode(stored)) if stored[:1] == b'"' else stored


def _from_hexadecimal(stored: bytes) -> bytes:
    if stored[:1] == b"[":
        refuse_too_many(stored, whole=True)
        pieces = _ITEMS.decode(stored)
    else:
        pieces = [_TEXT.decode(stored)]
    try:
        return b"".join(map(bytes.fromhex, pieces))
    except ValueError as error:
        raise RefusedError(f"a body is not hexadecimal: {one_line(error)}") from None
