"""Bodies of requests and responses: their JSON, their first bytes, their media type."""

from __future__ import annotations

from typing import Final

from toolwire.io.framing.kind import start_of
from toolwire.io.json_text import JsonError, dump, parse, raw_slice
from toolwire.model.conversation import Json
from toolwire.model.exchange import Request, Response
from toolwire.model.reply import ABSENT, Absent

#: First bytes of a body that is server-sent events.
SSE_STARTS: Final = (b"data:", b"event:", b":", b"id:", b"retry:")
#: First bytes of a body that is JSON; a text or a number alone answers no request.
JSON_STARTS: Final = (b"{", b"[")


def json_of(text: bytes | str) -> Json | Absent:
    """Parse a text; ABSENT when it is not JSON."""
    try:
        return parse(text)
    except JsonError:
        return ABSENT


def sent_of(request: Request | None) -> Json:
    """Return a request's body as JSON; None when there is none that can be read."""
    if request is None or not request.body:
        return None
    try:
        return parse(request.body)
    except JsonError:
        return None


def read_body(data: bytes) -> tuple[Json | Absent, str | None]:
    """Parse a blocking body: its value and None, or ABSENT and why it is not JSON."""
    try:
        return parse(data), None
    except JsonError as error:
        return ABSENT, str(error)


def slice_of(document: bytes, path: tuple[str | int, ...]) -> bytes | None:
    """Return the bytes of the value at `path` as they stand; None when it cannot be reached."""
    try:
        return raw_slice(document, path)
    except JsonError:
        return None


def dumped(value: object) -> bytes | None:
    """Serialise what was put together of a stream; None when it cannot be written."""
    try:
        return dump(value)
    except (JsonError, UnicodeError):
        return None


def media_of(response: Response) -> str:
    """Return the media type of a response without its parameters, in lower case."""
    return (response.header("content-type") or "").partition(";")[0].strip().lower()


def is_sse(response: Response) -> bool:
    """Return whether a body is server-sent events.

    The first bytes tell, and the content type only where they say nothing: servers answer a
    streamed request with a JSON error, and mislabel streams.
    """
    start = start_of(response.body)
    if start.startswith(SSE_STARTS):
        return True
    return not start.startswith(JSON_STARTS) and media_of(response) == "text/event-stream"
