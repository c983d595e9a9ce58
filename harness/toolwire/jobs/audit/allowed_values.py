"""What `verify` asks a server beside the suites: calls with a value that the tool's schema alone tells.

All other arguments are written out. So a model that does as told shows whether it was given the schema (TC383).
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
_MARK: Final = "allowed_"
_RULE: Final = "TC383"
_TITLE: Final = "A value that the schema alone tells"


class _AllowedValue(NamedTuple):
    """A tool with a parameter that the prompt writes out, and one that has one value only."""

    tool: str
    told: str
    text: str
    parameter: str
    value: str

    @property
    def offered(self) -> Tool:
        """Return the tool."""
        schema: JsonObject = {
            "type": "object",
            "properties": {
                self.told: {"type": "string"},
                self.parameter: {"type": "string", "enum": [self.value]},
            },
            "required": [self.told, self.parameter],
        }
        return Tool(self.tool, f"Takes a {self.told} and a {self.parameter}.", schema)

    @property
    def prompt(self) -> str:
        """Return the question."""
        given = dump({self.told: self.text}).decode()
        return f"Call {self.tool}({given}) and fill in the only {self.parameter} that its schema allows."


_ASKED: Final = (
    _AllowedValue("open_gate", "note", "Ready at noon.", "code", "heron-41"),
    _AllowedValue("book_berth", "ship", "Marianne", "pier", "north-7b"),
    _AllowedValue("order_paint", "room", "Kitchen", "shade", "fern-263"),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if target.provider.dialect in RULES[_RULE].severity and takes_tools(target):
        cases = (_case(suite, number, one) for number, one in enumerate(_ASKED, start=1))
        yield from in_both_modes(target, suite, cases)


def _case(suite: Suite, number: int, one: _AllowedValue) -> Case:
    step = Step(Expectation(calls=(ExpectedCall(one.tool),)), one.prompt)
    return Case(suite.id, f"{_MARK}{number}", _TITLE, (one.offered,), (step,))


ALLOWED_VALUES: Final = BesideSuite(SUITE, _MARK, _items)
