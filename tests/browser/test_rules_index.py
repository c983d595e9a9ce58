"""The list of all rules in a browser: what is broken today first, and the rest folded by area."""

from __future__ import annotations

from tests.browser.conftest import Opens
from tests.browser.watching import PHONE, Look

PATH = "rules/index.html"


def test_a_link_to_an_area_unfolds_it(opens: Opens) -> None:
    """Areas are folded; whoever jumps to one, or comes with its address, sees its rules."""
    page = opens(PATH).page
    table = page.locator("#ids table")
    assert not table.is_visible()
    page.locator('a[href="#ids"]').click()
    table.wait_for()
    assert opens(f"{PATH}#ids").page.locator("#ids table").is_visible()


def test_on_a_phone_what_is_broken_is_most_of_the_page(opens: Opens) -> None:
    """160 cards one below another are found by nobody; unfolded they are all there."""
    page = opens(PATH, Look(PHONE)).page
    height = "document.documentElement.scrollHeight"
    folded = page.evaluate(height)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert page.evaluate(height) > 2.5 * folded
