"""Which places of a reply do not count, and why.

A change there leaves another right answer, so that no judge could call it wrong. What counts
is everything else. Which members need not be there is told by the published types, read
2026-11-21.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.exempt import (
    LESS,
    MOVED,
    NOTHING,
    ORDER,
    UNSAID,
    VALUES,
    Exempt,
    Operator,
    exempt,
)

EXEMPT: Final[tuple[Exempt, ...]] = (
    exempt(VALUES, UNSAID, "/output/message/content/*/toolUse/input/days"),
    exempt(LESS, (Operator.DROP,), "/output/message/content/*"),
    exempt(ORDER, MOVED, "/output/message/content/*"),
)

#: What counts and is missed all the same, as far as we know why.
MISSED: Final[tuple[Exempt, ...]] = (exempt(NOTHING, (Operator.DROP,), "contentBlockDelta"),)
