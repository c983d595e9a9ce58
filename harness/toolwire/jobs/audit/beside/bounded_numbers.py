"""What `verify` asks a server beside the suites: calls with a number, of which the bounds of the schema leave one.

A gateway that keeps types and drops `minimum` and `maximum` leaves the model to guess (TC389).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from toolwire.io.json_text import dump
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, where_judged
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import JsonObject, Tool
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, ExpectedCall, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "tool_definition"
_MARK: Final = "bounded_"
_RULE: Final = "TC389"
_TITLE: Final = "A number, which the bounds of the schema alone tell"


class _BoundedNumber(NamedTuple):
    """A tool with a parameter that the prompt writes out, and two whose values its schema tells.

    Attributes:
        tool: its name.
        told: the parameter that is written out, and its text.
        allowed: the one of which the schema allows one value.
        bounded: the one that is a number, and the only one that its bounds leave.
    """

    tool: str
    told: tuple[str, str]
    allowed: tuple[str, str]
    bounded: tuple[str, int]

    @property
    def offered(self) -> Tool:
        """Return the tool."""
        name, only = self.bounded
        properties: JsonObject = {
            self.told[0]: {"type": "string"},
            self.allowed[0]: {"type": "string", "enum": [self.allowed[1]]},
            name: {"type": "integer", "minimum": only, "maximum": only},
        }
        schema: JsonObject = {"type": "object", "properties": properties, "required": [*properties]}
        return Tool(self.tool, f"Takes a {self.told[0]} and more.", schema)

    @property
    def prompt(self) -> str:
        """Return the question."""
        given = dump({self.told[0]: self.told[1]}).decode()
        return (
            f"Call {self.tool}({given}) and fill in the only {self.allowed[0]} that its schema allows "
            f"and the only {self.bounded[0]} that its bounds allow."
        )


#: Numbers that nobody guesses.
_ASKED: Final = (
    _BoundedNumber("hang_lamp", ("room", "Attic."), ("wick", "rush-51"), ("height", 4739)),
    _BoundedNumber("bake_loaf", ("baker", "Rosa."), ("flour", "rye-17"), ("grams", 6183)),
    _BoundedNumber("fill_tank", ("barn", "West."), ("valve", "ball-34"), ("litres", 8527)),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    cases = (_case(suite, f"{_MARK}{n}", one) for n, one in enumerate(_ASKED, start=1))
    yield from where_judged(target, suite, _RULE, cases)


def _case(suite: Suite, name: str, one: _BoundedNumber) -> Case:
    # Who refuses bounds is told so where they are asked beside other forms of a schema.
    expected = Expectation(calls=(ExpectedCall(one.tool),), may_refuse=True)
    return Case(suite.id, name, _TITLE, (one.offered,), (Step(expected, one.prompt),))


BOUNDED_NUMBERS: Final = BesideSuite(SUITE, _MARK, _items)
