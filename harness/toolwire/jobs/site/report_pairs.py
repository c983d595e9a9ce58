"""Which reports of a site are compared with which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from toolwire.jobs.site.model import DatedReport, Site
from toolwire.results.comparison import Comparison, compare_sides

#: Observations that are compared beyond the pairs that are always made. A pair of reports that were
#: folded before, of 16,600 observations each, takes 0.14 s and its page 0.03 s (2026-11-23), so this
#: is about fifty seconds: all pairs of 24 such reports, two years of months, or of hundreds of
#: small ones. Counted and not timed, so that two builds are the same.
BUDGET: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class ReportPair:
    """Two reports of a site."""

    newer: DatedReport
    older: DatedReport

    @property
    def cost(self) -> int:
        """Return how many observations are compared."""
        return len(self.newer.content.observations) + len(self.older.content.observations)

    def compared(self, site: Site) -> Comparison:
        """Return what changed from the older to the newer; no file is read, and each is made once."""
        key = (self.newer.day, self.older.day)
        found = site.comparisons.get(key)
        if found is None:
            found = site.comparisons[key] = compare_sides(self.older.side, self.newer.side)
        return found


def report_pairs(reports: Sequence[DatedReport], budget: int = BUDGET) -> Iterator[ReportPair]:
    """Yield the pairs that have a page, by the newer report and then by the older, newest first.

    Each report with the one before it, and every report with the newest, always. Of the others
    all that the budget allows, the newest first: the number of pairs grows with the square of
    that of the reports (24 reports have 276, 100 have 4,950), and `toolwire diff` makes any.

    Args:
        reports: the newest first.
        budget: observations that may be compared beyond the pairs that are always made.
    """
    for newer, older in combinations(range(len(reports)), 2):
        pair = ReportPair(reports[newer], reports[older])
        if newer == 0 or older == newer + 1:
            yield pair
        elif pair.cost <= budget:
            budget -= pair.cost
            yield pair
