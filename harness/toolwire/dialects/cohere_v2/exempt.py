"""Which places of a reply do not count, and why.

A change there leaves another right answer, so that no judge could call it wrong. What counts
is everything else. Which members need not be there is told by the published types, read
2026-11-21.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.exempt import (
    COUNTS,
    EVENT,
    EVERY,
    GONE,
    INTERLEAVED,
    LESS,
    MOVED,
    OPENING,
    ORDER,
    Exempt,
    Operator,
    exempt,
)

EXEMPT: Final[tuple[Exempt, ...]] = (
    exempt(LESS, (Operator.DROP,), "/message/tool_calls/* /message/tool_plan"),
    exempt(ORDER, MOVED, "/message/tool_calls/*"),
    exempt(COUNTS, GONE, "/usage /usage/... /delta/usage /delta/usage/..."),
    exempt(
        "the published type of message-start knows the role only",
        EVERY,
        "message-start/delta/message/citations message-start/delta/message/content",
        "message-start/delta/message/tool_calls message-start/delta/message/tool_plan",
    ),
    exempt(OPENING, GONE, "tool-call-start/delta/message/tool_calls/function/arguments"),
    exempt(
        "message-end ends the stream; [DONE] after it is a courtesy",
        (*EVENT, Operator.TRUNCATE),
        "[DONE] message-end(end),[DONE] in-the-last-event",
    ),
    exempt(
        "the SDK goes by the type in the data, not by the event's name",
        (Operator.RENAME,),
        "message-end(end) message-start tool-call-delta tool-call-end tool-call-start tool-plan-delta",
    ),
)

#: What counts and is missed all the same, as far as we know why.
MISSED: Final[tuple[Exempt, ...]] = (
    exempt(INTERLEAVED, (Operator.REORDER,), "tool-plan-delta,tool-call-start"),
)
