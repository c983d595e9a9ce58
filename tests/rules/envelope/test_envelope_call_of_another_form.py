"""Calls in the form of OpenAI's where a format has another: what stands elsewhere is told as such."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.scenarios import clean

COHERE = load_dialect("cohere-v1")
FORM = "The call has the form of OpenAI's: its name stands in `function`."
NO_NAME = "The call has no name."


def _change(holder: JsonObject, function: JsonObject) -> None:
    for call in items_of(holder.get("tool_calls")):
        held = object_of(call)
        held.clear()
        held.update({"id": "call_1", "type": "function", "function": function})


def _respelled(response: JsonObject, function: JsonObject) -> None:
    _change(response, function)
    _change(object_of(items_of(response["chat_history"])[-1]), function)


@pytest.mark.parametrize(
    ("function", "message"),
    [({"name": "get_weather", "arguments": "{}"}, FORM), ({"arguments": "{}"}, NO_NAME)],
)
def test_a_call_of_openais_form_is_told_once(function: JsonObject, message: str) -> None:
    """In the stream the pieces have the name, and the whole call does not; without one it has none."""

    def change(stream: list[Frame]) -> None:
        for _, payload in stream:
            event = object_of(payload)
            _change(event, function)
            if "response" in event:
                _respelled(object_of(event["response"]), function)

    whole = edit.body(lambda response: _respelled(response, function))
    for mode, made in ((Mode.BLOCKING, whole), (Mode.STREAMING, edit.frames(change))):
        found = judge(COHERE.decode(made(clean(COHERE, "single_call", mode))))
        assert {one.message for one in found if one.rule in {"TC107", "TC923"}} == {message}
