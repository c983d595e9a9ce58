"""What `verify` asks a server beside the suites: calls with an object, of which the schema alone tells what a list in it holds.

A gateway that reads a schema into types of its own keeps its first level, and drops what objects or lists are made of
(TC394). Another value stands at the first level: who has none of it has lost the schema whole (TC383).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from toolwire.io.json_text import dump
from toolwire.jobs.audit.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import JsonObject, Tool
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, ExpectedCall, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "tool_definition"
_MARK: Final = "within_"
_RULE: Final = "TC394"
_TITLE: Final = "An object of which the schema alone tells a value"


class _NestedValue(NamedTuple):
    """A tool with a parameter that the prompt writes out, and two whose values its schema tells.

    Attributes:
        tool: its name.
        told: the parameter that is written out, and its text.
        allowed: the one of which the schema allows one value.
        within: the object, the list in it, and the one text that the schema allows there.
    """

    tool: str
    told: tuple[str, str]
    allowed: tuple[str, str]
    within: tuple[str, str, str]

    @property
    def offered(self) -> Tool:
        """Return the tool."""
        text: JsonObject = {"type": "string"}
        name, member, value = self.within
        listed: JsonObject = {"type": "array", "items": {**text, "enum": [value]}}
        one: JsonObject = {
            "type": "object",
            "properties": {member: listed},
            "required": [member],
        }
        properties: JsonObject = {
            self.told[0]: text,
            self.allowed[0]: {**text, "enum": [self.allowed[1]]},
            name: one,
        }
        schema: JsonObject = {"type": "object", "properties": properties, "required": [*properties]}
        return Tool(self.tool, f"Takes a {self.told[0]} and more.", schema)

    @property
    def prompt(self) -> str:
        """Return the question."""
        given = dump({self.told[0]: self.told[1]}).decode()
        name, member, _ = self.within
        return (
            f"Call {self.tool}({given}) and fill in the only {self.allowed[0]} that its schema allows "
            f"and the {name} with the only {member} that their schema allows."
        )


_ASKED: Final = (
    _NestedValue(
        "pack_crate", ("label", "Pears."), ("code", "swift-19"), ("seal", "marks", "wax-12")
    ),
    _NestedValue(
        "send_parcel", ("to", "Aunt Ada."), ("depot", "east-4c"), ("stamp", "kinds", "fox-77")
    ),
    _NestedValue(
        "lay_table", ("meal", "Supper."), ("cloth", "linen-6"), ("plate", "rims", "blue-35")
    ),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if target.provider.dialect in RULES[_RULE].severity and takes_tools(target):
        cases = (_case(suite, number, one) for number, one in enumerate(_ASKED, start=1))
        yield from in_both_modes(target, suite, cases)


def _case(suite: Suite, number: int, one: _NestedValue) -> Case:
    step = Step(Expectation(calls=(ExpectedCall(one.tool),)), one.prompt)
    return Case(suite.id, f"{_MARK}{number}", _TITLE, (one.offered,), (step,))


NESTED_VALUES: Final = BesideSuite(SUITE, _MARK, _items)
