"""Recordings of Azure's test proxy, a JSON object whose `Entries` are exchanges (.NET, Python, Java).

An entry is {RequestUri, RequestMethod, RequestHeaders, RequestBody, StatusCode, ResponseHeaders,
ResponseBody}. A body in JSON is kept parsed, text as it is or as the list of its lines, everything
else in base64 (tests/SessionRecords of openai/openai-dotnet at 4a51bc9d and 04eb997d, read
2026-11-24; SerializeBody in RecordEntry.cs of Azure/azure-sdk-tools). `Sanitized` stands where
secrets, and in some projects ids, were.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

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
from toolwire.traffic.bounded import from_base64, iso_date, one_line, unpacked, without_coding
from toolwire.traffic.stored_text import bytes_of
from toolwire.traffic.unreadable import RefusedError, Unreadable
from toolwire.traffic.value_count import refuse_too_many

#: The member of a document that holds the exchanges.
ENTRIES: Final = "Entries"

_NULL: Final = b"null"
_SANITIZED: Final = b'"Sanitized"'
#: What the media type of a body has in it that the proxy keeps as text.
_TEXTUAL: Final = ("text/", "json", "xml", "javascript", "x-www-form-urlencoded")

_ITEMS = msgspec.json.Decoder(list[msgspec.Raw])
_TEXT = msgspec.json.Decoder(str)
_TEXTS = msgspec.json.Decoder(list[str])


class _ProxyEntry(msgspec.Struct, rename="pascal"):
    request_uri: str
    request_method: str
    status_code: int
    request_headers: dict[str, str | list[str]] | None = None
    request_body: msgspec.Raw = msgspec.Raw(_NULL)
    response_headers: dict[str, str | list[str]] | None = None
    response_body: msgspec.Raw = msgspec.Raw(_NULL)


_ENTRY = msgspec.json.Decoder(_ProxyEntry)


def from_entries(entries: msgspec.Raw, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield the exchange of each entry of a recording.

    Args:
        entries: the list.
        source: the name of the file, for citations and reports.
    """
    for number, entry in enumerate(_ITEMS.decode(entries), start=1):
        try:
            yield _exchange(entry, f"{source} entry {number}")
        except RefusedError as error:
            yield Unreadable(source, f"entry {number}", str(error))


def _exchange(item: msgspec.Raw, place: str) -> Exchange:
    try:
        str(item, "utf-8")  # bodies are cut out without being looked at
        entry = _ENTRY.decode(item)
        asked, answered = _headers(entry.request_headers), _headers(entry.response_headers)
        stored = bytes(entry.response_body)
        request = Request(
            entry.request_method.upper(),
            entry.request_uri,
            without_coding(asked),
            _body(bytes(entry.request_body), asked),
        )
        body = unpacked(_body(stored, answered), answered)
    except RecursionError:
        raise RefusedError("not JSON: nested too deeply") from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise RefusedError(f"not an entry of the test proxy: {one_line(error)}") from None
    response = Response(entry.status_code, without_coding(answered), body)
    dated = Evidence(EvidenceLevel.IMPORTED, place, iso_date(response.header("date")))
    return Exchange(request, response, dated, _fidelity(stored))


def _fidelity(stored: bytes) -> Fidelity:
    if _SANITIZED in stored:
        return Fidelity.NORMALISED
    return Fidelity.PARSED if stored[:1] == b"{" else Fidelity.WIRE


def _headers(values: dict[str, str | list[str]] | None) -> Headers:
    return tuple(
        (name, value)
        for name, entry in (values or {}).items()
        for value in (entry if isinstance(entry, list) else [entry])
    )


def _body(stored: bytes, headers: Headers) -> bytes:
    """Return a body that stands there as JSON, as text, as lines or in base64."""
    if stored == _NULL:
        return b""
    if stored[:1] == b"[":
        # A list is never the body itself: the proxy writes one in JSON as text.
        refuse_too_many(stored, whole=True)
        return bytes_of("".join(_TEXTS.decode(stored)))
    if stored[:1] != b'"':
        return stored
    text = _TEXT.decode(stored)
    if _is_text(headers):
        return bytes_of(text)
    try:
        return from_base64(text)
    except RefusedError:
        # What somebody wrote over a body that is no text, as `Sanitized`.
        return bytes_of(text)


def _is_text(headers: Headers) -> bool:
    kinds = [value.lower() for name, value in headers if name.lower() == "content-type"]
    return any(word in kind for kind in kinds for word in _TEXTUAL)
