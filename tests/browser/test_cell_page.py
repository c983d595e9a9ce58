"""The page of a cell in a browser: alone, and in the drawer of the matrix."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Opens
from tests.browser.facts import Said
from toolwire.model.observation import Verdict


@pytest.fixture
def path(report: Said) -> str:
    """Return the page of a cell that fails, with its bytes."""
    row, _, suite = report.id_of(Verdict.FAILED).rpartition(".")
    return f"cells/{row}/{suite}.html"


def test_an_address_of_a_mark_opens_what_hides_it(opens: Opens, path: str) -> None:
    """Who follows a link to a mark sees it, though its exchange was folded away."""
    page = opens(path).page
    mark = page.locator("details.step mark[id]").first
    name = mark.get_attribute("id")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = false; })")
    assert not mark.is_visible()
    page.locator(f'a[href="#{name}"]').first.click()
    mark.wait_for()
    assert mark.is_visible()
    assert mark.evaluate("it => it.matches(':target')")


def test_alone_a_page_is_part_of_the_site(opens: Opens, path: str) -> None:
    """It has the site's head and foot, its links stay in the window, and Escape does nothing."""
    page = opens(path).page
    page.keyboard.press("Escape")
    assert page.locator("header.site").is_visible()
    assert page.locator("a[target]").count() == 0
    assert page.url.endswith(path)


def test_in_the_drawer_a_page_is_bare_and_leads_out(opens: Opens, path: str) -> None:
    """Head and foot are the matrix's own, and what leads elsewhere leaves the drawer."""
    row, suite = path.removeprefix("cells/").removesuffix(".html").split("/")
    page = opens(f"index.html#{row}.{suite}").page
    frame = page.frame_locator("#drawer-frame iframe")
    frame.locator("html.framed").wait_for()
    assert not frame.locator("header.site").is_visible()
    assert not frame.locator("footer.site").is_visible()
    assert frame.locator('a:not([href^="#"]):not([target="_top"])').count() == 0
    assert frame.locator('a[href^="#"][target]').count() == 0
    frame.locator(".turn").get_by_role("link", name="Back to the matrix").click()
    page.locator("#drawer").wait_for(state="hidden")
    assert "index.html" in page.url
