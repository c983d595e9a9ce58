"""What `verify` asks a server beside the suites: what each of two calls of one tool returned.

The suite asks once, and one answer a model may have got wrong. Asked in both modes of several tools, a
server that keeps results by the tool's name shows itself in every answer (TC767).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside_suite import BesideSuite, in_both_modes
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.written_calls import WrittenCalls
from toolwire.providers.model import Target
from toolwire.suites import Suite

#: The suite that they are added to, and how the ids of their cases begin.
SUITE: Final = "parallel_calls"
_MARK: Final = "one_tool_"
_TITLE: Final = "Two calls of one tool, and what each returned"
_ROUNDS: Final = (
    WrittenCalls(
        "get_price",
        "plant",
        (("fern", "31 crowns, list 4e19"), ("ivy", "12 crowns, list 77a0")),
    ),
    WrittenCalls(
        "find_book",
        "author",
        (("Blixen", "in room 5, mark b62d"), ("Undset", "on loan, mark 90fc")),
    ),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    if load_dialect(name).in_words or not target.provider.native_tools(target.model.id):
        return
    cases = (
        one.case(suite.id, f"{_MARK}{number}", _TITLE, "what each returned")
        for number, one in enumerate(_ROUNDS, start=1)
    )
    yield from in_both_modes(target, suite, cases)


ONE_TOOL_RESULTS: Final = BesideSuite(SUITE, _MARK, _items)
