"""Calls that were to have what their tool's schema requires and no more, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.needed import Needed, needed_of
from toolwire.dialects.sample import sample_arguments
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.rules.mutate.faults import Change, Plant
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
    if needed is None or needed.named or needed.tool.strict is True or requires_members(reading):
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
    if needed is None or needed.members or not reading.ok:
        return False
    if not needed.named:
        found = needed_call(reading)
        return found is not None and not found.lacks
    call = _the_call(reading, needed)
    return call is None or object_of(call.arguments).keys() != {needed.named}


def requires_members(reading: Reading) -> bool:
    """Return whether a call was to have what its tool requires, which requires members of what it has, too."""
    needed = _needed(reading)
    if needed is None or needed.named or needed.tool.strict is True:
        return False
    properties = object_of(object_of(needed.tool.parameters).get("properties"))
    return any(items_of(_held(object_of(one)).get("required")) for one in properties.values())


class MembersCall(NamedTuple):
    """A call that was to have what its tool requires at each level, and no more.

    Attributes:
        call: what came.
        lacks: what it has not, by names one within the other.
        picked: it has something, and not what stands first among what is required there: who knows a part of
            `required` knows the first.
    """

    call: ToolCall
    lacks: tuple[str, ...]
    picked: bool


def members_call(reading: Reading) -> MembersCall | None:
    """Return the call of a reply that was asked for so, and has all of it and no more, or lacks some of it.

    One without any argument is another rule's, and one with all that its tool takes tells nothing.
    """
    needed = _needed(reading)
    if needed is None or not requires_members(reading):
        return None
    found, schema = _the_call(reading, needed), object_of(needed.tool.parameters)
    given = None if found is None else object_of(found.arguments)
    if found is None or not given:
        return None
    levels = tuple(_levels(schema, given))
    lacks = tuple(f"{at}{name}" for at, due, has in levels for name in due if name not in has)
    more = any(name not in due for _, due, has in levels for name in has)
    picked = any(has and due[0] not in has for _, due, has in levels)
    return None if more and not lacks else MembersCall(found, lacks, picked)


def members_clear(reading: Reading) -> bool:
    """Return whether a call has what is required at each level alone, or is of a model that picks what it likes, or
    had not the members that the prompt names.
    """
    needed = _needed(reading)
    if needed is None or not reading.ok:
        return False
    if not needed.named:
        found = members_call(reading)
        return found is not None and (found.picked or not found.lacks)
    if not needed.members:
        return False
    call = _the_call(reading, needed)
    given = {} if call is None else object_of(call.arguments)
    return given.keys() != {needed.named} or object_of(given[needed.named]).keys() != {
        *needed.members
    }


def _levels(
    schema: JsonObject, given: JsonObject, at: str = ""
) -> Iterator[tuple[str, list[str], JsonObject]]:
    """Yield of each object that is required where it stands, which of its members are, and what came."""
    due = [name for name in items_of(schema.get("required")) if isinstance(name, str)]
    if not due:
        return
    yield at, due, given
    properties = object_of(schema.get("properties"))
    for name in due:
        for one in items_of(given.get(name)) or [given.get(name)]:
            if isinstance(one, dict):
                yield from _levels(_held(object_of(properties.get(name))), one, f"{at}{name}/")


def _held(known: JsonObject) -> JsonObject:
    """Return the schema of an object, or of those that a parameter lists."""
    return object_of(known["items"]) if "items" in known else known


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
    if call.parse_error is not None or not isinstance(call.arguments, dict | None):
        return None
    return call if _fits(object_of(needed.tool.parameters), object_of(call.arguments)) else None


def _fits(known: JsonObject, value: Json) -> bool:
    """Return whether a value has nothing but texts that its schema allows, wherever they stand in it."""
    if "properties" in known:
        properties = object_of(known["properties"])
        return isinstance(value, dict) and all(
            _fits(object_of(properties.get(key)), one) for key, one in value.items()
        )
    if "items" in known:
        listed = items_of(value)
        return bool(listed) and all(_fits(object_of(known["items"]), one) for one in listed)
    return value in items_of(known.get("enum"))


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


def _first_alone(schema: JsonObject) -> JsonObject:
    return {**schema, "required": items_of(schema.get("required"))[:1]}


def _none_within(schema: JsonObject) -> JsonObject:
    properties: JsonObject = {
        name: {key: value for key, value in object_of(known).items() if key != "required"}
        for name, known in object_of(schema.get("properties")).items()
    }
    return {**schema, "properties": properties}


def _as_if(lost: Callable[[JsonObject], JsonObject]) -> Plant:
    """Make a plant of a call by a model that was told a schema without some of `required`."""

    def plant(name: str, mode: Mode) -> Change:
        def other(exchange: Exchange) -> Answer:
            needed = _needed(load_dialect(name).decode(exchange))
            if needed is None:
                raise LookupError("no call is asked for with what it must have")
            tool = replace(needed.tool, parameters=lost(object_of(needed.tool.parameters)))
            return Answer(calls=(PlannedCall(tool.name, sample_arguments(tool)),))

        return answered(other)(name, mode)

    return plant


#: The second of what a tool requires was lost, and what an object in it requires.
cut_to_the_first, none_within = _as_if(_first_alone), _as_if(_none_within)
