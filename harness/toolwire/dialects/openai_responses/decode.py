"""Responses to readings: blocking, streamed and error bodies.

Source: openai 3.52.0 `types/responses/response.py`, read 2026-11-21.
"""

from __future__ import annotations

from dataclasses import replace

from toolwire.dialects.body import is_sse, read_body, sent_of
from toolwire.dialects.openai import blocking, usage_of
from toolwire.dialects.openai_responses.errors import error_of_response, error_of_status
from toolwire.dialects.openai_responses.message import Contents
from toolwire.dialects.openai_responses.raw import output_of
from toolwire.dialects.openai_responses.request import conversation_of
from toolwire.dialects.openai_responses.stream import COUNTS, read_stream
from toolwire.io.framing import sse
from toolwire.io.json_text import items_of, string_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import ABSENT, Reading, Reply, Unread, WireError

NAME = "openai-responses"


def decode(exchange: Exchange) -> Reading:
    """Read everything that can be read in an exchange; never raises on what a provider sent."""
    request, response = sent_of(exchange.request), exchange.response
    asked = conversation_of(request)
    if not is_sse(response):
        body, problem = read_body(response.body)
        reply = blocking(response, body, problem, error_of_status, _response)
        return Reading(exchange, NAME, Mode.BLOCKING, asked, request, body, problem, (), (), reply)
    events, deltas, reply = read_stream(sse.decode(response.body))
    if reply.error is None and response.status >= 400:
        reply = replace(reply, error=WireError("", None, "status"))
    return Reading(
        exchange, NAME, Mode.STREAMING, asked, request, ABSENT, None, events, deltas, reply
    )


def _response(body: JsonObject, data: bytes) -> Reply:
    output = body.get("output")
    listed = isinstance(output, list)
    unread = [] if listed or output is None else [Unread("/output", "not an array")]
    contents = Contents()
    for number, item in enumerate(items_of(output)):
        if isinstance(item, dict):
            contents.take(item, f"/output/{number}")
        else:
            unread.append(Unread(f"/output/{number}", "not an object"))
    stop = string_of(body.get("status"))
    return Reply(
        text=contents.text,
        tool_calls=tuple(contents.calls),
        stop=stop,
        usage=usage_of(body.get("usage"), *COUNTS),
        reasoning=contents.reasoning,
        id=string_of(body.get("id")),
        model=string_of(body.get("model")),
        error=error_of_response(body, ""),
        echo=output_of(data) if listed else None,
        unread=tuple(unread),
        text_pointer=contents.text_pointer,
        stop_pointer="" if stop is None else "/status",
    )
