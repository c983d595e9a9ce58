"""The boxes of the monthly checklist, as the page of one provider tells them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.jobs.report.checklist import Box, Checklist, Review
from toolwire.jobs.report.content import ReportContent
from toolwire.jobs.report.news import News
from toolwire.jobs.site.model import Site
from toolwire.jobs.site.providers.changes import BoxLine, box_lines
from toolwire.jobs.site.providers.grouping import by_provider
from toolwire.model.observation import Observation

Observe = Callable[..., Observation]
SiteOf = Callable[..., Site]


@pytest.mark.parametrize(
    ("missing", "ticked", "reason"),
    [
        ("nothing of it was asked", False, "nothing of it was asked"),
        ("", False, "of this provider nothing is missing"),
        ("", True, "every suite asked"),
    ],
)
def test_a_box_tells_of_its_own_provider(
    observe: Observe,
    site_of: SiteOf,
    monkeypatch: pytest.MonkeyPatch,
    missing: str,
    *,
    ticked: bool,
    reason: str,
) -> None:
    """What others lack is no word about this one, and stands in the checklist."""
    reviews = tuple(
        Review(name, name, (), None, lack, News())
        for name, lack in (("spoon", missing), ("fork", "no key"))
    )
    why = "every suite asked" if ticked else "fork: no key"
    box = Box("all", "monthly", {"en": "All reviewed"}, ticked, why, reviews)
    site = site_of(observe())
    monkeypatch.setattr(ReportContent, "checklist", Checklist((), (box,)))
    (part,) = by_provider(site)
    assert box_lines(part, site) == (BoxLine("All reviewed", ticked, reason),)
