"""Which places of a reply do not count, and why.

A change there leaves another right answer, so that no judge could call it wrong. What counts
is everything else. Which members need not be there is told by the published types, read
2026-11-21.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.exempt import GONE, OPTIONAL, Exempt, exempt

EXEMPT: Final[tuple[Exempt, ...]] = (exempt(OPTIONAL, GONE, "/choices/*/logprobs /usage"),)

#: What counts and is missed all the same, as far as we know why.
MISSED: Final[tuple[Exempt, ...]] = ()
