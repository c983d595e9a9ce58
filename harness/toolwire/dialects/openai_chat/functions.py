"""Chat Completions before tools: `functions`, `function_call`, and results of the role `function`."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.second_form import CALL, CHOICE, DEFINITION, RESULT, SecondForm
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject

_ANEW: Final = frozenset({"tools", "tool_choice", "parallel_tool_calls", "messages"})


def _as_functions(body: JsonObject) -> JsonObject:
    names: dict[Json, Json] = {}
    messages: list[Json] = [_message(object_of(one), names) for one in items_of(body["messages"])]
    written: JsonObject = {key: one for key, one in body.items() if key not in _ANEW}
    written["messages"] = messages
    tools = items_of(body.get("tools"))
    if tools:
        written["functions"] = [object_of(one).get("function") for one in tools]
    choice = body.get("tool_choice")
    if choice is not None:
        name = object_of(object_of(choice).get("function")).get("name")
        written["function_call"] = choice if name is None else {"name": name}
    return written


def _message(message: JsonObject, names: dict[Json, Json]) -> JsonObject:
    """Return a message as it was before; `names` keeps the names of calls by their ids."""
    calls = [object_of(one) for one in items_of(message.get("tool_calls"))]
    if calls:
        left: JsonObject = {key: one for key, one in message.items() if key != "tool_calls"}
        function = object_of(calls[0].get("function"))
        names[calls[0].get("id")] = function.get("name")
        return {**left, "function_call": function}
    if message.get("role") != "tool":
        return message
    name = names.get(message.get("tool_call_id"))
    return {"role": "function", "name": name, "content": message.get("content")}


SECOND_FORMS: Final = (
    SecondForm(
        "functions",
        "in requests with `functions`",
        _as_functions,
        (DEFINITION, RESULT, CALL, CHOICE),
        suite="legacy_function_call",
    ),
)
