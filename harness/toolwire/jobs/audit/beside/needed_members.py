"""What `verify` asks a server beside the suites: calls with all that their tools require, of the call and of objects
in it, and no more.

Each tool requires two of three parameters, an object and a list of objects, and these two of three members (TC399).
What is required stands in another order than the properties, so that who fills in the first of them has not the
first of `required`. Where the prompt itself names two members a model shows whether it does such a thing at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, where_judged
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import JsonObject, Tool
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, ExpectedCall, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "tool_definition"
_MARK: Final = "members_"
_RULE: Final = "TC399"
_TITLE: Final = "A call with all that its tool requires at each level, and no more"


class _Holder(NamedTuple):
    """A parameter that is an object, or lists such: its name, members with their only values, and the required ones."""

    name: str
    members: tuple[tuple[str, str], ...]
    required: tuple[str, str]

    @property
    def schema(self) -> JsonObject:
        """Return the schema of the object."""
        properties: JsonObject = {
            name: {"type": "string", "enum": [value]} for name, value in self.members
        }
        return {"type": "object", "properties": properties, "required": [*self.required]}


class _NeededMembers(NamedTuple):
    """A tool with a parameter that may be left out, an object and a list of objects, which it requires.

    Attributes:
        tool: its name.
        spare: the one that may be left out, and its only value.
        held: the object.
        listed: what the list has.
        named: whether the prompt names the object and its members.
    """

    tool: str
    spare: tuple[str, str]
    held: _Holder
    listed: _Holder
    named: bool = False

    @property
    def offered(self) -> Tool:
        """Return the tool."""
        properties: JsonObject = {
            self.spare[0]: {"type": "string", "enum": [self.spare[1]]},
            self.held.name: self.held.schema,
            self.listed.name: {"type": "array", "items": self.listed.schema},
        }
        required = [self.held.name] if self.named else [self.listed.name, self.held.name]
        schema: JsonObject = {"type": "object", "properties": properties, "required": [*required]}
        words = self.tool.replace("_", " ").capitalize()
        return Tool(self.tool, f"{words}.", schema)

    @property
    def prompt(self) -> str:
        """Return the question."""
        which = "parameters that it must have, each with only what it must have"
        if self.named:
            first, second = self.held.required
            which = f"parameter {self.held.name}, with only its members {first} and {second}"
        return f"Call {self.tool} with only the {which}, and leave out the others."


_ASKED: Final = (
    _NeededMembers(
        "pack_trunk",
        ("tag", "pine-3"),
        _Holder(
            "lid", (("hinge", "tin-64"), ("lock", "flax-9"), ("rim", "bone-12")), ("rim", "lock")
        ),
        _Holder(
            "trays",
            (("cloth", "felt-27"), ("knob", "horn-8"), ("edge", "lace-51")),
            ("knob", "edge"),
        ),
    ),
    _NeededMembers(
        "build_raft",
        ("flag", "red-40"),
        _Holder(
            "mast", (("wood", "ash-17"), ("wire", "steel-6"), ("cap", "cork-33")), ("wire", "wood")
        ),
        _Holder(
            "planks",
            (("bark", "birch-72"), ("nail", "iron-5"), ("knot", "rope-19")),
            ("knot", "bark"),
        ),
    ),
    _NeededMembers(
        "stage_play",
        ("poster", "gold-14"),
        _Holder(
            "curtain",
            (("cord", "silk-58"), ("hem", "wool-2"), ("ring", "brass-39")),
            ("ring", "hem"),
        ),
        _Holder(
            "roles",
            (("mask", "clay-44"), ("hat", "straw-7"), ("shoe", "hide-26")),
            ("shoe", "mask"),
        ),
    ),
    _NeededMembers(
        "string_kite",
        ("tail", "ribbon-31"),
        _Holder(
            "frame",
            (("spar", "reed-8"), ("joint", "wax-63"), ("sheet", "paper-15")),
            ("sheet", "joint"),
        ),
        _Holder(
            "lines",
            (("reel", "plum-9"), ("hook", "zinc-47"), ("bead", "jade-22")),
            ("hook", "bead"),
        ),
        named=True,
    ),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    cases = (_case(suite, number, one) for number, one in enumerate(_ASKED, start=1))
    return where_judged(target, suite, _RULE, cases)


def _case(suite: Suite, number: int, one: _NeededMembers) -> Case:
    step = Step(Expectation(calls=(ExpectedCall(one.tool),)), one.prompt)
    return Case(suite.id, f"{_MARK}{number}", _TITLE, (one.offered,), (step,))


NEEDED_MEMBERS: Final = BesideSuite(SUITE, _MARK, _items)
