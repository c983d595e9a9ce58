"""Traces of httprr, which records for Go's tests (golang.org/x and tmc/langchaingo).

`httprr trace v1` on a line, then for each exchange a line with two lengths in bytes and that many
bytes of the request and of the response, as Go's `Request.WriteProxy` and `Response.Write` spell
them: the whole address in the request line, bodies as they came but for a coding that Go's client
undid (internal/httprr/rr.go of tmc/langchaingo, read 2026-11-23). Recorders change headers after
that, so line ends of heads may be CRLF, LF or both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Headers, Request, Response
from toolwire.traffic.bounded import (
    ByteStream,
    iso_date,
    one_line,
    read_all,
    unpacked,
    without_coding,
)
from toolwire.traffic.unreadable import ForeignError, RefusedError, Unreadable

#: What the first line of a trace says.
FIRST_LINE = b"httprr trace v1"

_WHOLE = "whole file"
_LENGTHS = re.compile(rb"([0-9]{1,9}) ([0-9]{1,9})\r?\n")
_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
_LINE_END = re.compile(r"\r?\n")
_STATUS = re.compile(r"HTTP/[0-9.]+ ([1-9][0-9]{2})(?: .*)?")
_CHUNK = re.compile(rb"([0-9a-fA-F]{1,8})(?:;[^\r\n]*)?\r?\n")


def read(stream: ByteStream, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield every exchange of a trace.

    Args:
        stream: the file.
        source: its name, for citations and reports.
    """
    try:
        text = read_all(stream)
        first, _, records = text.partition(b"\n")
        if first.rstrip(b"\r") != FIRST_LINE:
            raise ForeignError("not a trace of httprr: another first line")
    except RefusedError as error:
        yield Unreadable(source, _WHOLE, str(error), isinstance(error, ForeignError))
        return
    yield from _records(records, source)


def _records(text: bytes, source: str) -> Iterator[Exchange | Unreadable]:
    at, number = 0, 0
    while at < len(text):
        number += 1
        lengths = _LENGTHS.match(text, at)
        middle = lengths.end() + int(lengths[1]) if lengths else 0
        end = middle + int(lengths[2]) if lengths else 0
        if lengths is None or end > len(text):
            reason = "the lengths of an exchange are not there, or longer than the rest of the file"
            yield Unreadable(source, f"exchange {number}", reason)
            return
        try:
            yield _exchange(text[lengths.end() : middle], text[middle:end], f"{source} #{number}")
        except RefusedError as error:
            yield Unreadable(source, f"exchange {number}", str(error))
        at = end


def _exchange(asked: bytes, answered: bytes, place: str) -> Exchange:
    request, response = _request(asked), _response(answered)
    recorded_at = iso_date(response.header("date"))
    return Exchange(request, response, Evidence(EvidenceLevel.IMPORTED, place, recorded_at))


def _request(message: bytes) -> Request:
    line, headers, body = _parts(message, "request")
    words = line.split(" ")
    if len(words) != 3:
        raise RefusedError(f"no request line: {one_line(line)!r}")
    return Request(words[0].upper(), words[1], headers, body)


def _response(message: bytes) -> Response:
    line, headers, body = _parts(message, "response")
    status = _STATUS.fullmatch(line)
    if status is None:
        raise RefusedError(f"no status line: {one_line(line)!r}")
    return Response(int(status[1]), headers, body)


def _parts(message: bytes, which: str) -> tuple[str, Headers, bytes]:
    """Return the first line, the headers and the body without the codings of either."""
    end = _END_OF_HEAD.search(message)
    if end is None:
        raise RefusedError(f"the head of the {which} has no end")
    first, *lines = _LINE_END.split(message[: end.start()].decode("latin-1"))
    pairs = [line.partition(":") for line in lines]
    headers = tuple((name.strip(), value.strip()) for name, colon, value in pairs if colon)
    body = message[end.end() :]
    if any(n.lower() == "transfer-encoding" and "chunked" in v.lower() for n, v in headers):
        body = _unchunked(body)
    return first, without_coding(headers), unpacked(body, headers)


def _unchunked(body: bytes) -> bytes:
    """Undo HTTP/1.1's chunks (RFC 9112, 7.1); trailers are passed over."""
    pieces: list[bytes] = []
    at = 0
    while chunk := _CHUNK.match(body, at):
        size = int(chunk[1], 16)
        if not size:
            return b"".join(pieces)
        pieces.append(body[chunk.end() : chunk.end() + size])
        at = chunk.end() + size
        at += 2 if body.startswith(b"\r\n", at) else 1
    raise RefusedError("a chunked body is cut off or malformed")
