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
    GONE,
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

_EMPTY: Final = "an empty fragment adds nothing, wherever it comes and however often"

EXEMPT: Final[tuple[Exempt, ...]] = (
    exempt(VALUES, UNSAID, "/content/*/input/days"),
    exempt(LESS, (Operator.DROP,), "/content/*"),
    exempt(ORDER, MOVED, "/content/*"),
    exempt(OPTIONAL, GONE, "/stop_sequence /delta/stop_sequence /message/stop_sequence"),
    exempt(
        "it is null until the message ends, and the type lets it be left out",
        GONE,
        "message_start/message/stop_reason",
    ),
    exempt(
        COUNTS,
        GONE,
        "/usage/cache_creation_input_tokens /message/usage/cache_creation_input_tokens",
        "/usage/cache_read_input_tokens /message/usage/cache_read_input_tokens",
        "/usage/service_tier /message/usage/service_tier",
    ),
    exempt(_EMPTY, EVENT, "content_block_delta(empty)"),
    exempt(_EMPTY, MOVED, "content_block_delta(empty),content_block_delta"),
    exempt(
        "the documentation allows any number of pings, anywhere",
        EVENT,
        "ping content_block_start,ping ping,content_block_delta ping,content_block_delta(empty)",
    ),
    exempt(
        "the documentation allows more than one message_delta",
        (Operator.DUPLICATE,),
        "message_delta",
    ),
)

#: What counts and is missed all the same, as far as we know why.
MISSED: Final[tuple[Exempt, ...]] = ()
