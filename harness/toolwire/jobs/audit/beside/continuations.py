"""What `verify` asks a server beside the suites: to go on from an answer that it was asked to keep.

The results of a call go back without the history, with the id of the answer that made it. Agents of
formats that have this send every turn so; where the id is not found, or is another than the one that
was told, every second turn is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_native_tools
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import ChoiceMode, JsonObject, ToolChoice
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.model import (
    CONTINUED,
    ArgumentTest,
    Case,
    Expectation,
    ExpectedCall,
    ResultRule,
    Step,
)

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "round_trip"
_MARK: Final = "continued_"
_TITLE: Final = "A result that goes back with the id of the answer, without the history"
_TOOL: Final = "get_weather"
_PROMPT: Final = (
    'Call get_weather({"location": "Lima"}), then tell me what it returned, word for word.'
)
_MARK_OF_RESULT: Final = "a4f7"
_RESULT: Final = f"19 C and mist, station {_MARK_OF_RESULT}"


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    keeps = load_dialect(name).wire.keeps
    if not keeps or not takes_native_tools(target):
        return
    tool = next(tool for one in suite.cases for tool in one.tools if tool.name == _TOOL)
    called = Expectation(calls=(ExpectedCall(_TOOL),))
    steps = (
        Step(called, _PROMPT, choice=ToolChoice(ChoiceMode.NAMED, _TOOL)),
        # Without it a model may have disobeyed, or the server begun anew: nobody can say which.
        Step(
            Expectation(text=(ArgumentTest("contains", _MARK_OF_RESULT),)),
            results=(ResultRule(_TOOL, None, (("", _RESULT),)),),
            probe=CONTINUED,
            continues=True,
        ),
    )
    extra: dict[str, JsonObject] = {name: {keeps: True}}
    case = Case(suite.id, f"{_MARK}result", _TITLE, (tool,), steps, extra=extra)
    yield from in_both_modes(target, suite, (case,))


CONTINUATIONS: Final = BesideSuite(SUITE, _MARK, _items)
