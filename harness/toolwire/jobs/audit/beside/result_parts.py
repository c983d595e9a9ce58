"""What `verify` asks a server beside the suites: results of several parts, and of other parts than text.

Clients of tool servers send the list of parts that they were given. Asked in both modes of two tools, a server
that reads the first part alone (TC763), or texts alone (TC734), or nothing beside an image (TC764), shows itself
in every answer, and a run tells it from a model that leaves something out. So does one that takes one member alone
out of an object (TC765).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "history_forms"
_MARK: Final = "parts_"
#: Rule -> what the ids of its cases have, and what it is that it puts into the results.
_ASKED: Final = {
    "TC763": ("", "A result of several parts"),
    "TC734": ("json_", "A result that is an object"),
    "TC765": ("members_", "A result of several members"),
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
        kind, title = _ASKED[rule]
        cases = (
            one.case(
                suite.id,
                f"{_MARK}{kind}{number}",
                title,
                "all that it returned",
                probe=rule,
                may_refuse=rule in _MAY_REFUSE,
            )
            for number, one in enumerate(_RETURNED, start=1)
        )
        yield from in_both_modes(target, suite, cases)


RESULT_PARTS: Final = BesideSuite(SUITE, _MARK, _items)
