"""What a request says in one form of several, and whether a reply shows that it reached the model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from toolwire.dialects import PlannedCall
from toolwire.dialects.quoted import LINE
from toolwire.dialects.told_values import ToldBy, told_values
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import AssistantTurn, ChoiceMode, Conversation, Json, texts_given
from toolwire.rules.rule import Reading
from toolwire.rules.views.asked_for import (
    Asked,
    asked,
    has_any,
    results_due,
    telling,
    told,
    whole,
    words_of,
)

NO_CALL: Final = "A tool does not reach the model"
NO_CHOICE: Final = "The choice of a tool does not count"
NO_ARGUMENTS: Final = "What an earlier call was made with does not reach the model"
NO_RESULT: Final = "What a tool returned does not reach the model"
#: What tells a value -> what is said where it does not come.
_UNTOLD: Final[Mapping[ToldBy, str]] = MappingProxyType(
    {
        ToldBy.SCHEMA: "What the schema of a tool allows does not reach the model",
        ToldBy.DESCRIPTION: "The description of a parameter does not reach the model",
        ToldBy.TOOL: "The description of a tool does not reach the model",
        ToldBy.WITHIN: "What a list in an object may have does not reach the model",
        ToldBy.EITHER: "What the alternatives of a parameter allow does not reach the model",
        ToldBy.DEFINED: "A definition of a schema does not reach the model",
        ToldBy.CONSTANT: "A constant of a schema does not reach the model",
    }
)


def unmet(reading: Reading) -> str | None:
    """Return what does not show in a reply that was to show it, as the beginning of a sentence.

    Returns:
        "" where all of it shows; None of a reply that is not whole, or was to show nothing.
    """
    what, conversation = asked(reading), reading.conversation
    if what is None or conversation is None or not whole(reading):
        return None
    if what.since:
        return _of_results(reading)
    if LINE.search(what.words):
        return _of_a_call(reading, what, conversation)
    choice = conversation.choice
    if choice is not None and choice.mode is ChoiceMode.NAMED:
        called = any(call.name == choice.name for call in reading.reply.tool_calls)
        return "" if called else NO_CHOICE
    if not all(isinstance(call.arguments, dict) for call in reading.reply.tool_calls):
        return None  # what cannot be read shows nothing
    lost = (_lost(reading, what, one) for one in what.calls)
    return next(filter(None, lost), "") if what.calls else None


def _of_results(reading: Reading) -> str | None:
    due = [one.words for one in results_due(reading) if one.words]
    if not due:
        return None
    return "" if all(has_any(told(reading), words) for words in due) else NO_RESULT


def _of_a_call(reading: Reading, what: Asked, conversation: Conversation) -> str:
    begins = tuple(LINE.findall(what.words))
    lines = [one for one in _called_with(conversation) if one.startswith(begins)]
    marks = telling(words_of(lines)) - words_of([what.words])
    return "" if has_any(told(reading), marks) else NO_ARGUMENTS


def _lost(reading: Reading, what: Asked, wanted: PlannedCall) -> str:
    """Return what of a tool does not show in its call; "" for nothing."""
    call = next((one for one in reading.reply.tool_calls if one.name == wanted.name), None)
    tool = next((one for one in what.tools if one.name == wanted.name), None)
    if call is None or tool is None:
        return NO_CALL
    given = object_of(call.arguments)
    for one in told_values(what.words, tool):
        came = given.get(one.parameter)
        # What may be null may be left out as well.
        may_lack = one.by is ToldBy.EITHER and came is None
        if one.value is not None and not may_lack and not _has(came, one.value):
            return _UNTOLD[one.by]
    return ""


def _called_with(conversation: Conversation) -> Iterator[str]:
    for turn in conversation.turns:
        for call in turn.calls if isinstance(turn, AssistantTurn) else ():
            yield from texts_given(call.arguments)


def _has(value: Json, text: str) -> bool:
    left = [value]
    while left:
        one = left.pop()
        if one == text:
            return True
        left.extend(one.values() if isinstance(one, dict) else items_of(one))
    return False
