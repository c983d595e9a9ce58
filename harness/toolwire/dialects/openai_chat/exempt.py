"""Which places of a reply do not count, and why.

A change there leaves another right answer, so that no judge could call it wrong. What counts
is everything else. Which members need not be there is told by the published types, read
2026-11-21.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.exempt import (
    COUNTS,
    GONE,
    INTERLEAVED,
    LESS,
    MOVED,
    NULLED,
    OPENING,
    OPTIONAL,
    ORDER,
    Exempt,
    Operator,
    exempt,
)
from toolwire.dialects.openai_wire import AROUND, DETAILS, LAST_DELTA

EXEMPT: Final[tuple[Exempt, ...]] = (
    exempt(LESS, (Operator.DROP,), "/choices/*/message/tool_calls/*"),
    exempt(ORDER, MOVED, "/choices/*/message/tool_calls/*"),
    exempt(OPTIONAL, GONE, AROUND),
    exempt(COUNTS, GONE, DETAILS),
    exempt(
        "SDKs take a message without content for one with null",
        (Operator.DROP,),
        "/choices/*/message/content",
    ),
    exempt(NULLED, GONE, "/choices/*/delta/content /choices/*/message/content"),
    exempt(
        OPENING,
        GONE,
        "/choices/*/delta/tool_calls/*/function/arguments",
        "/choices/*/delta/function_call/arguments",
    ),
    LAST_DELTA,
)

#: What counts and is missed all the same, as far as we know why.
MISSED: Final[tuple[Exempt, ...]] = (exempt(INTERLEAVED, (Operator.REORDER,), "chunk,chunk"),)
