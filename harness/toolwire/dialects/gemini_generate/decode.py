"""Exchange to reading: blocking bodies, SSE, streamed JSON arrays, error bodies.

The framing of the response decides how it is read, not what the request asked for: SSE
with `alt=sse`, one JSON array of the same messages without it.
Source: google-genai 3.4.0 `types.GenerateContentResponse`, `_api_client` (stream framing),
read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.body import read_body, sent_of, slice_of
from toolwire.dialects.errors import status_error
from toolwire.dialects.gemini_generate.errors import error_of
from toolwire.dialects.gemini_generate.frames import events_of, framing_of
from toolwire.dialects.gemini_generate.request import conversation_of
from toolwire.dialects.gemini_generate.stream import Messages
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange, Mode, Response
from toolwire.model.reply import ABSENT, Absent, Reading, Reply, Unread

NAME = "gemini-generate"


def decode(exchange: Exchange) -> Reading:
    """Read everything that is in an exchange; never raises on a provider's data."""
    request, response = exchange.request, exchange.response
    sent = sent_of(request)
    asked = None if request is None else conversation_of(sent, request)
    framing = framing_of(response)
    if framing is None:
        body, problem, reply = _blocking(response)
        return Reading(exchange, NAME, Mode.BLOCKING, asked, sent, body, problem, (), (), reply)
    events, unread, whole = events_of(framing, response.body)
    messages = Messages()
    messages.unread.extend(unread)
    for event in events:
        if not isinstance(event.json, Absent):
            messages.take(event.json, f"event[{event.number}]", event.number)
    reply = messages.reply(whole=whole and messages.ended, echo=messages.assembled())
    if reply.error is None and response.status >= 400:
        reply = messages.reply(whole=whole, echo=None, error=status_error(response.status))
    deltas = tuple(messages.deltas)
    return Reading(exchange, NAME, Mode.STREAMING, asked, sent, ABSENT, None, events, deltas, reply)


def _blocking(response: Response) -> tuple[Json | Absent, str | None, Reply]:
    body, problem = read_body(response.body)
    if isinstance(body, Absent):
        unread = (Unread("", problem or ""),)
        reply = Reply(error=error_of(None, response.status), complete=False, unread=unread)
        return body, problem, reply
    error = error_of(body, response.status)
    if error is not None:
        return body, None, Reply(error=error)
    messages = Messages()
    messages.take(body, "", 0)
    return body, None, messages.reply(whole=True, echo=_sent_content(body, response.body))


def _sent_content(body: Json, data: bytes) -> bytes | None:
    candidates = object_of(body).get("candidates")
    if not isinstance(candidates, list) or not candidates:
        return None
    if not isinstance(object_of(candidates[0]).get("content"), dict):
        return None
    return slice_of(data, ("candidates", 0, "content"))
