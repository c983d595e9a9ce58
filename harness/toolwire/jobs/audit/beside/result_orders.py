"""What `verify` asks a server beside the suites: results in the reverse order of their calls.

The suite asks once, and one answer a model may have got wrong. Asked in both modes of several cities
and tools, a server that pairs results with calls by their place shows itself in every answer, and a
run tells it from a model (TC709).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
from toolwire.model.observation import Severity
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "history_forms"
_MARK: Final = "order_"
_RULE: Final = "TC709"
_TITLE: Final = "Results in the reverse order of their calls"

_ROUNDS: Final = (
    WrittenCalls(
        "get_tide",
        "harbour",
        (("Whitby", "high at 06:40, gauge 5c2e"), ("Bergen", "low at 11:15, gauge 8d41")),
    ),
    WrittenCalls(
        "find_parcel",
        "number",
        (("KX-10", "in Lisbon, shelf 3a9b"), ("QF-27", "in Warsaw, shelf 6e70")),
    ),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    # Where the order of results says which call they answer, it is no question.
    if RULES[_RULE].severity.get(name) is not Severity.WARNING:
        return
    if not takes_tools(target):
        return
    cases = (
        one.case(
            suite.id, f"{_MARK}{number}", _TITLE, "only what the last call returned", probe=_RULE
        )
        for number, one in enumerate(_ROUNDS, start=1)
    )
    yield from in_both_modes(target, suite, cases)


RESULT_ORDERS: Final = BesideSuite(SUITE, _MARK, _items)
