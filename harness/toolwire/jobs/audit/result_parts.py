"""What `verify` asks a server beside the suites: results of several parts, and of other parts than text.

Clients of tool servers send the list of parts that they were given. Asked in both modes of two tools, a server
that reads the first part alone (TC763), or texts alone (TC734), or nothing beside an image (TC764), shows itself
in every answer, and a run tells it from a model that leaves something out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.jobs.audit.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.written_calls import WrittenCalls
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.model import Case, Expectation, Step

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "history_forms"
_MARK: Final = "parts_"
#: Rule -> what the ids of its cases have, and what it is that it puts into the results.
_ASKED: Final = {
    "TC763": ("", "A result of several parts"),
    "TC734": ("json_", "A result that is an object"),
    "TC764": ("image_", "A result of a text and an image"),
}
#: What a model may not have: eyes.
_MAY_REFUSE: Final = ("TC764",)
#: What is called, and the lines of what it returns, each of which becomes a part.
_RETURNED: Final = (
    WrittenCalls(
        "find_booking",
        "guest",
        (("Ines Duarte", "Room 214 until Friday, ref k7d2\nLocker 38 beside platform q4x9"),),
    ),
    WrittenCalls(
        "read_meter",
        "house",
        (
            (
                "12 Mill Lane",
                "Water 5518 litres, seal m3v8\nPower 977 units, fuse box t6w1\nHeating off, valve z2r5",
            ),
        ),
    ),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if not takes_tools(target):
        return
    for rule in (one for one in _ASKED if target.provider.dialect in RULES[one].severity):
        cases = (_case(suite, rule, number, one) for number, one in enumerate(_RETURNED, start=1))
        yield from in_both_modes(target, suite, cases)


def _case(suite: Suite, rule: str, number: int, one: WrittenCalls) -> Case:
    prompt = f"Call {one.written}, then tell me all that it returned, word for word."
    called = Step(Expectation(calls=one.expected), prompt)
    # What of it is repeated is judged by the rule, which says how the lines are put.
    told = Step(Expectation(may_refuse=rule in _MAY_REFUSE), results=one.results, probe=rule)
    kind, title = _ASKED[rule]
    return Case(suite.id, f"{_MARK}{kind}{number}", title, (one.offered,), (called, told))


RESULT_PARTS: Final = BesideSuite(SUITE, _MARK, _items)
