"""What `verify` asks a server beside the suites: a tool choice behind a call and its result.

The suite asks for choices in the first request of a conversation. A server that reads them there, and goes on by
itself once a result came, forces no call then (TC601), calls another tool (TC602), or calls where calls are
forbidden (TC603).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_native_tools
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import ChoiceMode, ToolChoice
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, ExpectedCall, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "tool_choice"
_MARK: Final = "later_"
_TITLE: Final = "A tool choice behind a call and its result"
#: How often the bell is rung in each: equal requests might get one answer.
_TIMES: Final = {ChoiceMode.NONE: "two", ChoiceMode.REQUIRED: "three", ChoiceMode.NAMED: "four"}
_OTHER: Final = WrittenCalls("light_lamp", "place", (("hall", "lit"),))
_SAY: Final = 'Say "Marble staircase." and nothing else.'
#: What the last request says, its choice, and what is to be called.
_ASKED: Final[tuple[tuple[str, ToolChoice, tuple[ExpectedCall, ...] | None], ...]] = (
    (f"Call {_OTHER.written} now. If no tool can be called, {_SAY}", ToolChoice(ChoiceMode.NONE), ()),
    (_SAY, ToolChoice(ChoiceMode.REQUIRED), None),
    (_SAY, ToolChoice(ChoiceMode.NAMED, _OTHER.tool), (ExpectedCall(_OTHER.tool),)),
)  # fmt: skip


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if takes_native_tools(target):
        cases = (_case(suite, *asked) for asked in _ASKED)
        yield from in_both_modes(target, suite, cases)


def _case(
    suite: Suite, words: str, choice: ToolChoice, calls: tuple[ExpectedCall, ...] | None
) -> Case:
    rung = WrittenCalls("ring_bell", "times", ((_TIMES[choice.mode], "heard at mark 61d8"),))
    round_trip = rung.case(suite.id, f"{_MARK}{choice.mode}", _TITLE, "what it returned")
    called, told = round_trip.steps
    # Behind a call without a result no words of the user may follow.
    told = replace(told, expect=Expectation(calls=()))
    last = Step(Expectation(calls=calls), words, choice=choice)
    tools = (rung.offered, _OTHER.offered)
    return replace(round_trip, tools=tools, steps=(called, told, last), attempts=3)


LATER_CHOICES: Final = BesideSuite(SUITE, _MARK, _items)
