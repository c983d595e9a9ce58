"""What `verify` asks a server beside the suites: two conversations that end in the same words.

What is told before differs, or the only tool that is offered, and so does the answer: a cache that is keyed by the last
words, or by all words and no tools, gives the second the answer to the first (TC740). The first is asked before everything else, and the second behind it, so that a slow
server has answered the first by then.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_native_tools
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import ChoiceMode, ToolChoice
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.rules.mutate.twin_lines import TOOL_TWINS, TOOL_WANTED, TWINS, told, wanted
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, Step

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "round_trip"
_MARKS: Final = ("twin_first_", "twin_second_")
_RULE: Final = "TC740"
_TITLE: Final = "A conversation that ends in the same words as another"


def _items(which: int, target: Target, suite: Suite) -> Iterator[Item]:
    if target.provider.dialect in RULES[_RULE].severity:
        cases = (_case(suite, which, number) for number in range(len(TWINS)))
        yield from in_both_modes(target, suite, cases)
        if takes_native_tools(target):
            yield from in_both_modes(target, suite, (_of_tools(suite, which),))


def _case(suite: Suite, which: int, number: int) -> Case:
    line = TWINS[number][which]
    tools = suite.cases[0].tools
    step = Step(Expectation(), wanted(line))
    name = f"{_MARKS[which]}{number + 1}"
    return Case(suite.id, name, _TITLE, tools, (step,), system=told(line))


def _of_tools(suite: Suite, which: int) -> Case:
    """Return the same words with another tool, whose call is demanded."""
    tools = (WrittenCalls(TOOL_TWINS[which], "place", ()).offered,)
    step = Step(Expectation(), TOOL_WANTED, choice=ToolChoice(ChoiceMode.REQUIRED))
    return Case(suite.id, f"{_MARKS[which]}tools", _TITLE, tools, (step,))


TWINS_FIRST, TWINS_SECOND = (
    BesideSuite(SUITE, mark, partial(_items, which)) for which, mark in enumerate(_MARKS)
)
