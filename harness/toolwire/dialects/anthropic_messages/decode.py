"""Exchange to reading: the framing of the response decides how it is read.

Source: anthropic 2.11.0 `types/message.py` and the blocks it names, read 2026-11-21.
"""

from __future__ import annotations

from dataclasses import replace

from toolwire.dialects.anthropic_messages.errors import error_of
from toolwire.dialects.anthropic_messages.frames import framing_of
from toolwire.dialects.anthropic_messages.request import call_of, conversation_of
from toolwire.dialects.anthropic_messages.stream import CALL, fold, tokens
from toolwire.dialects.body import read_body, sent_of
from toolwire.io.json_text import items_of, object_of, raw_slice, string_of
from toolwire.model.conversation import Json, ToolCall
from toolwire.model.exchange import Exchange, Mode, Response
from toolwire.model.reply import ABSENT, Absent, Reading, Reply, Unread

NAME = "anthropic-messages"


def decode(exchange: Exchange) -> Reading:
    """Read everything that is in an exchange; never raises on a provider's data.

    Streams may be server-sent events or, on Bedrock, an AWS event stream.
    """
    request, response = exchange.request, exchange.response
    sent = sent_of(request)
    asked = None if request is None else conversation_of(sent, request)
    framing = framing_of(response)
    if framing is None:
        body, problem = read_body(response.body)
        reply = _reply(response, body)
        return Reading(exchange, NAME, Mode.BLOCKING, asked, sent, body, problem, (), (), reply)
    events, broken = framing(response.body)
    reply, deltas = fold(events, broken)
    if reply.error is None and response.status >= 400:
        reply = replace(reply, error=error_of(response, ABSENT))
    return Reading(exchange, NAME, Mode.STREAMING, asked, sent, ABSENT, None, events, deltas, reply)


def _reply(response: Response, body: Json | Absent) -> Reply:
    error = error_of(response, body)
    if not isinstance(body, dict):
        return Reply(error=error, complete=body is not ABSENT)
    texts: list[str] = []
    thoughts: list[str] = []
    calls: list[ToolCall] = []
    unread: list[Unread] = []
    text_pointer = ""
    content = body.get("content")
    if "content" in body and not isinstance(content, list):
        unread.append(Unread("/content", "not an array"))
    for number, block in enumerate(items_of(content)):
        if not isinstance(block, dict):
            unread.append(Unread(f"/content/{number}", "not an object"))
            continue
        kind = block.get("type")
        if kind == CALL:
            calls.append(call_of(block, f"/content/{number}"))
        elif kind == "text" and isinstance(text := block.get("text"), str):
            text_pointer = text_pointer or f"/content/{number}/text"
            texts.append(text)
        elif kind == "thinking" and isinstance(thought := block.get("thinking"), str):
            thoughts.append(thought)
    stop = string_of(body.get("stop_reason"))
    return Reply(
        text="".join(texts) if texts else None,
        tool_calls=tuple(calls),
        stop=stop,
        usage=tokens(object_of(body.get("usage"))),
        reasoning="".join(thoughts) if thoughts else None,
        id=string_of(body.get("id")),
        model=string_of(body.get("model")),
        error=error,
        echo=raw_slice(response.body, ("content",)) if isinstance(content, list) else None,
        unread=tuple(unread),
        text_pointer=text_pointer,
        stop_pointer="" if stop is None else "/stop_reason",
    )
