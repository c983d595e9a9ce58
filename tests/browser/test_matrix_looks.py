"""The matrix on a phone, in the dark, on paper, and pressed against the edge of the window."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.browser.conftest import Opens
from tests.browser.facts import Said
from tests.browser.matrix_page import FIRST, MatrixPage
from tests.browser.watching import PHONE, Look, holds
from toolwire.model.observation import Verdict

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: A4 on its side without 8 mm on each side, at 96 pixels an inch.
_PAPER = (1062, 733)
_WIDTH = "document.documentElement.scrollWidth"
_COLOURS = (
    """all => all.map(it => [getComputedStyle(it).backgroundColor, getComputedStyle(it).color])"""
)
_MEDIA_BOX = re.compile(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]")


def brightness(colour: str) -> float:
    """Return 0 (black) to 255 (white) of `rgb(1, 2, 3)`."""
    red, green, blue = (float(one) for one in re.findall(r"[\d.]+", colour)[:3])
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_a_phone_has_a_card_a_provider(opens: Opens, report: Said) -> None:
    """Each row is a box as wide as the window; each cell in it names its suite and can be pressed."""
    matrix = MatrixPage(opens(FIRST, Look(PHONE)).page)
    page = matrix.page
    assert page.evaluate(_WIDTH) <= PHONE[0]
    assert matrix.rows() == report.rows
    assert not page.locator("#matrix thead").is_visible()
    for card in page.locator("#matrix tbody tr").all()[:3]:
        box = card.bounding_box()
        assert box is not None
        assert box["width"] > PHONE[0] * 0.85
        assert box["x"] >= 0
    cell = report.id_of(Verdict.FAILED)
    link = matrix.link(cell)
    named = link.evaluate("it => getComputedStyle(it, '::before').content")
    assert cell.rpartition(".")[2].replace("_", " ") in named
    box = link.bounding_box()
    assert box is not None
    assert box["height"] >= 24, "smaller than a finger can press (WCAG 2.2, 2.5.8)"
    assert box["width"] >= 24


def test_a_phone_shows_the_proof_over_its_whole_width(opens: Opens, report: Said) -> None:
    """The drawer covers the window, and neither it nor the page in it slips sideways."""
    cell = report.id_of(Verdict.FAILED)
    matrix = MatrixPage(opens(FIRST, Look(PHONE)).page)
    matrix.link(cell).click()
    matrix.proof.get_by_role("heading", level=1).wait_for()
    box = matrix.drawer.bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, PHONE[0])
    (frame,) = [one for one in matrix.page.frames if "/cells/" in one.url]
    assert frame.evaluate(_WIDTH) <= PHONE[0]
    matrix.drawer.get_by_role("button", name="Close").click()
    matrix.drawer.wait_for(state="hidden")
    assert matrix.focused() == cell


def test_the_dark_is_dark(opens: Opens) -> None:
    """Ground and cells follow what the reader's system asks for."""
    cells = "#matrix td[id] > a"
    light, dark = (opens(FIRST, Look(scheme=scheme)).page for scheme in ("light", "dark"))
    day, night = (page.locator("body").evaluate_all(_COLOURS)[0] for page in (light, dark))
    assert brightness(day[0]) > 200 > brightness(day[1])
    assert brightness(night[0]) < 60 < brightness(night[1])
    by_day, by_night = (page.locator(cells).evaluate_all(_COLOURS) for page in (light, dark))
    assert len(by_day) == len(by_night)
    assert all(one != other for one, other in zip(by_day, by_night, strict=True))


def test_marks_do_not_rely_on_colour(matrix: MatrixPage) -> None:
    """Verdict and basis are told apart by the sign alone, and in words for who hears the page."""
    signs: dict[str, set[str]] = {}
    words: dict[str, set[str]] = {}
    for link in matrix.page.locator("#matrix td[id]").evaluate_all(
        "all => all.map(it => [it.classList[0], it.textContent, it.firstChild.ariaLabel])"
    ):
        signs.setdefault(link[1].split()[0], set()).add(link[0])
        words.setdefault(link[2].split(",")[0].split()[0], set()).add(link[0][1])
    verdicts = {sign: {code[1] for code in codes} for sign, codes in signs.items()}
    assert all(len(found) == 1 for found in verdicts.values()), verdicts
    green = [sign for sign, codes in signs.items() if codes & {"ac", "sc", "dc"}]
    assert len(green) == len({code for s in green for code in signs[s]})
    assert all(len(codes) == 1 for codes in words.values())


def test_the_head_stays_in_view(matrix: MatrixPage) -> None:
    """Scrolled to the last row, the names of the suites are still there, and that of the row."""
    matrix.page.locator("#matrix tbody tr").last.scroll_into_view_if_needed()
    matrix.page.mouse.wheel(0, 100_000)
    assert holds(matrix.page, "scrollY > 100")
    assert matrix.page.locator("#matrix thead th.suite").first.bounding_box()["y"] >= -1  # type: ignore[index]


def test_the_first_column_stays_in_view(opens: Opens) -> None:
    """In a window too narrow for all suites the table scrolls by itself, its first column does not."""
    page: Page = opens(FIRST, Look((800, 700))).page
    assert page.evaluate(_WIDTH) <= 800
    region = page.get_by_role("region", name="Matrix")
    assert region.evaluate("it => it.scrollWidth > it.clientWidth")
    before = page.locator("#matrix tbody th").first.bounding_box()
    region.evaluate("it => { it.scrollLeft = 300 }")
    assert page.locator("#matrix tbody th").first.bounding_box() == before


def test_paper_has_the_heatmap_in_its_width(opens: Opens) -> None:
    """Landscape, all columns on one page's width, no control, colours kept."""
    page: Page = opens(FIRST, Look(_PAPER)).page
    page.emulate_media(media="print")
    assert page.evaluate(_WIDTH) <= _PAPER[0]
    table = page.locator("#matrix").bounding_box()
    assert table is not None
    assert table["x"] + table["width"] <= _PAPER[0]
    assert page.locator("#matrix th.suite").last.is_visible()
    assert page.locator("#matrix td.when").first.is_visible()
    assert not page.locator("#filter").is_visible()
    assert not page.locator("header.site nav").is_visible()
    adjust = page.locator("#matrix td[id] > a").first.evaluate(
        "it => getComputedStyle(it).printColorAdjust"
    )
    assert adjust == "exact"
    printed = page.pdf(prefer_css_page_size=True)
    boxes = _MEDIA_BOX.findall(printed)
    assert boxes, "the pages of the print cannot be told"
    assert all(float(width) > float(height) for width, height in boxes)
    assert len(boxes) <= 3, f"{len(boxes)} sheets"
