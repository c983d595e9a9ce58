"""What `verify` asks a server beside the suites: which of several calls failed, where a mark alone tells it of one.

Of the others one says so in its text, and one worked: a model that tells these two as they are reads what it
gets, and no such three words are right for each question (TC735).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.quoted import SAYS_IT_FAILED, WHICH_FAILED
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, where_judged
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, ResultRule, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "error_result"
_MARK: Final = "marked_"
_RULE: Final = "TC735"
_TITLE: Final = "Three results, one of which is marked as failed"
_WORKED: Final = WrittenCalls("find_crate", "yard", (("north", "41 crates, list 6f1e"),))
_SAID: Final = WrittenCalls("find_cask", "yard", (("north", f"{SAYS_IT_FAILED} no such yard"),))
_MARKED: Final = WrittenCalls("find_sack", "yard", (("north", "17 sacks, list 82c4"),))
#: In an order of their own each time: whose three words are always the same is right once.
_ROUNDS: Final = (
    (_SAID, _MARKED, _WORKED),
    (_WORKED, _SAID, _MARKED),
    (_MARKED, _WORKED, _SAID),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    cases = (_case(suite, number, calls) for number, calls in enumerate(_ROUNDS, start=1))
    return where_judged(target, suite, _RULE, cases)


def _case(suite: Suite, number: int, calls: tuple[WrittenCalls, ...]) -> Case:
    *first, last = (one.written for one in calls)
    prompt = (
        f"Call {', '.join(first)} and {last}, all in this one reply. Then say of each, in this order, "
        f"whether it failed, {WHICH_FAILED}, and nothing else."
    )
    expected = tuple(call for one in calls for call in one.expected)
    called = Step(Expectation(calls=expected, any_order=True), prompt)
    # What a model makes of the question is judged by a rule, over a run.
    told = Step(Expectation(), results=tuple(map(_returned, calls)))
    return Case(
        suite.id, f"{_MARK}{number}", _TITLE, tuple(one.offered for one in calls), (called, told)
    )


def _returned(one: WrittenCalls) -> ResultRule:
    return ResultRule(one.tool, one.parameter, one.returned, error=one is _MARKED)


FAILED_MARKS: Final = BesideSuite(SUITE, _MARK, _items)
