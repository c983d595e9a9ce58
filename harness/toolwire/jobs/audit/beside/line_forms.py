"""What `verify` asks a server beside the suites: lines of before in forms that gateways read past.

One of several messages of the system (TC796), and words of the model that are parts beside its
calls (TC797) or answers of its own in another form (TC794), which a server may not refuse (TC762). As in `earlier_lines` a line of the question
itself says whether the model does as told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.rules.mutate.addition import SAID_OTHERWISE, SAID_PARTS
from toolwire.rules.mutate.said_lines import SAID_LINES
from toolwire.suites import Suite
from toolwire.suites.model import RIGHT, Case, Expectation, Step

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "round_trip"
_MARK: Final = "form_"
#: The rule of words of the model in parts: that they reach it; that they are refused is another's.
SAID_IN_PARTS: Final = "TC797"
#: The same of its answers without calls, in their usual form and in another.
ANSWERED: Final = ("TC774", "TC794")


class _LineForm(NamedTuple):
    """A form in which a line stands.

    Attributes:
        name: how the ids of its cases go on.
        title: of a case.
        rule: about it.
        step: what is asked besides the question.
        told: whether the system tells the line.
    """

    name: str
    title: str
    rule: str
    step: Step
    told: bool


_FORMS: Final = (
    _LineForm(
        "messages",
        "A line of one of several messages of the system",
        "TC796",
        Step(Expectation(may_refuse=True), probe="TC796"),
        told=True,
    ),
    _LineForm(
        "said_parts",
        "A line that the model said in parts beside an earlier call",
        SAID_IN_PARTS,
        Step(Expectation(), probe=RIGHT, additions=(SAID_PARTS,)),
        told=False,
    ),
    _LineForm(
        "answers",
        "A line of an earlier answer of the model in another form",
        ANSWERED[1],
        Step(Expectation(), probe=RIGHT, additions=(SAID_OTHERWISE,)),
        told=False,
    ),
)
#: A line of the question itself, and the tools that are offered beside it.
_ROUNDS: Final = (
    ("Kiln: east yard, chalk b6r3", WrittenCalls("find_kiln", "yard", ())),
    ("Raft: north pond, oar j2n7", WrittenCalls("get_raft", "pond", ())),
    ("Silo: back field, lock v8c4", WrittenCalls("open_silo", "field", ())),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if takes_tools(target):
        cases = (
            _case(suite, form, number)
            for form in _FORMS
            if target.provider.dialect in RULES[form.rule].severity
            for number in range(len(_ROUNDS))
        )
        yield from in_both_modes(target, suite, cases)


def _case(suite: Suite, form: _LineForm, number: int) -> Case:
    (here, tool), line = _ROUNDS[number], SAID_LINES[number]
    first, other = (f'the line that begins with "{one.partition(" ")[0]}"' for one in (line, here))
    asked = f"{here}\nRepeat {first} and {other}, both exactly as they stand, and nothing else."
    told = f"Tell the user this line when it is asked for.\n{line}" if form.told else None
    step = replace(form.step, user=asked)
    return Case(
        suite.id,
        f"{_MARK}{form.name}_{number + 1}",
        form.title,
        (tool.offered,),
        (step,),
        system=told,
    )


LINE_FORMS: Final = BesideSuite(SUITE, _MARK, _items)
