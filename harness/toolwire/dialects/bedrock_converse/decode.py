"""Exchange to reading: the framing of the response decides how it is read.

Source: botocore 1.44.5 service model `bedrock-runtime`, `ConverseResponse`, read 2026-11-21.
"""

from __future__ import annotations

from dataclasses import replace

from toolwire.dialects.bedrock_converse.errors import error_of
from toolwire.dialects.bedrock_converse.frames import framing_of
from toolwire.dialects.bedrock_converse.message import content_of, tokens
from toolwire.dialects.bedrock_converse.request import conversation_of
from toolwire.dialects.bedrock_converse.stream import fold
from toolwire.dialects.body import read_body, sent_of, slice_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange, Mode, Response
from toolwire.model.reply import ABSENT, Absent, Reading, Reply, Unread

NAME = "bedrock-converse"

_PATH = ("output", "message", "content")
_CONTENT = "/output/message/content"


def decode(exchange: Exchange) -> Reading:
    """Read everything that is in an exchange; never raises on a provider's data.

    Wrong checksums and a stream's end inside a message are `reply.unread`, by event.
    """
    request, response = exchange.request, exchange.response
    sent = sent_of(request)
    asked = None if request is None else conversation_of(sent, request)
    framing = framing_of(response)
    if framing is None:
        body, problem = read_body(response.body)
        reply = _reply(response, body)
        return Reading(exchange, NAME, Mode.BLOCKING, asked, sent, body, problem, (), (), reply)
    frames = framing(response.body)
    reply, deltas = fold(frames)
    if reply.error is None and response.status >= 400:
        reply = replace(reply, error=error_of(response, ABSENT))
    events = frames.events
    return Reading(exchange, NAME, Mode.STREAMING, asked, sent, ABSENT, None, events, deltas, reply)


def _reply(response: Response, body: Json | Absent) -> Reply:
    error = error_of(response, body)
    if not isinstance(body, dict):
        return Reply(error=error, complete=body is not ABSENT)
    message = object_of(object_of(body.get("output")).get("message"))
    blocks = message.get("content")
    content = content_of(items_of(blocks), _CONTENT)
    if "content" in message and not isinstance(blocks, list):
        content.unread.append(Unread(_CONTENT, "not an array"))
    stop = string_of(body.get("stopReason"))
    return Reply(
        text=content.text(),
        tool_calls=tuple(content.calls),
        stop=stop,
        usage=tokens(object_of(body.get("usage"))),
        reasoning=content.reasoning(),
        error=error,
        echo=slice_of(response.body, _PATH) if isinstance(blocks, list) else None,
        unread=tuple(content.unread),
        text_pointer=content.text_pointer,
        stop_pointer="" if stop is None else "/stopReason",
    )
