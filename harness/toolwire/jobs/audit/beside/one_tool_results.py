"""What `verify` asks a server beside the suites: what each of two calls of one tool returned.

The suite asks once, and one answer a model may have got wrong. Asked in both modes of several tools, a
server that keeps results by the tool's name shows itself in every answer (TC767). A stream that keeps one call of
each tool shows itself too (TC662), if a run has six such streams: where results in another order ask for two of
them (`result_orders`), two cases are enough here, else four.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_native_tools
from toolwire.jobs.audit.beside.result_orders import RESULT_ORDERS
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
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
#: Where no other calls of one tool are written out.
_MORE: Final = (
    WrittenCalls(
        "get_depth",
        "lake",
        (("Mjosa", "453 metres, chart 2d8c"), ("Siljan", "120 metres, chart 6f13")),
    ),
    WrittenCalls(
        "find_seat",
        "train",
        (("IC 71", "coach 4, window, code a59e"), ("RE 18", "coach 2, aisle, code c04b")),
    ),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    if not takes_native_tools(target):
        return
    alone = next(RESULT_ORDERS.made(target, suite), None) is None
    cases = (
        one.case(suite.id, f"{_MARK}{number}", _TITLE, "what each returned")
        for number, one in enumerate((*_ROUNDS, *(_MORE if alone else ())), start=1)
    )
    yield from in_both_modes(target, suite, cases)


ONE_TOOL_RESULTS: Final = BesideSuite(SUITE, _MARK, _items)
