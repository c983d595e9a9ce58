"""A value that a call was to take from its tool's definition, and what came."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.told_values import ToldBy, ToldValue, told_values
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import ALL_PARTS, PARTS
from toolwire.rules.arguments.probe_echo import pairs
from toolwire.rules.mutate.faults import Change, Plant
from toolwire.rules.rule import Check, Reading, Violation
from toolwire.rules.views.asked_for import asked
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.request_model import asked_model

#: Of so many tools one that did not reach the model is another rule's (TC897).
MANY_TOOLS: Final = 20
#: So many parameters no model leaves out that knows them, and fills in another.
_SEVERAL: Final = 2
_NONE_CAME: Final = "The call has what its tool's description names, and nothing that its parameters' definition tells."
#: What converters of schemas lose that keep the first level of it.
_BELOW: Final = (
    ToldBy.WITHIN,
    ToldBy.EITHER,
    ToldBy.DEFINED,
    ToldBy.CONSTANT,
    ToldBy.BOUND,
)
#: What a template of types has no word for.
_UNTYPED: Final = (ToldBy.CONSTANT, ToldBy.BOUND)
#: Bits of the first and of the second of two parameters, which make up all together.
_FIRST: Final = PARTS[0]
_SECOND: Final = ALL_PARTS & ~_FIRST
#: In the names of models whose own template writes types for a schema, and none for a constant or a bound.
_TYPES: Final = re.compile("gpt-oss")


class Filled(NamedTuple):
    """A call that came as it was written out, what its tool's definition tells for a parameter, and what came.

    It may have left out whatever its parameters' definition tells. Of two parameters that are told in the same
    way, but made otherwise, one is the `second`.
    """

    call: ToolCall
    told: str
    came: Json
    left_out: bool = False
    second: bool = False


def filled(reading: Reading, by: ToldBy) -> Iterator[Filled]:
    """Yield each call that was to take a value from its tool's definition, and has one."""
    what, conversation = asked(reading), reading.conversation
    if what is None or conversation is None or by.value.search(what.words) is None:
        return
    if len(conversation.tools) >= MANY_TOOLS:
        return
    if by in _BELOW and _typed_alone(reading, by):
        return
    for wanted, call in pairs(reading):
        tool, given = conversation.tool(call.name), object_of(call.arguments)
        # Who has lost or changed what the prompt writes out does not as it is told, or breaks another rule.
        if tool is None or not wanted.arguments.items() <= given.items():
            continue
        told = list(told_values(what.words, tool))
        # A small model copies what is written out, and fills nothing in.
        values = [one for one in told if one.parameter in given]
        first = next((one.parameter for one in told if one.by is by), "")
        for one in values:
            if one.by is by and one.value is not None and not _lost(by, values, given):
                for came in _came(call, one, given[one.parameter]):
                    yield came._replace(second=one.parameter != first)
        if by is ToldBy.SCHEMA and _knows_no_parameters(told, given):
            allowed = (one.value for one in told if one.by is by and one.value is not None)
            yield from (Filled(call, value, None, left_out=True) for value in allowed)


def _knows_no_parameters(told: list[ToldValue], given: JsonObject) -> bool:
    """Return whether a call has what the tool's own description names, and nothing that its parameters tell."""
    named = [one for one in told if one.by is ToldBy.TOOL]
    others = [one for one in told if one.by is not ToldBy.TOOL]
    # One parameter may be forgotten.
    if len(others) < _SEVERAL or any(one.parameter in given for one in others):
        return False
    return any(one.value is not None and given.get(one.parameter) == one.value for one in named)


def _typed_alone(reading: Reading, by: ToldBy) -> bool:
    """Return whether a model answers that its own vendor tells no more than types below the first level, or no constant and no bound."""
    if by in _UNTYPED and _TYPES.search(asked_model(reading)):
        return True
    form = load_dialect(reading.dialect).wire.request
    known = None if form is None else form.typed_alone
    return known is not None and known.search(asked_model(reading)) is not None


def _lost(by: ToldBy, values: list[ToldValue], given: JsonObject) -> bool:
    """Return whether what the schema tells is lost, which takes the rest along."""
    told = [one for one in values if one.by is ToldBy.SCHEMA is not by]
    if by in _BELOW and not told:
        # Who leaves out what the schema tells of the call itself reads no schema.
        return True
    return any(given[one.parameter] != one.value for one in told)


def _came(call: ToolCall, told: ToldValue, given: Json) -> Iterator[Filled]:
    """Yield what came; of an object, or what may be null, the text that was to come or another, and
    nothing without any.
    """
    if told.by not in _BELOW:
        yield Filled(call, told.value or "", given)
        return
    if told.by is ToldBy.BOUND:
        number = _number(given)
        # Whether a number came as a text is another rule's.
        if number:
            yield Filled(call, told.value or "", number)
        return
    texts = list(_texts(given))
    if texts:
        # An object that came as a text is another rule's.
        right = any((told.value or "") in text for text in texts)
        yield Filled(call, told.value or "", told.value if right else texts[0])


def _number(value: Json) -> str:
    """Return a number as its text, which it may have come as; "" for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return ""
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return ""
    return str(int(number)) if number.is_integer() else str(value)


def _texts(value: Json) -> Iterator[str]:
    """Yield the texts in a value, whatever it is made of."""
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, str):
            yield one
        left.extend(one.values() if isinstance(one, dict) else items_of(one))


def due_of(by: ToldBy) -> Callable[[Reading], bool]:
    """Make a test whether a call was to take such a value from its tool's definition, and has one."""
    return lambda reading: next(filled(reading, by), None) is not None


def shown_of(by: ToldBy) -> Callable[[Reading], int]:
    """Make what tells which of two parameters that are told in the same way came as they were to (`Chance.parts`).

    Who never has the one of them has lost it, however often the other came.
    """

    def shown(reading: Reading) -> int:
        right = (one for one in filled(reading, by) if one.came == one.told)
        return reduce(or_, (_SECOND if one.second else _FIRST for one in right), 0)

    return shown


def told_of(by: ToldBy, otherwise: str, described: str = "", second: str = "") -> Check:
    """Make a check that a call has what its tool's definition tells.

    Args:
        by: what tells it.
        otherwise: what is said of a call that has another value.
        described: what is said where schemas go into descriptions; "" for the same.
        second: what is said of the second of two parameters; "" for the same.
    """

    def check(reading: Reading) -> Iterator[Violation]:
        form = load_dialect(reading.dialect).wire.request
        within = form is not None and form.schemas_described
        said = (described if within else "") or otherwise
        for one in filled(reading, by):
            if one.came != one.told:
                otherwise_made = (one.second and second) or said
                message = _NONE_CAME if one.left_out else otherwise_made
                yield Violation(one.call.pointer, message, one.told, one.came)

    return check


def made_up_of(by: ToldBy) -> Plant:
    """Plant a call that has another value than its tool's definition tells, and all else as it should be."""

    def plant(name: str, mode: Mode) -> Change:
        def other(exchange: Exchange) -> Answer:
            reading = load_dialect(name).decode(exchange)
            what, conversation = asked(reading), reading.conversation
            tool = conversation.tools[0] if conversation is not None else None
            values = [] if what is None or tool is None else list(told_values(what.words, tool))
            if what is None or by not in {one.by for one in values}:
                raise LookupError("no value is left to a tool's definition")
            told = {
                one.parameter: (one._replace(value="default") if one.by is by else one).given
                for one in values
            }
            (wanted,) = what.calls
            return Answer(calls=(PlannedCall(wanted.name, {**wanted.arguments, **told}),))

        return answered(other)(name, mode)

    return plant
