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
    OPTIONAL,
    ORDER,
    UNSAID,
    VALUES,
    Exempt,
    Operator,
    exempt,
)

EXEMPT: Final[tuple[Exempt, ...]] = (
    exempt(VALUES, UNSAID, "/message/tool_calls/*/function/arguments/days"),
    exempt(LESS, GONE, "/message/tool_calls /message/tool_calls/*"),
    exempt(ORDER, MOVED, "/message/tool_calls/*"),
    exempt(
        OPTIONAL, GONE, "/message/tool_calls/*/id /message/tool_calls/*/function/index /done_reason"
    ),
    exempt(
        COUNTS,
        GONE,
        "/eval_count /eval_duration /load_duration /prompt_eval_count /prompt_eval_duration",
        "/total_duration",
    ),
)

#: What counts and is missed all the same, as far as we know why.
MISSED: Final[tuple[Exempt, ...]] = (exempt(INTERLEAVED, (Operator.REORDER,), "chunk,chunk"),)
