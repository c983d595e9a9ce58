"""What `verify` asks a server beside the suites: answers in a schema, where tools are offered too.

Agents that want their last words as JSON send the schema with every request. A text has to fit it
(TC520), and a call that is demanded has to come all the same (TC602).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import ChoiceMode, ToolChoice
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.model import IN_SCHEMA, Case, Expectation, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "no_tool_needed"
_MARK: Final = "schema_"
_TITLE: Final = "An answer in a schema, beside tools"
#: Without a word of JSON, so that no model writes any by itself.
_WORDS: Final = ("Hello! Please greet me back.", "No tool is needed here. Wish me a good day.")
#: Of a server that has to know schemas a run tells, also that it knows them in one mode only.
_MORE_WORDS: Final = (
    "Greet my aunt Ada, please, in a few words.",
    "Good morning! How do you greet a neighbour?",
    "No tool is needed here. Greet the whole team for me.",
    "I have just come home. Say hello to me.",
)
_CALL: Final = 'Call get_weather({"location": "Paris"}).'


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if target.provider.dialect not in RULES[IN_SCHEMA].severity or not takes_tools(target):
        return
    tool = next(tool for one in suite.cases for tool in one.tools if tool.name in _CALL)
    named = ToolChoice(ChoiceMode.NAMED, tool.name)
    form = load_dialect(target.provider.dialect).wire.request
    more = _MORE_WORDS if form is not None and form.one_document else ()
    steps = [Step(Expectation(may_refuse=True), said, probe=IN_SCHEMA) for said in (*_WORDS, *more)]
    steps.append(Step(Expectation(may_refuse=True), _CALL, choice=named, probe=IN_SCHEMA))
    cases = (
        Case(suite.id, f"{_MARK}{number}", _TITLE, (tool,), (step,))
        for number, step in enumerate(steps, start=1)
    )
    yield from in_both_modes(target, suite, cases)


SCHEMAS_ASKED: Final = BesideSuite(SUITE, _MARK, _items)
