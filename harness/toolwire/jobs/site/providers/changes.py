"""What the newest report says of a provider and the one before did not, and its boxes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from toolwire.jobs.report.checklist import Box, Review
from toolwire.jobs.site import bounded
from toolwire.jobs.site.bounded import ShownItems, first
from toolwire.jobs.site.model import Site
from toolwire.jobs.site.providers.grouping import ProviderPart

_MOST: Final = 20


@dataclass(frozen=True, slots=True)
class ProviderChanges:
    """What is new, and what is gone.

    Attributes:
        before: ISO date of the report before; "" where there is none: then new is what was first
            seen in the last 45 days.
        rules, gone: ids of rules that it breaks and did not break then, and the other way round.
        members, models: of its answers, and of its models.
    """

    before: str
    rules: ShownItems[str]
    gone: ShownItems[str]
    members: ShownItems[str]
    models: ShownItems[str]

    @property
    def some(self) -> bool:
        """Return whether anything is new or gone."""
        return any(one.items for one in (self.rules, self.gone, self.members, self.models))


@dataclass(frozen=True, slots=True)
class BoxLine:
    """One box of the monthly checklist that names the provider, and why it is ticked or open."""

    words: str
    ticked: bool
    reason: str


def changes(part: ProviderPart, site: Site) -> ProviderChanges:
    """Return what the newest report says of a provider, and the one before did not."""
    gone = sorted({one.rule for one in part.gone})
    return ProviderChanges(
        site.before.day.isoformat() if site.before else "",
        first(part.news.deviations, _MOST),
        first(gone, _MOST),
        first(part.news.drift, _MOST),
        first(part.news.models, _MOST),
    )


def box_lines(part: ProviderPart, site: Site) -> tuple[BoxLine, ...]:
    """Return the boxes of the checklist for which a provider is reviewed."""
    return tuple(
        BoxLine(box.words["en"], box.ticked, bounded.cut(_why(box, review)))
        for box in site.content.checklist.boxes
        for review in box.reviews
        if review.provider == part.provider
    )


def _why(box: Box, review: Review) -> str:
    """Return what is missing of this provider; a box that names others tells of them elsewhere."""
    return review.missing or (box.reason if box.ticked else "of this provider nothing is missing")
