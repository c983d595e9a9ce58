"""What `verify` asks a server beside the suites: results that are objects with objects in them.

Formats whose results are objects leave it to the client what stands in them. Asked in both modes and of two
tools, a server that reads one name alone, or makes a word of an object, shows itself in every answer (TC766).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_native_tools
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "history_forms"
_MARK: Final = "nested_"
_RULE: Final = "TC766"
_TITLE: Final = "A result that is an object with objects in it"
_ROUNDS: Final = (
    WrittenCalls("get_tide", "harbour", (("Whitby", "high at 06:40, gauge 2f7c"),)),
    WrittenCalls("find_parcel", "number", (("KX-10", "in Lisbon, shelf 9d35"),)),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    if name not in RULES[_RULE].severity or not takes_native_tools(target):
        return
    cases = (
        one.case(suite.id, f"{_MARK}{number}", _TITLE, "what it returned", probe=_RULE)
        for number, one in enumerate(_ROUNDS, start=1)
    )
    yield from in_both_modes(target, suite, cases)


NESTED_RESULTS: Final = BesideSuite(SUITE, _MARK, _items)
