"""Every cell has an address and opens its proof beside the matrix, from disk and from a host."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Opens
from tests.browser.facts import Said
from tests.browser.matrix_page import FIRST, MatrixPage
from tests.browser.watching import Look, holds
from toolwire.model.observation import Verdict

if TYPE_CHECKING:
    from playwright.sync_api import Page

BOTH = pytest.mark.parametrize("place", ["disk", "host"], indirect=True)


@pytest.fixture(scope="module")
def failing(report: Said) -> str:
    """Return the address of a recorded cell that fails."""
    return report.id_of(Verdict.FAILED)


def expect_open(matrix: MatrixPage, cell: str) -> None:
    """Hold the drawer to show a cell: address, title, and the page of that cell in it."""
    matrix.drawer.wait_for()
    heading = matrix.proof.get_by_role("heading", level=1)
    heading.wait_for()
    assert matrix.fragment() == cell
    row, _, suite = cell.rpartition(".")
    assert matrix.drawer.get_by_role("link", name="Open as a page").get_attribute("href") == (
        f"cells/{row}/{suite}.html"
    )
    assert suite.replace("_", " ") in (matrix.drawer.get_by_role("heading").inner_text())
    assert suite in heading.inner_text()


def expect_closed(matrix: MatrixPage) -> None:
    """Hold the drawer to be gone, with its frame and its address."""
    matrix.drawer.wait_for(state="hidden")
    assert holds(matrix.page, "location.hash === ''")
    assert matrix.page.locator("iframe").count() == 0


@BOTH
def test_a_click_opens_and_closing_gives_the_focus_back(matrix: MatrixPage, failing: str) -> None:
    """The reader goes on where they were: at the cell."""
    matrix.link(failing).click()
    expect_open(matrix, failing)
    matrix.drawer.get_by_role("button", name="Close").click()
    expect_closed(matrix)
    assert matrix.focused() == failing


@BOTH
@pytest.mark.parametrize("inside", [False, True], ids=["in the bar", "in the proof"])
def test_escape_closes(matrix: MatrixPage, failing: str, *, inside: bool) -> None:
    """Also where the reader has clicked into the proof, which is a page of its own."""
    matrix.link(failing).click()
    expect_open(matrix, failing)
    if inside:
        matrix.proof.get_by_role("heading", level=1).click()
        assert matrix.page.evaluate("document.activeElement.tagName") == "IFRAME"
    matrix.page.keyboard.press("Escape")
    expect_closed(matrix)
    assert matrix.focused() == failing


@BOTH
def test_an_address_opens_its_cell(opens: Opens, failing: str) -> None:
    """What somebody was sent is open when the page is, and closing leaves the whole matrix."""
    matrix = MatrixPage(opens(f"{FIRST}#{failing}").page)
    expect_open(matrix, failing)
    matrix.drawer.get_by_role("button", name="Close").click()
    expect_closed(matrix)
    assert matrix.focused() == failing


@pytest.mark.parametrize(
    "address", ["#no.such.cell", "#%E0%A4%A", "#drawer", "#<b>", "#__proto__", "#"]
)
def test_an_address_of_nonsense_opens_nothing(opens: Opens, address: str) -> None:
    """And breaks nothing: the matrix is there."""
    matrix = MatrixPage(opens(f"{FIRST}{address}").page)
    assert not matrix.drawer.is_visible()
    assert matrix.rows()


@BOTH
def test_back_and_forward_close_and_open(matrix: MatrixPage, failing: str) -> None:
    """A cell that was opened is an entry of the history, and only one."""
    matrix.choose("Mode", "streaming")
    matrix.choose("Mode", "both")
    matrix.link(failing).click()
    expect_open(matrix, failing)
    matrix.page.go_back()
    expect_closed(matrix)
    matrix.page.go_forward()
    expect_open(matrix, failing)
    matrix.page.keyboard.press("Escape")
    expect_closed(matrix)


def test_an_address_keeps_filter_and_cell(opens: Opens, report: Said) -> None:
    """Both stand in one address, and closing the cell leaves the filter."""
    cell = report.id_of(Verdict.FAILED, mode="streaming")
    matrix = MatrixPage(opens(f"{FIRST}?mode=streaming&verdict=fails#{cell}").page)
    expect_open(matrix, cell)
    matrix.page.keyboard.press("Escape")
    expect_closed(matrix)
    assert matrix.query() == {"mode": "streaming", "verdict": "fails"}
    assert set(matrix.rows()) == report.with_cell(Verdict.FAILED, mode="streaming")


def test_an_edited_address_is_followed(matrix: MatrixPage, failing: str) -> None:
    """Who pastes another cell behind `#` sees that one."""
    matrix.page.evaluate("name => { location.hash = name }", failing)
    expect_open(matrix, failing)
    other = next(one for one in matrix.cells() if one != failing)
    matrix.page.evaluate("name => { location.hash = name }", other)
    matrix.proof.get_by_role("heading", level=1, name=other.rpartition(".")[2]).wait_for()
    expect_open(matrix, other)


def test_the_proof_can_be_left_for_a_page_of_its_own(matrix: MatrixPage, failing: str) -> None:
    """The link in the bar leads to the same bytes, with a way back to the cell."""
    matrix.link(failing).click()
    expect_open(matrix, failing)
    matrix.drawer.get_by_role("link", name="Open as a page").click()
    matrix.page.wait_for_url("**/cells/**")
    back = matrix.page.get_by_role("link", name="Matrix").first
    assert matrix.page.get_by_role("heading", level=1).is_visible()
    assert matrix.page.locator("nav.crumbs a").first.get_attribute("href") == (
        f"../../index.html#{failing}"
    )
    assert back.is_visible()


def test_without_scripts_the_matrix_is_a_table_of_links(opens: Opens, failing: str) -> None:
    """No control stands there that would do nothing, and a cell leads to its page."""
    page: Page = opens(FIRST, Look(scripts=False)).page
    assert not page.locator("#filter").is_visible()
    assert not page.locator("#drawer").is_visible()
    assert page.get_by_role("columnheader").count() > 10
    page.locator(f'[id="{failing}"] > a').click()
    page.wait_for_url("**/cells/**")
    assert page.locator("h1").is_visible()
    assert page.locator("mark").count() > 0
