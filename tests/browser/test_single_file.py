"""The single file of a report in a browser: the matrix first, the rest a click away, all of it on paper."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Opens
from tests.browser.facts import Said
from tests.browser.watching import PHONE, Look
from toolwire.model.observation import Verdict

#: Pixels; what is folded up was 44,000 tall.
_TALLEST = 3_000


@pytest.fixture
def path(report: Said) -> str:
    """Return the page of the newest report, as it was published."""
    return f"{report.content.today.isoformat()}/report.html"


def test_the_matrix_stands_on_the_first_screen(opens: Opens, path: str) -> None:
    """One sentence, then the verdicts; the page is a few screens tall, and runs no script."""
    page = opens(path).page
    first = page.locator("#matrix td[id]").first.bounding_box()
    assert first is not None
    assert first["y"] < 400
    assert page.evaluate("document.documentElement.scrollHeight") < _TALLEST
    assert page.locator("script").count() == 0


def test_a_cell_opens_its_evidence(opens: Opens, path: str) -> None:
    """A click on a mark unfolds the table further down and goes to the cell that says how it is known."""
    page = opens(path).page
    link = page.locator("#matrix td.af a").first
    target = page.locator(link.get_attribute("href") or "")
    assert not target.is_visible()
    link.click()
    target.wait_for()
    assert target.is_visible()
    assert "failed" in (target.get_attribute("class") or "")


def test_on_a_phone_it_does_not_slip_sideways(opens: Opens, path: str) -> None:
    """At 390 pixels each provider is a card."""
    page = opens(path, Look(window=PHONE)).page
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize("where", ["report", "cell"])
def test_what_is_folded_up_is_on_paper(opens: Opens, path: str, report: Said, where: str) -> None:
    """Nobody can open anything there."""
    row, _, suite = report.id_of(Verdict.FAILED).rpartition(".")
    page = opens(path if where == "report" else f"cells/{row}/{suite}.html").page
    folded = page.locator("details:not([open]):not(.repeat) > :not(summary)").first
    assert not folded.is_visible()
    page.emulate_media(media="print")
    box = folded.bounding_box()
    assert box is not None
    assert box["height"] > 0
