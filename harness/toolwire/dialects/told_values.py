"""Values that a prompt leaves to a tool's definition: its schema, a parameter's description, or the tool's own.

The reference responder and the rules that hold a call to its tool's definition read them alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final, NamedTuple

from toolwire.dialects.quoted import (
    DESCRIBED,
    FILL,
    FILL_BOUND,
    FILL_CONSTANT,
    FILL_DEFINED,
    FILL_EITHER,
    FILL_WITHIN,
    NAMED,
    TOOL_DESCRIBED,
)
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject, Tool

#: What a model fills in that is told nothing.
_MADE_UP: Final = "example"
_MADE_UP_NUMBER: Final = 1


class ToldBy(Enum):
    """What tells a value, and how a prompt says so."""

    SCHEMA = FILL
    DESCRIPTION = DESCRIBED
    TOOL = TOOL_DESCRIBED
    WITHIN = FILL_WITHIN
    EITHER = FILL_EITHER
    DEFINED = FILL_DEFINED
    CONSTANT = FILL_CONSTANT
    BOUND = FILL_BOUND


#: What converters of schemas lose that leave a text behind.
_MADE_UP_IF_LOST: Final = (ToldBy.EITHER, ToldBy.DEFINED, ToldBy.CONSTANT)


class ToldValue(NamedTuple):
    """A parameter that is left to a tool's definition, and the one text that this tells; None where it is not one.

    A number is told as its text. The parameter is an object where a `member` of it is to list the text, or `listed` objects with the text
    as a member; "" where it is the text.
    """

    by: ToldBy
    parameter: str
    value: str | None
    member: str = ""
    listed: bool = False

    @property
    def given(self) -> Json:
        """Return what is to stand at the parameter; what converters of schemas lose is made up
        where nothing tells it.
        """
        text = self.value or _MADE_UP
        if self.by is ToldBy.BOUND:
            return int(text) if text.isdecimal() else _MADE_UP_NUMBER
        if not self.member:
            return text if self.by in _MADE_UP_IF_LOST else self.value
        if self.listed:
            return [{self.member: text}]
        return {self.member: text if self.by is ToldBy.DEFINED else [text]}


def told_values(prompt: str, tool: Tool) -> Iterator[ToldValue]:
    """Yield each parameter that a prompt leaves to a tool's definition, with what this tells."""
    properties = object_of(object_of(tool.parameters).get("properties"))
    for by in ToldBy:
        for found in by.value.finditer(prompt):
            parameter, *members = (name for name in found.groups() if name)
            known = object_of(properties.get(parameter))
            member = members[0] if members else ""
            values = _told(by, known, tool, member)
            only = values[0] if len(values) == 1 else None
            text = only if isinstance(only, str) else None
            yield ToldValue(by, parameter, text, member, _lists(known))


def _lists(known: JsonObject) -> bool:
    kind = known.get("type")
    return "items" in known or (isinstance(kind, str) and kind.lower() == "array")


def _within(known: JsonObject, member: str) -> JsonObject:
    """Return the schema of a member of the objects that a parameter lists, or of what a member of it lists."""
    if _lists(known):
        return _member(object_of(known.get("items")), member)
    return object_of(_member(known, member).get("items"))


def _member(known: JsonObject, name: str) -> JsonObject:
    return object_of(object_of(known.get("properties")).get(name))


def _told(by: ToldBy, known: JsonObject, tool: Tool, member: str) -> Sequence[Json]:
    if by is ToldBy.SCHEMA:
        return items_of(known.get("enum"))
    if by is ToldBy.WITHIN:
        return items_of(_within(known, member).get("enum"))
    if by in (ToldBy.CONSTANT, ToldBy.BOUND):
        only = _constant(known) if by is ToldBy.CONSTANT else _bounded(known)
        # A server may write either as an `enum`.
        return only or [str(one) for one in items_of(known.get("enum"))]
    if by is ToldBy.DEFINED:
        defined = _referred(known, object_of(tool.parameters))
        return items_of((_member(defined, member) if member else defined).get("enum"))
    if by is ToldBy.EITHER:
        # Where nothing but a text or null may stand, a server may write the text alone.
        either = items_of(known.get("anyOf")) or [known]
        return [value for one in either for value in items_of(object_of(one).get("enum"))]
    words = tool.description if by is ToldBy.TOOL else known.get("description")
    return NAMED.findall(words) if isinstance(words, str) else ()


def _constant(known: JsonObject) -> Sequence[Json]:
    return [known["const"]] if "const" in known else ()


def _bounded(known: JsonObject) -> Sequence[Json]:
    """Return the text of the only number that bounds leave."""
    least, most = known.get("minimum"), known.get("maximum")
    return [str(least)] if least == most and isinstance(least, int) else ()


def _referred(known: JsonObject, schema: JsonObject) -> JsonObject:
    """Return the definition that a parameter refers to, or itself, where a server has written it out there."""
    reference = known.get("$ref")
    if not isinstance(reference, str):
        return known
    *_, place, name = ("", "", *reference.split("/"))
    return object_of(object_of(schema.get(place)).get(name))
