"""Which objects of an answer are its own."""

from __future__ import annotations

import pytest

from toolwire.model.conversation import JsonObject
from toolwire.rules.views.places import copies

_CALL: JsonObject = {"name": "get_weather", "parameters": {"location": "Paris"}}
_RESULT: JsonObject = {"call": _CALL, "outputs": [{"text": "18 C"}]}
_OTHER: JsonObject = {
    "type": "function_call",
    "id": "item_1",
    "call_id": "call_1",
    "name": "get_weather",
    "arguments": "{}",
}


@pytest.mark.fast
def test_calls_that_a_history_repeats_with_their_results_are_none_of_the_answer() -> None:
    """Cohere's v1 tells each result with its call: a fault in the calls of the answer leaves these as they were."""
    history: list[JsonObject] = [{"role": "TOOL", "tool_results": [_RESULT]}]
    answer: JsonObject = {"text": "", "tool_calls": [dict(_CALL)], "chat_history": [*history]}
    ((own,),) = copies("cohere-v1", answer)
    assert own is answer["tool_calls"][0]  # type: ignore[index,call-overload]


@pytest.mark.fast
def test_the_same_member_of_a_format_that_repeats_nothing_is_looked_into() -> None:
    """Which members repeat what was sent is told by each format: in another one the name says nothing."""
    answer: JsonObject = {"output": [{"tool_results": [_OTHER]}]}
    assert copies("openai-responses", answer) == [[_OTHER]]
