"""The observed facts of the format in one reading: cells of the comparison matrix."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolwire.dialects.facet import (
    error_holder,
    framing,
    known_word,
    nothing_word,
    tells_framing,
    text_word,
)
from toolwire.dialects.openai import error_word
from toolwire.io.json_text import object_of
from toolwire.model.conversation import ResultsTurn
from toolwire.model.reply import Reading


def facets(reading: Reading) -> Mapping[str, str]:
    """Return the facets this reading shows, keys of `toolwire.model.observation.FACETS`."""
    return dict(_facets(reading))


def _facets(reading: Reading) -> Iterator[tuple[str, str]]:
    conversation = reading.conversation
    if reading.reply.tool_calls:
        yield from _of_calls(reading)
    if reading.reply.stop is not None:
        yield "stop_field", "choices[].finish_reason"
    if conversation is not None and conversation.tools:
        yield "definition_field", "prompt, <tools>"
        if any(tool.parameters is not None for tool in conversation.tools):
            yield "schema_field", "parameters"
    if conversation is not None and any(
        isinstance(turn, ResultsTurn) for turn in conversation.turns
    ):
        yield "result_field", "prompt, <tool_response>"
        yield "result_id_field", "absent"
    if tells_framing(reading):
        yield "framing", framing(reading.events)
    if reading.reply.error is not None:
        word = error_word(object_of(error_holder(reading)))
        if word is not None:
            yield "error_field", word


def _of_calls(reading: Reading) -> Iterator[tuple[str, str]]:
    reply = reading.reply
    written = [call.arguments for call in reply.tool_calls]
    yield "call_field", "choices[].text, <tool_call>"
    yield "arguments", "object"
    yield "id_field", "absent"
    empty = next((word for value in written if (word := nothing_word(value)) is not None), None)
    if empty is not None:
        yield "no_arguments", empty
    if reply.stop is not None:
        yield "stop_on_call", known_word(reply.stop)
    yield "text_beside_call", text_word(reply.text)
