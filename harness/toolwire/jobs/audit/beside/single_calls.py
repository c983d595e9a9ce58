"""What `verify` asks a server beside the suites: one call at a time, where a call is demanded.

The suite switches parallel calls off beside a choice that is left to the model. Programs that write a
tool choice anew for another API keep the switch there, and lose it where a call is demanded, of any
tool or of one (TC652).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_native_tools
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import ChoiceMode, ToolChoice
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, ExpectedCall, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "parallel_calls"
_MARK: Final = "single_"
_RULE: Final = "TC652"
_TITLE: Final = "One call only, where a call is demanded and parallel calls are switched off"
_CALLED: Final = WrittenCalls("ring_bell", "times", (("two", "rung"), ("five", "rung")))
_OTHER: Final = WrittenCalls("light_lamp", "place", (("hall", "lit"),))
_CHOICES: Final = (
    ToolChoice(ChoiceMode.REQUIRED),
    ToolChoice(ChoiceMode.NAMED, _CALLED.tool),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if target.provider.dialect in RULES[_RULE].severity and takes_native_tools(target):
        yield from in_both_modes(target, suite, (_case(suite, choice) for choice in _CHOICES))


def _case(suite: Suite, choice: ToolChoice) -> Case:
    # Who reads the switch lets the first come, whatever is asked for.
    called = Expectation(calls=(ExpectedCall(_CALLED.tool),))
    prompt = f"Call {_CALLED.written}, both in this one reply."
    step = Step(called, prompt, choice=choice, parallel=False)
    tools = (_CALLED.offered, _OTHER.offered)
    return Case(suite.id, f"{_MARK}{choice.mode}", _TITLE, tools, (step,), attempts=3)


SINGLE_CALLS: Final = BesideSuite(SUITE, _MARK, _items)
