"""What `verify` asks a server beside the suites: calls and results that hold what servers change.

Letters beyond ASCII, line breaks, marks of other formats, long texts, numbers, lists of one item,
nested objects, what is null, false, zero or empty: each of two conversations has all of it, in the
arguments of a demanded call and in the result that the model is then to repeat. What a model gets
wrong in one of them it hardly gets wrong alike in all (TC325, TC757).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import ChoiceMode, ToolChoice
from toolwire.providers.model import Target
from toolwire.rules.mutate.contents import CONTENTS, TOOL, Contents
from toolwire.suites import Suite
from toolwire.suites.expressible import lacking
from toolwire.suites.model import Case, Expectation, ExpectedCall, ResultRule, Step

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "argument_fidelity"
_MARK: Final = "contents_"
_TITLE: Final = "Everything that servers change, in the arguments of a call and in its result"


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if not takes_tools(target):
        return
    cases = (_case(suite, number, contents) for number, contents in enumerate(CONTENTS, start=1))
    yield from in_both_modes(target, suite, (_demanding(target, case) for case in cases))


def _demanding(target: Target, case: Case) -> Case:
    """Return a case whose call is demanded as far as the target has words for it."""
    first, *others = case.steps
    for choice in (ToolChoice(ChoiceMode.NAMED, TOOL.name), ToolChoice(ChoiceMode.REQUIRED)):
        demanding = replace(case, steps=(replace(first, choice=choice), *others))
        if lacking(demanding, target.endpoint, target.provider.dialect) is None:
            return demanding
    return case


def _case(suite: Suite, number: int, contents: Contents) -> Case:
    call = Step(Expectation(calls=(ExpectedCall(TOOL.name),)), contents.prompt)
    result = ResultRule(TOOL.name, None, (("", contents.result),))
    # Whether the model repeats it is its own affair; what it makes of it is judged by rules.
    told = Step(Expectation(), results=(result,))
    return Case(suite.id, f"{_MARK}{number}", _TITLE, (TOOL,), (call, told))


CONTENT_CASES: Final = BesideSuite(SUITE, _MARK, _items)
