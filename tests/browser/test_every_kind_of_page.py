"""Every kind of page, opened: silent, alone, readable, and narrow enough for a phone."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tests.browser.axe import breaches
from tests.browser.conftest import Opens
from tests.browser.sites import Pages
from tests.browser.watching import PHONE, Look, lines
from toolwire.jobs.site.published import NEWEST
from toolwire.jobs.site.rendering import POLICY

#: Folder -> what its pages are of; "" is the top of the site.
KINDS = {
    "": "the whole report",
    "cells": "one cell, with its bytes",
    "differences": "two reports",
    "providers": "who serves",
    "rules": "what an answer has to be",
    "suites": "what is asked",
}
_PUBLISHED = re.compile(rf"20\d\d-\d\d-\d\d|{NEWEST}")
EVERY = pytest.mark.parametrize("kind", [pytest.param(kind, id=kind or "top") for kind in KINDS])
BOTH = pytest.mark.parametrize("place", ["disk", "host"], indirect=True)
_WIDTH = "document.documentElement.scrollWidth"
_POLICY = "meta[http-equiv=Content-Security-Policy]"


def test_every_kind_is_looked_at(chromium: object, pages: Pages) -> None:
    """A folder of pages that is added is looked at here, and none is expected that is gone.

    The folders of dated reports hold what was published on that day, which nobody changes.
    """
    ours = {folder for folder in pages.by_folder if not _PUBLISHED.fullmatch(folder)}
    assert ours == KINDS.keys()


@EVERY
@BOTH
def test_a_page_is_silent_and_alone(kind: str, opens: Opens, pages: Pages) -> None:
    """It complains of nothing, asks for no file but the site's, and states the one policy.

    What it complained of and what it asked for is judged when `opens` ends.
    """
    for path in pages.some(kind):
        watched = opens(path)
        policies = watched.page.locator(_POLICY)
        assert policies.count() == 1, path
        assert policies.get_attribute("content") == POLICY, path
        assert len(watched.asked) >= 2, "not even the style sheet was asked for"


def test_an_old_report_asks_nobody(opens: Opens, pages: Pages) -> None:
    """The pages of dated reports, as they were published, load nothing from elsewhere."""
    paths = [one for folder in pages.by_folder if _PUBLISHED.fullmatch(folder)
             for one in pages.some(folder)]  # fmt: skip
    assert len(paths) >= 2
    for path in paths:
        opens(path)


@EVERY
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_has_no_serious_breach(kind: str, scheme: str, opens: Opens, pages: Pages) -> None:
    """axe-core finds nothing serious or critical, contrast among it, in either scheme."""
    found = [
        breach
        for path in pages.some(kind)
        for breach in breaches(opens(path, Look(scheme=scheme)).page)  # type: ignore[arg-type]
    ]
    assert found == [], lines(found)


@EVERY
def test_a_page_fits_a_phone(kind: str, opens: Opens, pages: Pages) -> None:
    """At 390 pixels nothing sticks out: who scrolls down does not slip sideways."""
    wide = [
        f"{path}: {width} px"
        for path in pages.some(kind)
        if (width := opens(path, Look(PHONE)).page.evaluate(_WIDTH)) > PHONE[0]
    ]
    assert wide == []


@EVERY
def test_a_page_needs_no_script(kind: str, opens: Opens, pages: Pages) -> None:
    """Without scripts there is one heading of the first rank, in view, and what stands below it."""
    for path in pages.some(kind):
        page = opens(path, Look(scripts=False)).page
        heading = page.locator("h1")
        assert heading.count() == 1, path
        assert heading.is_visible(), path
        said = heading.inner_text()
        below = page.locator("main").inner_text().replace(said, "", 1)
        assert len(below.split()) >= 20, path


@EVERY
def test_headings_stand_in_order(kind: str, opens: Opens, pages: Pages) -> None:
    """No rank is left out on the way down, so that a list of headings reads as an outline."""
    ranks_of = "all => all.map(one => Number(one.tagName[1]))"
    for path in pages.some(kind):
        page = opens(path).page
        ranks = page.locator("h1, h2, h3, h4, h5, h6").evaluate_all(ranks_of)
        assert ranks[0] == 1, path
        assert all(after - before <= 1 for before, after in pairwise(ranks)), f"{path}: {ranks}"
