"""Responses to readings: the Chat Completions envelope, and the calls in its text."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects import openai_chat
from toolwire.dialects.body import slice_of
from toolwire.dialects.openai_chat.message import REASONING
from toolwire.dialects.prompted.history import read_calls
from toolwire.dialects.prompted.request import unprompted
from toolwire.io.json_text import JsonError, dump, items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import Absent, Reading, Reply, Unread

NAME: Final = "prompted"
_MESSAGE: Final = ("choices", 0, "message")


def decode(exchange: Exchange) -> Reading:
    """Read everything that can be read in an exchange; never raises on what a provider sent.

    Calls have no id. Markup that is broken or was cut off is in `reply.unread`; what was cut
    off is not in `reply.text` either. Structured calls, should a server send some, come first.
    """
    reading = openai_chat.DIALECT.decode(exchange)
    conversation = None if reading.conversation is None else unprompted(reading.conversation)
    reply = _reply(reading) if reading.ok else reading.reply
    return replace(reading, dialect=NAME, conversation=conversation, reply=reply)


def _reply(reading: Reading) -> Reply:
    reply = reading.reply
    text, calls, decoded = read_calls(reply.text, reply.text_pointer)
    problems = (Unread(reply.text_pointer, problem.reason) for problem in decoded.problems)
    return replace(
        reply,
        text=text,
        tool_calls=(*reply.tool_calls, *calls),
        unread=(*reply.unread, *problems),
        echo=reply.echo or (_echo(reading) if calls else None),
    )


def _echo(reading: Reading) -> bytes | None:
    """Return the message that goes back: its bytes, or in the blocking shape, reasoning and all."""
    if reading.mode is Mode.BLOCKING:
        return slice_of(reading.exchange.response.body, _MESSAGE)
    message: JsonObject = {"role": "assistant", "content": reading.reply.text}
    if reading.reply.reasoning is not None:
        message[_reasoning_member(reading)] = reading.reply.reasoning
    try:
        return dump(message)
    except JsonError:
        return None


def _reasoning_member(reading: Reading) -> str:
    """Return the member that a stream carries its reasoning in."""
    for event in reading.events:
        chunk = object_of(None if isinstance(event.json, Absent) else event.json)
        for choice in items_of(chunk.get("choices")):
            delta = object_of(object_of(choice).get("delta"))
            found = next((member for member in REASONING if delta.get(member)), None)
            if found is not None:
                return found
    return REASONING[0]
