"""What `verify` asks a server beside the suites: a history with a call whose arguments are no JSON (TC799).

No model can be asked for one, so it is written out. An agent sends such a call back with a result that says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_native_tools
from toolwire.jobs.audit.plan import Item
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.model import BROKEN_CALL, Case, Expectation, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "round_trip"
_MARK: Final = "broken_"
_TITLE: Final = "A call of the history whose arguments are no JSON"
_TOOL: Final = "get_weather"
_PROMPT: Final = 'Call get_weather({"location": "Paris"}).'


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if target.provider.dialect not in RULES[BROKEN_CALL].severity or not takes_native_tools(target):
        return
    tool = next(tool for one in suite.cases for tool in one.tools if tool.name == _TOOL)
    # What a model makes of it is its own affair.
    step = Step(Expectation(may_refuse=True), _PROMPT, probe=BROKEN_CALL)
    case = Case(suite.id, f"{_MARK}arguments", _TITLE, (tool,), (step,))
    yield from in_both_modes(target, suite, (case,))


BROKEN_CALLS: Final = BesideSuite(SUITE, _MARK, _items)
