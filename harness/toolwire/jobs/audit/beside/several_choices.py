"""What `verify` asks a server beside the suites: several choices in one answer, of words and of calls.

A server may refuse that. One that answers has as many as were asked for (TC160).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import ChoiceMode, ToolChoice
from toolwire.model.exchange import Mode
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.model import SEVERAL, Case, Expectation, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "no_tool_needed"
_MARK: Final = "choices_"
_TITLE: Final = "Several choices in one answer"
_WORDS: Final = "Hello! Please greet me back."
_CALL: Final = 'Call get_weather({"location": "Paris"}).'


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if target.provider.dialect not in RULES[SEVERAL].severity or not takes_tools(target):
        return
    tool = next(tool for one in suite.cases for tool in one.tools if tool.name in _CALL)
    form = load_dialect(target.provider.dialect).wire.request
    streamed = form is not None and form.several is not None and form.several.streamed
    refusable = Expectation(may_refuse=True)
    named = ToolChoice(ChoiceMode.NAMED, tool.name)
    steps = {
        "words": Step(refusable, _WORDS, probe=SEVERAL),
        "calls": Step(refusable, _CALL, choice=named, probe=SEVERAL),
    }
    cases = (
        Case(suite.id, f"{_MARK}{kind}", _TITLE, (tool,), (step,)) for kind, step in steps.items()
    )
    for item in in_both_modes(target, suite, cases):
        if streamed or item.mode is Mode.BLOCKING:
            yield item


SEVERAL_CHOICES: Final = BesideSuite(SUITE, _MARK, _items)
