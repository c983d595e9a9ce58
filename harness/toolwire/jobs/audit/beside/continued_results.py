"""What `verify` asks a server beside the suites: to repeat a result that goes back alone, by the id of the
answer that made its call.

A server that keeps the words of its answers and not their calls has nothing to which the result belongs,
and its model calls once more. One that does so with the history written out, too, has no more to tell
(`control`). A model that calls again now and then is no server: three conversations are had (TC784).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_native_tools
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import ChoiceMode, JsonObject, Tool, ToolChoice
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.model import ALONE, Case, Expectation, ExpectedCall, ResultRule, Step

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "round_trip"
_MARK: Final = "alone_"
_TITLE: Final = "A result alone, by the id of the answer, and with the history written out"
_TOOL: Final = "get_weather"
#: Where it is called for, and what it returns.
_TOLD: Final = (
    ("Quito", "12 C and drizzle, buoy d6w9"),
    ("Sofia", "27 C and haze, mast f2k8"),
    ("Accra", "31 C and thunder, pier h7n4"),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    keeps = load_dialect(name).wire.keeps
    if not keeps or not takes_native_tools(target):
        return
    tool = next(tool for one in suite.cases for tool in one.tools if tool.name == _TOOL)
    extra: dict[str, JsonObject] = {name: {keeps: True}}
    cases = (
        Case(suite.id, f"{_MARK}{number}", _TITLE, (tool,), _steps(tool, *told), extra=extra)
        for number, told in enumerate(_TOLD, start=1)
    )
    yield from in_both_modes(target, suite, cases)


def _steps(tool: Tool, place: str, result: str) -> tuple[Step, ...]:
    prompt = f'Call {tool.name}({{"location": "{place}"}}), then tell me what it returned, word for word.'
    called = Expectation(calls=(ExpectedCall(tool.name),))
    return (
        Step(called, prompt, choice=ToolChoice(ChoiceMode.NAMED, tool.name)),
        # A refusal is told of by `continuations`.
        Step(
            Expectation(),
            results=(ResultRule(tool.name, None, (("", result),)),),
            probe=ALONE,
            continues=True,
        ),
    )


CONTINUED_RESULTS: Final = BesideSuite(SUITE, _MARK, _items)
