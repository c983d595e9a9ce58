"""Responses to readings: blocking, streamed and error bodies.

How a response came is told by its first bytes, and by its content type only where they say
nothing, because servers answer a streamed request with a JSON error and mislabel streams.
Shapes after openai 3.52.0 `types/chat/` and mistralai 3.7.0, read 2026-11-21.
"""

from __future__ import annotations

from harness.conversation import Conversation, Json, JsonObject
from harness.dialects.openai_chat.calls import calls_of
from harness.dialects.openai_chat.failure import error_at, error_of
from harness.dialects.openai_chat.request import conversation_of
from harness.dialects.openai_chat.stream import read_stream
from harness.dialects.openai_chat.text import reasoning_of, text_of
from harness.dialects.openai_chat.usage import usage_of
from harness.exchange import Exchange, Mode, Request, Response
from harness.framing import sse
from harness.json_text import JsonError, items_of, object_of, parse, raw_slice, string_of
from harness.reply import ABSENT, Absent, Reading, Reply, Unread, WireError

__all__ = ["NAME", "decode", "is_stream"]

NAME = "openai-chat"
_BOM = b"\xef\xbb\xbf"
_PEEK = 256
_SSE_STARTS = (b"data:", b"event:", b":", b"id:", b"retry:")
_JSON_STARTS = (b"{", b"[")
_MESSAGE = "/choices/0/message"


def decode(exchange: Exchange) -> Reading:
    """Read everything that can be read in an exchange; never raises on what a provider sent."""
    request, asked = _request(exchange.request)
    response = exchange.response
    if not is_stream(response):
        body, problem = _body(response.body)
        reply = _reply(response, body, problem)
        return Reading(exchange, NAME, Mode.BLOCKING, asked, request, body, problem, (), (), reply)
    events, deltas, reply = read_stream(sse.decode(response.body))
    if reply.error is None and response.status >= 400:
        reply = Reply(error=WireError("", None, ""), complete=reply.complete, unread=reply.unread)
    return Reading(
        exchange, NAME, Mode.STREAMING, asked, request, ABSENT, None, events, deltas, reply
    )


def is_stream(response: Response) -> bool:
    """Return whether a body is server-sent events."""
    head = response.body[:_PEEK].removeprefix(_BOM).lstrip()
    if head.startswith(_SSE_STARTS):
        return True
    if head.startswith(_JSON_STARTS):
        return False
    return (response.header("content-type") or "").lower().startswith("text/event-stream")


def _request(request: Request | None) -> tuple[Json, Conversation | None]:
    if request is None:
        return None, None
    try:
        body = parse(request.body)
    except JsonError:
        return None, None
    return body, conversation_of(body)


def _body(data: bytes) -> tuple[Json | Absent, str | None]:
    try:
        return parse(data), None
    except JsonError as error:
        return ABSENT, str(error)


def _reply(response: Response, body: Json | Absent, problem: str | None) -> Reply:
    unread = (Unread("", problem),) if problem is not None else ()
    value = None if isinstance(body, Absent) else body
    if response.status >= 400:
        return Reply(error=error_of(value), complete=problem is None, unread=unread)
    if problem is not None:
        return Reply(complete=False, unread=unread)
    if not isinstance(value, dict):
        return Reply(complete=False, unread=(Unread("", "not an object"),))
    return _completion(value, response.body)


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
        usage=usage_of(body.get("usage")),
        reasoning=reasoning_of(message),
        id=string_of(body.get("id")),
        model=string_of(body.get("model")),
        error=error_at(body, ""),
        echo=_echo(data) if calls else None,
        unread=_unread(message) if "tool_calls" in message else (),
        text_pointer=f"{_MESSAGE}/content" if text is not None else "",
        stop_pointer="/choices/0/finish_reason" if stop is not None else "",
    )


def _echo(data: bytes) -> bytes | None:
    try:
        return raw_slice(data, ("choices", 0, "message"))
    except JsonError:
        return None


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
