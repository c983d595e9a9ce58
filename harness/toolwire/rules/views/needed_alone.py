"""Calls that were to have what their tool's schema requires and no more, and what came of it."""

from __future__ import annotations

from typing import NamedTuple

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.needed import Needed, needed_of
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import ToolCall
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.rules.mutate.faults import Change
from toolwire.rules.views.asked_for import asked, whole
from toolwire.rules.views.probe_answer import answered


class NeededCall(NamedTuple):
    """A call that was to have what its tool's schema requires and no more.

    Attributes:
        call: what came.
        due: the parameters that are required.
        given: those that it has.
    """

    call: ToolCall
    due: frozenset[str]
    given: frozenset[str]

    @property
    def lacks(self) -> bool:
        """Return whether one that is required was left out."""
        return not self.due <= self.given


def needed_call(reading: Reading) -> NeededCall | None:
    """Return the call of a reply that was asked for so, and has what is required alone, or lacks some of it.

    One that has all that its tool takes tells nothing: many models fill in whatever there is. Nor
    does one with what its tool does not know, which has not come by its schema.
    """
    needed = _needed(reading)
    if needed is None or needed.named or needed.tool.strict is True:
        return None
    found = _the_call(reading, needed)
    schema = object_of(needed.tool.parameters)
    due = frozenset(name for name in items_of(schema.get("required")) if isinstance(name, str))
    if found is None or not due or due >= {*object_of(schema.get("properties"))}:
        return None
    one = NeededCall(found, due, frozenset(object_of(found.arguments)))
    return one if one.lacks or one.given == due else None


def clears(reading: Reading) -> bool:
    """Return whether a call has what is required alone, or one that was to have a parameter which the
    prompt names came otherwise, or not at all.

    Who has it so from the words and does not do it is not held to what the schema alone tells.
    """
    needed = _needed(reading)
    if needed is None or not reading.ok:
        return False
    if not needed.named:
        found = needed_call(reading)
        return found is not None and not found.lacks
    call = _the_call(reading, needed)
    return call is None or object_of(call.arguments).keys() != {needed.named}


def _needed(reading: Reading) -> Needed | None:
    what = asked(reading)
    if what is None or what.since or not what.tools:
        return None
    return needed_of(what.words, what.tools)


def _the_call(reading: Reading, needed: Needed) -> ToolCall | None:
    """Return the only call of a whole reply, with values that its schema allows; None for any other."""
    calls = reading.reply.tool_calls
    if len(calls) != 1 or calls[0].name != needed.tool.name or not whole(reading):
        return None
    (call,) = calls
    properties = object_of(object_of(needed.tool.parameters).get("properties"))
    if call.parse_error is not None or not isinstance(call.arguments, dict | None):
        return None
    given = object_of(call.arguments)
    fits = all(
        value in items_of(object_of(properties.get(key)).get("enum"))
        for key, value in given.items()
    )
    return call if fits else None


def another_in_its_place(name: str, mode: Mode) -> Change:
    """Plant a call that has a parameter which may be left out, and not the one that is required."""

    def other(exchange: Exchange) -> Answer:
        needed = _needed(load_dialect(name).decode(exchange))
        if needed is None:
            raise LookupError("no call is asked for with what it must have")
        schema = object_of(needed.tool.parameters)
        required = items_of(schema.get("required"))
        left = {
            key: items_of(object_of(known).get("enum"))[0]
            for key, known in object_of(schema.get("properties")).items()
            if key not in required
        }
        return Answer(calls=(PlannedCall(needed.tool.name, left),))

    return answered(other)(name, mode)
