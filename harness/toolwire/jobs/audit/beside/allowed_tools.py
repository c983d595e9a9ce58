"""What `verify` asks a server beside the suites: calls where the choice names the tools that may be called.

Some formats let a choice do so. Asked for one of these, a server that passes over the names answers as it should;
asked for another one, it calls what was not allowed (TC604). One that passes on the first name alone calls that
tool, whichever of them is asked for (TC605).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of, parse
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_native_tools
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import ChoiceMode, ToolChoice, UserTurn
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.expressible import lacking
from toolwire.suites.model import CHOICE_FORMS, SEVERAL_ALLOWED, Case, Expectation, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "tool_choice"
_MARK: Final = "allowed_"
_TITLE: Final = "A call that the choice does not allow"
_OF_SEVERAL: Final = "A call of another than the first of the tools that the choice allows"
#: The first is allowed, and the second is asked for.
_ALLOWED: Final = WrittenCalls("ring_bell", "times", (("two", "rung"),))
_ASKED: Final = WrittenCalls("light_lamp", "place", (("hall", "lit"),))
#: Where both are allowed: as many answers as tell a server from a model.
_PLACES: Final = ("attic", "cellar", "porch")


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if not takes_native_tools(target):
        return
    forbidden = _case(suite, 1, _TITLE, _ASKED.written, CHOICE_FORMS)
    several = (
        _case(suite, number, _OF_SEVERAL, f'{_ASKED.tool}({{"place": "{place}"}})', SEVERAL_ALLOWED)
        for number, place in enumerate(_PLACES, start=2)
    )
    for case in (forbidden, *several):
        yield from _where_named(target, suite, case)


def _case(suite: Suite, number: int, title: str, written: str, rule: str) -> Case:
    # That a choice of this form is refused is asked by itself (TC604).
    expect = Expectation(may_refuse=rule == SEVERAL_ALLOWED)
    step = Step(expect, f"Call {written}.", choice=ToolChoice(ChoiceMode.REQUIRED), probe=rule)
    tools = (_ALLOWED.offered, _ASKED.offered)
    return Case(suite.id, f"{_MARK}{number}", title, tools, (step,))


def _where_named(target: Target, suite: Suite, case: Case) -> Iterator[Item]:
    """Yield a case in both modes, of whose choices name the tools that may be called."""
    (step,), name = case.steps, target.provider.dialect
    rule = RULES[step.question]
    if name not in rule.probing or lacking(case, target.endpoint, name) is not None:
        return
    for item in in_both_modes(target, suite, (case,)):
        if _names_tools(item, step):
            yield item


def _names_tools(item: Item, step: Step) -> bool:
    """Return whether the choice that is asked with names the tools that may be called.

    One that comes to a tool demanded by its name, as Gemini's, is asked for as that (TC602).
    """
    dialect = load_dialect(item.target.provider.dialect)
    request = request_of(item, step, (UserTurn(step.user or ""),), probing=True)
    form, read = dialect.wire.request, dialect.read_request(request)
    demanded = read is not None and read.choice is not None and read.choice.mode is ChoiceMode.NAMED
    if demanded or form is None or form.chosen is None:
        return False
    return any(True for _ in form.chosen(object_of(parse(request.body))))


ALLOWED_TOOLS: Final = BesideSuite(SUITE, _MARK, _items)
