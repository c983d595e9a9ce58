"""Exchange to reading: a blocking message, server-sent events, or a flat error.

Source: cohere 7.3.1 `v2/types/v2chat_response.py` and `v2/types/v2chat_stream_response.py`,
read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.body import is_sse, read_body, sent_of, slice_of
from toolwire.dialects.cohere import error_in, usage_of, with_status
from toolwire.dialects.cohere_v2.message import calls_of, misplaced, reasoning_of, text_of
from toolwire.dialects.cohere_v2.request import conversation_of
from toolwire.dialects.cohere_v2.stream import fold
from toolwire.dialects.events import sse_events
from toolwire.io.json_text import string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Mode, Response
from toolwire.model.reply import ABSENT, Absent, Reading, Reply, Unread

NAME = "cohere-v2"
_MESSAGE = "/message"


def decode(exchange: Exchange) -> Reading:
    """Read everything that is in an exchange; never raises on a provider's data.

    `tool_plan` and thinking parts become `Reply.reasoning`, never text.
    """
    request, response = exchange.request, exchange.response
    sent = sent_of(request)
    asked = conversation_of(sent)
    if not is_sse(response):
        body, problem = read_body(response.body)
        reply = with_status(_reply(response, body, problem), response, body)
        return Reading(exchange, NAME, Mode.BLOCKING, asked, sent, body, problem, (), (), reply)
    events, broken = sse_events(response.body)
    reply, deltas = fold(events, broken)
    reply = with_status(reply, response, ABSENT)
    return Reading(exchange, NAME, Mode.STREAMING, asked, sent, ABSENT, None, events, deltas, reply)


def _reply(response: Response, body: Json | Absent, problem: str | None) -> Reply:
    if problem is not None:
        return Reply(complete=False, unread=(Unread("", problem),))
    if not isinstance(body, dict):
        return Reply(complete=False, unread=(Unread("", "not an object"),))
    message = body.get("message")
    if not isinstance(message, dict):
        # Nothing but an error has a text, or no message at all, where the message belongs.
        return Reply(id=string_of(body.get("id")), error=error_in(body, ""))
    return _message(body, message, response.body)


def _message(body: JsonObject, message: JsonObject, data: bytes) -> Reply:
    text = text_of(message.get("content"))
    stop = string_of(body.get("finish_reason"))
    return Reply(
        text=text,
        tool_calls=calls_of(message, _MESSAGE),
        stop=stop,
        usage=usage_of(body.get("usage")),
        reasoning=reasoning_of(message),
        id=string_of(body.get("id")),
        echo=slice_of(data, ("message",)),
        unread=misplaced(message, _MESSAGE),
        text_pointer="" if text is None else f"{_MESSAGE}/content",
        stop_pointer="" if stop is None else "/finish_reason",
    )
