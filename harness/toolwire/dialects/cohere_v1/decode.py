"""Exchange to reading: a blocking response, a stream in either framing, or a flat error.

Source: cohere 7.3.1 `types/non_streamed_chat_response.py`, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.body import read_body, sent_of
from toolwire.dialects.cohere import error_in, usage_of, with_status
from toolwire.dialects.cohere_v1.echo import echo_of
from toolwire.dialects.cohere_v1.frames import framing_of
from toolwire.dialects.cohere_v1.history import calls_of, strays
from toolwire.dialects.cohere_v1.request import conversation_of
from toolwire.dialects.cohere_v1.stream import fold
from toolwire.io.json_text import string_of
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange, Mode, Response
from toolwire.model.reply import ABSENT, Absent, Reading, Reply, Unread

NAME = "cohere-v1"


def decode(exchange: Exchange) -> Reading:
    """Read everything that is in an exchange; never raises on a provider's data.

    The plan that multi-step use speaks beside its calls stands in `text` here, and is text.
    """
    request, response = exchange.request, exchange.response
    sent = sent_of(request)
    asked = conversation_of(sent)
    framing = framing_of(response)
    if framing is None:
        body, problem = read_body(response.body)
        reply = with_status(_reply(response, body, problem), response, body)
        return Reading(exchange, NAME, Mode.BLOCKING, asked, sent, body, problem, (), (), reply)
    events, broken = framing(response.body)
    reply, deltas = fold(events, broken)
    reply = with_status(reply, response, ABSENT)
    return Reading(exchange, NAME, Mode.STREAMING, asked, sent, ABSENT, None, events, deltas, reply)


def _reply(response: Response, body: Json | Absent, problem: str | None) -> Reply:
    if problem is not None:
        return Reply(complete=False, unread=(Unread("", problem),))
    if not isinstance(body, dict):
        return Reply(complete=False, unread=(Unread("", "not an object"),))
    text, stop = string_of(body.get("text")), string_of(body.get("finish_reason"))
    calls = body.get("tool_calls")
    return Reply(
        text=text,
        tool_calls=calls_of(calls, "/tool_calls"),
        stop=stop,
        usage=usage_of(body.get("meta")),
        id=string_of(body.get("generation_id")),
        error=None if "text" in body else error_in(body, ""),
        echo=echo_of(response.body, body, ()),
        unread=() if calls is None else strays(calls, "/tool_calls"),
        text_pointer="" if text is None else "/text",
        stop_pointer="" if stop is None else "/finish_reason",
    )
