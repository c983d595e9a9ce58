"""Responses to readings: blocking, streamed and error bodies.

Shapes after openai 3.52.0 `types/chat/` and mistralai 3.7.0, read 2026-11-21.
"""

from __future__ import annotations

from toolwire.dialects.body import is_sse, read_body, sent_of, slice_of
from toolwire.dialects.openai import blocking, usage_of
from toolwire.dialects.openai_chat.errors import error_at, error_of
from toolwire.dialects.openai_chat.message import calls_of, reasoning_of, text_of
from toolwire.dialects.openai_chat.request import conversation_of
from toolwire.dialects.openai_chat.stream import COUNTS, read_stream
from toolwire.io.framing import sse
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import ABSENT, Reading, Reply, Unread, WireError

NAME = "openai-chat"
_MESSAGE = "/choices/0/message"
_MESSAGE_PATH = ("choices", 0, "message")


def decode(exchange: Exchange) -> Reading:
    """Read everything that can be read in an exchange; never raises on what a provider sent."""
    request, response = sent_of(exchange.request), exchange.response
    asked = conversation_of(request)
    if not is_sse(response):
        body, problem = read_body(response.body)
        reply = blocking(response, body, problem, error_of, _completion)
        return Reading(exchange, NAME, Mode.BLOCKING, asked, request, body, problem, (), (), reply)
    events, deltas, reply = read_stream(sse.decode(response.body))
    if reply.error is None and response.status >= 400:
        reply = Reply(error=WireError("", None, ""), complete=reply.complete, unread=reply.unread)
    return Reading(
        exchange, NAME, Mode.STREAMING, asked, request, ABSENT, None, events, deltas, reply
    )


def _completion(body: JsonObject, data: bytes) -> Reply:
    choice = object_of(next(iter(items_of(body.get("choices"))), None))
    message = object_of(choice.get("message"))
    calls = calls_of(message, _MESSAGE)
    text = text_of(message.get("content"))
    stop = string_of(choice.get("finish_reason"))
    return Reply(
        text=text,
        tool_calls=calls,
        stop=stop,
        usage=usage_of(body.get("usage"), *COUNTS),
        reasoning=reasoning_of(message),
        id=string_of(body.get("id")),
        model=string_of(body.get("model")),
        error=error_at(body, ""),
        echo=slice_of(data, _MESSAGE_PATH) if calls else None,
        unread=_unread(message) if "tool_calls" in message else (),
        text_pointer=f"{_MESSAGE}/content" if text is not None else "",
        stop_pointer="/choices/0/finish_reason" if stop is not None else "",
    )


def _unread(message: JsonObject) -> tuple[Unread, ...]:
    """Report what stands in `tool_calls` and is no call."""
    entries = message["tool_calls"]
    if entries is None:
        return ()
    if not isinstance(entries, list):
        return (Unread(f"{_MESSAGE}/tool_calls", "not an array"),)
    return tuple(
        Unread(f"{_MESSAGE}/tool_calls/{position}", "not an object")
        for position, entry in enumerate(entries)
        if not isinstance(entry, dict)
    )
