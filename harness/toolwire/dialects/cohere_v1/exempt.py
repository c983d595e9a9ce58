"""Which places of a reply do not count, and why.

A change there leaves another right answer, so that no judge could call it wrong. What counts
is everything else. Which members need not be there is told by the published types, read
2026-11-21.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.exempt import (
    COUNTS,
    EVERY,
    GONE,
    INTERLEAVED,
    LESS,
    MOVED,
    NOTHING,
    OPTIONAL,
    ORDER,
    UNSAID,
    VALUES,
    Exempt,
    Operator,
    exempt,
)

EXEMPT: Final[tuple[Exempt, ...]] = (
    exempt(VALUES, UNSAID, "/tool_calls/*/parameters/days"),
    exempt(LESS, (Operator.DROP,), "/tool_calls/*"),
    exempt(ORDER, MOVED, "/tool_calls/*"),
    exempt(
        "the history as the request had it; its last turn is compared with the reply",
        EVERY,
        "/chat_history /chat_history/...",
        "/response/chat_history /response/chat_history/...",
    ),
    exempt(
        OPTIONAL,
        GONE,
        "body/finish_reason body/generation_id body/response_id /response/response_id",
        "tool-calls-generation/text",
    ),
    exempt(COUNTS, GONE, "/meta /meta/... /response/meta /response/meta/..."),
)

#: What counts and is missed all the same, as far as we know why.
MISSED: Final[tuple[Exempt, ...]] = (
    exempt(NOTHING, GONE, "tool-calls-chunk tool-calls-chunk/tool_call_delta"),
    exempt(NOTHING, GONE, "tool-calls-chunk/tool_call_delta/parameters"),
    exempt(INTERLEAVED, (Operator.REORDER,), "tool-calls-chunk,tool-calls-chunk"),
)
