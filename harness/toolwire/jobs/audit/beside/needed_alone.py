"""What `verify` asks a server beside the suites: calls with the parameters that their tools require, and no more.

Nothing but `required` tells which these are (TC398): each parameter has one value, which its schema allows, and the
required one stands first in some tools and second in others. So neither a model that fills in
the first nor one that picks any is taken for one that was not told. Where the prompt itself names
the parameter a model shows whether it does such a thing at all.
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
_MARK: Final = "needed_"
_RULE: Final = "TC398"
_TITLE: Final = "A call with what its tool requires, and no more"
_LEAVE: Final = "and leave out the others."


class _NeededAlone(NamedTuple):
    """A tool with a parameter that it requires and one that may be left out.

    Attributes:
        tool: its name.
        takes: both parameters in their order, each with its only value.
        required: which of them it requires.
        named: whether the prompt names it.
    """

    tool: str
    takes: tuple[tuple[str, str], tuple[str, str]]
    required: str
    named: bool = False

    @property
    def offered(self) -> Tool:
        """Return the tool."""
        properties: JsonObject = {
            name: {"type": "string", "enum": [value]} for name, value in self.takes
        }
        schema: JsonObject = {
            "type": "object",
            "properties": properties,
            "required": [self.required],
        }
        words = self.tool.replace("_", " ").capitalize()
        return Tool(self.tool, f"{words}.", schema)

    @property
    def prompt(self) -> str:
        """Return the question."""
        which = f"parameter {self.required}" if self.named else "parameters that it must have"
        return f"Call {self.tool} with only the {which}, {_LEAVE}"


_ASKED: Final = (
    _NeededAlone("shut_hatch", (("bolt", "iron-52"), ("seal", "wax-16")), "bolt"),
    _NeededAlone("hang_lamp", (("chain", "brass-7"), ("shade", "silk-83")), "shade"),
    _NeededAlone("stack_wood", (("shed", "north-29"), ("cover", "tarp-5")), "shed"),
    _NeededAlone("press_juice", (("fruit", "pear-61"), ("jug", "clay-34")), "jug"),
    _NeededAlone("wind_clock", (("key", "steel-48"), ("cloth", "felt-2")), "key"),
    _NeededAlone("tie_boat", (("rope", "hemp-75"), ("post", "oak-13")), "post"),
    _NeededAlone("fold_sheet", (("edge", "blue-26"), ("basket", "cane-9")), "edge", named=True),
    _NeededAlone("sweep_yard", (("broom", "birch-4"), ("gate", "west-57")), "gate", named=True),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    cases = (_case(suite, number, one) for number, one in enumerate(_ASKED, start=1))
    return where_judged(target, suite, _RULE, cases)


def _case(suite: Suite, number: int, one: _NeededAlone) -> Case:
    step = Step(Expectation(calls=(ExpectedCall(one.tool),)), one.prompt)
    return Case(suite.id, f"{_MARK}{number}", _TITLE, (one.offered,), (step,))


NEEDED_ALONE: Final = BesideSuite(SUITE, _MARK, _items)
