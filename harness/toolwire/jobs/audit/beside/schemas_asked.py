"""What `verify` asks a server beside the suites: answers in a schema, where tools are offered too,
and in JSON without.

Agents that want their last words as JSON send the schema with every request. A text has to fit it
(TC520) and has the only value that the schema allows for a member (TC521), and a call that is
demanded has to come all the same (TC602). Others ask for JSON of
whatever schema, and say so in words, as vendors want it: what comes in a fence then, or with words
around it, shows that nothing was made of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.text_form import TextForm
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import ChoiceMode, Tool, ToolChoice
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.model import ALLOWED_TOLD, IN_SCHEMA, Case, Expectation, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "no_tool_needed"
_MARK: Final = "schema_"
_TITLE: Final = "An answer in a schema, beside tools"
_ALONE_TITLE: Final = "An answer in a schema"
#: Without a word of JSON, so that no model writes any by itself.
_WORDS: Final = ("Hello! Please greet me back.", "No tool is needed here. Wish me a good day.")
#: Of a server that has to know schemas a run tells, also that it knows them in one mode only.
_MORE_WORDS: Final = (
    "Greet my aunt Ada, please, in a few words.",
    "Good morning! How do you greet a neighbour?",
    "No tool is needed here. Greet the whole team for me.",
    "I have just come home. Say hello to me.",
)
#: Likewise, of a code that the schema alone tells, and of a number in words that it wants as one.
_CODE_WORDS: Final = (
    "Greet my uncle Ben, give him the code, and tell him in words how many legs a spider has.",
    "Say good night to my sister with the code, and write out as a word how many legs a bee has.",
    "No tool is needed here. Welcome a guest with the code, and spell out the number of a cat's legs.",
)
_CODE_TITLE: Final = "An answer in a schema that alone tells a value"
#: OpenAI refuses the mode where no message has the word.
_IN_JSON: Final = 'Greet me in JSON: an object whose member "greeting" has your words.'
_JSON_TITLE: Final = "An answer in JSON, of whatever schema"
_CALL: Final = 'Call get_weather({"location": "Paris"}).'


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if target.provider.dialect not in RULES[IN_SCHEMA].severity or not takes_tools(target):
        return
    tool = next(tool for one in suite.cases for tool in one.tools if tool.name in _CALL)
    named = ToolChoice(ChoiceMode.NAMED, tool.name)
    form = load_dialect(target.provider.dialect).wire.request
    assert form is not None
    assert form.text_form is not None
    yield from in_both_modes(target, suite, _in_json(target, suite, form.text_form))
    told = _with_codes(suite, () if form.text_form.apart else (tool,))
    yield from in_both_modes(target, suite, told)
    if form.text_form.apart:
        step = Step(Expectation(may_refuse=True), _WORDS[0], probe=IN_SCHEMA)
        alone = Case(suite.id, f"{_MARK}1", _ALONE_TITLE, (), (step,))
        yield from in_both_modes(target, suite, (alone,))
        return
    more = _MORE_WORDS if form.one_document else ()
    steps = [Step(Expectation(may_refuse=True), said, probe=IN_SCHEMA) for said in (*_WORDS, *more)]
    steps.append(Step(Expectation(may_refuse=True), _CALL, choice=named, probe=IN_SCHEMA))
    cases = (
        Case(suite.id, f"{_MARK}{number}", _TITLE, (tool,), (step,))
        for number, step in enumerate(steps, start=1)
    )
    yield from in_both_modes(target, suite, cases)


def _with_codes(suite: Suite, tools: tuple[Tool, ...]) -> Iterator[Case]:
    """Yield requests for a text with the only value that its schema allows."""
    for number, said in enumerate(_CODE_WORDS, start=1):
        step = Step(Expectation(may_refuse=True), said, probe=ALLOWED_TOLD)
        yield Case(suite.id, f"{_MARK}code_{number}", _CODE_TITLE, tools, (step,))


def _in_json(target: Target, suite: Suite, form: TextForm) -> Iterator[Case]:
    """Yield a request for JSON of whatever schema; a vendor's that has it so everywhere is to take it."""
    mode = form.any_json
    if mode is not None:
        step = Step(Expectation(may_refuse=not mode.everywhere), _IN_JSON)
        extra = {target.provider.dialect: mode.members}
        yield Case(suite.id, f"{_MARK}json", _JSON_TITLE, (), (step,), extra=extra)


SCHEMAS_ASKED: Final = BesideSuite(SUITE, _MARK, _items)
