"""Recordings of the Azure SDKs' test proxy, with which OpenAI's .NET library records too.

A JSON object of `Entries`, each {RequestUri, RequestMethod, RequestHeaders, RequestBody, StatusCode,
ResponseHeaders, ResponseBody}. A body whose content type is JSON is kept parsed, one of text as a
string or as a list of its lines, any other as base64 (tests/SessionRecords of openai/openai-dotnet
at 30ea2d0a; Azure/azure-sdk-tools, RecordEntry.cs; read 2026-11-24).
"""

from __future__ import annotations

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
from toolwire.traffic.unreadable import RefusedError
from toolwire.traffic.value_count import refuse_too_many

#: The member that makes a document one of these recordings.
ENTRIES = "Entries"

_NULL = b"null"
_TEXTS = ("text/", "application/x-www-form-urlencoded", "application/x-ndjson")


class _ProxyEntry(msgspec.Struct, rename="pascal"):
    request_uri: str
    request_method: str
    status_code: int
    request_headers: dict[str, str | list[str]] = {}
    request_body: msgspec.Raw = msgspec.Raw(_NULL)
    response_headers: dict[str, str | list[str]] = {}
    response_body: msgspec.Raw = msgspec.Raw(_NULL)


_ENTRY = msgspec.json.Decoder(_ProxyEntry)
_TEXT = msgspec.json.Decoder(str | list[str])


def from_entry(item: msgspec.Raw, place: str) -> Exchange:
    """Return the exchange of an entry; `place` cites it.

    Raises:
        RefusedError: it cannot be read, and why.
    """
    try:
        str(item, "utf-8")  # bodies are cut out without being looked at
        return _exchange(_ENTRY.decode(item), place)
    except RecursionError:
        raise RefusedError("not JSON: nested too deeply") from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise RefusedError(f"not an entry of the test proxy: {one_line(error)}") from None


def _exchange(entry: _ProxyEntry, place: str) -> Exchange:
    asked, headers = _headers(entry.request_headers), _headers(entry.response_headers)
    sent, _ = _body(bytes(entry.request_body), asked)
    body, is_parsed = _body(bytes(entry.response_body), headers)
    answer = Response(entry.status_code, without_coding(headers), unpacked(body, headers))
    return Exchange(
        request=Request(
            entry.request_method.upper(), entry.request_uri, without_coding(asked), sent
        ),
        response=answer,
        evidence=Evidence(EvidenceLevel.IMPORTED, place, iso_date(answer.header("date"))),
        fidelity=Fidelity.PARSED if is_parsed else Fidelity.WIRE,
    )


def _headers(kept: dict[str, str | list[str]]) -> Headers:
    return tuple(
        (name, value)
        for name, values in kept.items()
        for value in (values if isinstance(values, list) else [values])
    )


def _body(kept: bytes, headers: Headers) -> tuple[bytes, bool]:
    """Return a body, and whether it was kept as parsed JSON."""
    if kept == _NULL:
        return b"", False
    kind = next((value for name, value in headers if name.lower() == "content-type"), "").lower()
    if kept[:1] == b"{" or "json" in kind.replace("ndjson", ""):
        return kept, True
    if kept[:1] not in {b'"', b"["}:
        return kept, True
    refuse_too_many(kept, whole=True)
    text = _TEXT.decode(kept)
    if isinstance(text, list):
        return bytes_of("".join(text)), False
    return bytes_of(text) if kind.startswith(_TEXTS) or not kind else from_base64(text), False
