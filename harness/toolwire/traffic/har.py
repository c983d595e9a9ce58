"""HTTP archives, HAR 1.2 (ahmadnassri/har-spec versions/1.2.md, read 2026-11-21).

Browsers record everything; what can be a provider's answer is an entry whose request is a
POST, or whose response is JSON, an SSE stream, NDJSON or an Amazon event stream. The others
are passed over. Polly.JS (adapter-node-http 6.0.6) writes a list of base64, a piece for each chunk, where a body
came packed; some write the whole archive as YAML (sourcegraph/cody).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from toolwire.model.exchange import (
    Evidence,
    EvidenceLevel,
    Exchange,
    Headers,
    Request,
    Response,
)
from toolwire.traffic.bounded import from_base64, one_line, unpacked, without_coding
from toolwire.traffic.stored_text import bytes_of
from toolwire.traffic.unreadable import RefusedError, Unreadable

#: How gzip (RFC 1952) and zstd (RFC 8878) begin.
_MAGIC = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd")
_TYPES = ("json", "event-stream", "eventstream", "ndjson")


class _NameValue(msgspec.Struct):
    name: str
    value: str


class _PostData(msgspec.Struct):
    text: str | None = None


class _HarRequest(msgspec.Struct, rename="camel"):
    method: str
    url: str
    headers: list[_NameValue] = []
    post_data: _PostData | None = None


class _Content(msgspec.Struct, rename="camel"):
    mime_type: str | None = None
    text: str | None = None
    encoding: str | None = None
    size: float | None = None


class _HarResponse(msgspec.Struct):
    status: int
    headers: list[_NameValue] = []
    content: _Content = msgspec.field(default_factory=_Content)


class _Entry(msgspec.Struct, rename="camel"):
    request: _HarRequest
    response: _HarResponse
    started_date_time: str | None = None


class _Log(msgspec.Struct):
    entries: list[msgspec.Raw]


_LOG = msgspec.json.Decoder(_Log)
_CHUNKS = msgspec.json.Decoder(list[str])
_ENTRY = msgspec.json.Decoder(_Entry)


def from_document(log: bytes | msgspec.Raw, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield the exchanges of the `log` object of an archive.

    Args:
        log: JSON text of the member `log`.
        source: name of the file, for citations and reports.
    """
    try:
        entries = _LOG.decode(log).entries
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        yield Unreadable(source, "whole file", f"not a HAR: {one_line(error)}")
        return
    for number, text in enumerate(entries, start=1):
        position = f"entry {number}"
        try:
            entry = _ENTRY.decode(text)
            if _concerns_us(entry):
                yield _exchange(entry, f"{source} {position}")
        except RefusedError as error:
            yield Unreadable(source, position, str(error))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            yield Unreadable(source, position, f"not a HAR entry: {one_line(error)}")


def _concerns_us(entry: _Entry) -> bool:
    kind = (entry.response.content.mime_type or "").lower()
    return entry.request.method.upper() == "POST" or any(word in kind for word in _TYPES)


def _exchange(entry: _Entry, place: str) -> Exchange:
    request, answered = entry.request, entry.response
    text = request.post_data.text if request.post_data else None
    return Exchange(
        Request(
            request.method.upper(),
            request.url,
            without_coding(_headers(request.headers)),
            (text or "").encode(),
        ),
        Response(answered.status, without_coding(_headers(answered.headers)), _content(answered)),
        Evidence(EvidenceLevel.IMPORTED, place, entry.started_date_time),
    )


def _headers(pairs: list[_NameValue]) -> Headers:
    return tuple((pair.name, pair.value) for pair in pairs)


def _content(response: _HarResponse) -> bytes:
    if response.status <= 0:
        raise RefusedError("the browser got no response (status 0)")
    content = response.content
    if content.text is None:
        if content.size:
            raise RefusedError("the archive was saved without the response's content")
        return b""
    if content.encoding is None or not content.encoding:
        body = bytes_of(content.text)
    elif content.encoding.lower() != "base64":
        raise RefusedError(f"content encoding {one_line(content.encoding)!r} is not base64")
    elif content.text.startswith("["):
        body = _of_chunks(content.text)
    else:
        body = from_base64(content.text)
    # The format wants content unpacked; some proxies save the bytes as they came. Those that say
    # what they are, are unpacked; br and deflate do not, and are taken at the format's word.
    return unpacked(body, _headers(response.headers)) if body.startswith(_MAGIC) else body


def _of_chunks(text: str) -> bytes:
    """Return a body of which Polly.JS keeps each chunk, where it came packed."""
    try:
        chunks = _CHUNKS.decode(text)
    except msgspec.MsgspecError as error:
        raise RefusedError(f"the content is no list of base64: {one_line(error)}") from None
    return b"".join(map(from_base64, chunks))
