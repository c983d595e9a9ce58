"""Which places of a reply do not count, and why.

A change there leaves another right answer, so that no judge could call it wrong. What counts
is everything else. Which members need not be there is told by the published types, read
2026-11-21.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.exempt import COUNTS, GONE, NULLED, OPTIONAL, Exempt, exempt
from toolwire.dialects.openai_wire import AROUND, DETAILS, LAST_DELTA

EXEMPT: Final[tuple[Exempt, ...]] = (
    exempt(OPTIONAL, GONE, AROUND),
    exempt(COUNTS, GONE, DETAILS),
    exempt(NULLED, GONE, "/choices/*/delta/content /choices/*/message/content"),
    LAST_DELTA,
)

#: What counts and is missed all the same, as far as we know why.
MISSED: Final[tuple[Exempt, ...]] = ()
