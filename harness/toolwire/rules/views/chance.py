"""Which replies could break a rule that one answer of a model can explain.

A rate says something only of the replies in which a breach could have shown (`Variance.could`): a
call without numbers cannot tell whether a server makes strings of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import ChoiceMode, Json, JsonObject, ResultsTurn, Tool, ToolCall
from toolwire.model.reply import Reading
from toolwire.rules.views.tool_schemas import type_name

_Holds: TypeAlias = Callable[[Tool, JsonObject], bool]


def ended(reading: Reading) -> bool:
    """Whether the reply gives a reason for its end."""
    return reading.reply.stop is not None


def has_call(reading: Reading) -> bool:
    """Whether the reply has a call."""
    return bool(reading.reply.tool_calls)


def has_several(reading: Reading) -> bool:
    """Whether the reply has more than one call."""
    return len(reading.reply.tool_calls) > 1


def has_text(reading: Reading) -> bool:
    """Whether the reply is words, and no call."""
    return bool(reading.reply.text) and not reading.reply.tool_calls


def is_forced(reading: Reading) -> bool:
    """Whether the request demanded a call, of any tool or of one by its name."""
    asked = reading.conversation
    mode = asked.choice.mode if asked is not None and asked.choice is not None else None
    return mode in {ChoiceMode.NAMED, ChoiceMode.REQUIRED}


def behind_results(reading: Reading) -> bool:
    """Whether the request holds results of calls."""
    turns = () if reading.conversation is None else reading.conversation.turns
    return any(isinstance(turn, ResultsTurn) for turn in turns)


def has_required(reading: Reading) -> bool:
    """Whether a call that nobody demanded is of a tool that requires an argument, and is not strict."""
    return not is_forced(reading) and _any(
        reading, lambda tool, _: bool(_schema(tool).get("required"))
    )


def has_closed_tool(reading: Reading) -> bool:
    """Whether a call is of a tool that allows only declared arguments, and is not strict."""
    return _any(reading, lambda tool, _: _schema(tool).get("additionalProperties") is False)


def has_typed_value(reading: Reading) -> bool:
    """Whether a call has an argument that is declared as something else than a string.

    Of a tool that is not strict. Null fits wherever nothing was said, and tells nothing.
    """
    return _any(reading, _typed)


def _typed(tool: Tool, values: JsonObject) -> bool:
    declared = object_of(_schema(tool).get("properties"))
    return any(
        value is not None and "string" not in (types := _types(declared.get(key))) and bool(types)
        for key, value in values.items()
    )


def _types(schema: Json) -> list[str]:
    """Return the types a property declares, in small letters as JSON Schema has them."""
    kind = object_of(schema).get("type")
    named = [kind] if isinstance(kind, str) else items_of(kind)
    return [name.lower() for name in named if isinstance(name, str)]


def _schema(tool: Tool) -> JsonObject:
    return object_of(tool.parameters)


def _any(reading: Reading, holds: _Holds) -> bool:
    return any(holds(tool, values) for tool, values in _calls(reading))


def _calls(reading: Reading) -> Iterator[tuple[Tool, JsonObject]]:
    """Yield each call of an offered tool that is not strict, with its arguments."""
    conversation = reading.conversation
    for call in reading.reply.tool_calls if conversation is not None else ():
        tool = None if conversation is None else conversation.tool(call.name)
        if tool is not None and tool.strict is not True and _is_read(call):
            yield tool, object_of(call.arguments)


def _is_read(call: ToolCall) -> bool:
    return call.parse_error is None and type_name(call.arguments) in {"object", "null"}
