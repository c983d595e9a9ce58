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
    exempt(VALUES, UNSAID, "/candidates/*/content/parts/*/functionCall/args/days"),
    exempt(
        "args may be left out when there are none",
        GONE,
        "/candidates/*/content/parts/*/functionCall/args",
    ),
    exempt(
        LESS,
        (Operator.DROP,),
        "/candidates/*/content/parts/* /candidates/*/content/parts/*/functionCall",
        "/candidates/*/content/parts/*/text",
    ),
    exempt(ORDER, MOVED, "/candidates/*/content/parts/*"),
    exempt(
        OPTIONAL,
        GONE,
        "/candidates/*/content/parts/*/functionCall/id",
        "/candidates/*/content/parts/*/thoughtSignature",
        "/candidates/*/content/role /candidates/*/index /modelVersion /responseId",
    ),
    exempt(COUNTS, GONE, "/usageMetadata /usageMetadata/..."),
)

#: What counts and is missed all the same, as far as we know why.
MISSED: Final[tuple[Exempt, ...]] = (exempt(INTERLEAVED, (Operator.REORDER,), "chunk,chunk"),)
