"""The observed facts of the format in one reading: cells of the comparison matrix."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from toolwire.dialects import openai_chat
from toolwire.dialects.facet import known_word, nothing_word, text_word
from toolwire.dialects.prompted.system import described_in
from toolwire.model.conversation import ResultsTurn
from toolwire.model.reply import Reading


def facets(reading: Reading) -> Mapping[str, str]:
    """Return the facets this reading shows; envelope and framing are Chat Completions'."""
    calls = reading.reply.tool_calls
    plain = replace(reading, reply=replace(reading.reply, tool_calls=()))
    found = {**openai_chat.DIALECT.facets(plain)}
    if described_in(reading.request):
        found["definition_field"] = "system prompt"
        found["schema_field"] = "Parameters"
    conversation = reading.conversation
    if conversation is not None and any(
        isinstance(turn, ResultsTurn) for turn in conversation.turns
    ):
        found["result_field"] = "role: user"
        found["result_id_field"] = "absent"
    if calls:
        found.update(_of_calls(reading))
    return found


def _of_calls(reading: Reading) -> Iterator[tuple[str, str]]:
    reply = reading.reply
    written = [call.arguments for call in reply.tool_calls]
    yield "call_field", "choices[].message.content"
    yield "arguments", "object"
    yield "id_field", "absent"
    empty = next((word for value in written if (word := nothing_word(value)) is not None), None)
    if empty is not None:
        yield "no_arguments", empty
    if reply.stop is not None:
        yield "stop_on_call", known_word(reply.stop)
    yield "text_beside_call", text_word(reply.text)
