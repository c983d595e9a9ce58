"""The matrix without a mouse."""

from __future__ import annotations

import pytest

from tests.browser.facts import Said
from tests.browser.matrix_page import MatrixPage
from tests.browser.watching import holds
from toolwire.model.observation import Verdict

#: Presses of Tab from the top of the page to the matrix: navigation, the filter, the legend.
_MOST_STOPS = 30


def tab_to(matrix: MatrixPage, script: str, most: int = _MOST_STOPS) -> None:
    """Press Tab until an expression about the focused element `it` holds."""
    for _ in range(most):
        matrix.page.keyboard.press("Tab")
        if matrix.page.evaluate(f"(it => Boolean({script}))(document.activeElement)"):
            return
    raise AssertionError(f"{most} presses of Tab do not lead to {script}")


def test_from_the_top_to_a_proof_and_back(matrix: MatrixPage) -> None:
    """Tab to the matrix, an arrow to a cell, Enter, Tab into the proof, Escape: back at the cell."""
    tab_to(matrix, "it.closest('#matrix')")
    if not matrix.focused():
        matrix.page.keyboard.press("ArrowDown")
    matrix.page.keyboard.press("ArrowRight")
    cell = matrix.focused()
    assert cell
    matrix.page.keyboard.press("Enter")
    matrix.proof.get_by_role("heading", level=1).wait_for()
    assert matrix.fragment() == cell
    tab_to(matrix, "it.tagName === 'IFRAME'")
    inside = "(it => it && it !== it.ownerDocument.body ? it.tagName : '')(document.activeElement)"
    (frame,) = [one for one in matrix.page.frames if "/cells/" in one.url]
    assert frame.evaluate(inside) in {"A", "SUMMARY", "BUTTON", "DIV"}
    matrix.page.keyboard.press("Escape")
    matrix.drawer.wait_for(state="hidden")
    assert holds(matrix.page, "location.hash === ''")
    assert matrix.focused() == cell


def test_the_skip_link_leads_past_the_navigation(matrix: MatrixPage) -> None:
    """It is the first stop, comes into view, and the next stop is in the content."""
    matrix.page.keyboard.press("Tab")
    link = matrix.page.get_by_role("link", name="Skip to content")
    box = link.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    matrix.page.keyboard.press("Enter")
    matrix.page.keyboard.press("Tab")
    assert matrix.page.evaluate("Boolean(document.activeElement.closest('main'))")


def test_the_matrix_is_one_stop(matrix: MatrixPage) -> None:
    """Who does not want it is past it with one press, however many cells it has."""
    tab_to(matrix, "it.closest('#matrix')")
    matrix.page.keyboard.press("Tab")
    assert not matrix.page.evaluate("Boolean(document.activeElement.closest('#matrix'))")


def test_arrows_go_from_cell_to_cell(matrix: MatrixPage, report: Said) -> None:
    """Sideways over what was observed, to the ends of a row, down to a row and back."""
    row = report.rows[0]
    suites = [one for one in matrix.cells() if one.startswith(f"{row[0]}.{row[1]}.")]
    assert len(suites) > 2
    matrix.link(suites[0]).focus()
    matrix.page.keyboard.press("ArrowRight")
    assert matrix.focused() == suites[1]
    matrix.page.keyboard.press("ArrowLeft")
    assert matrix.focused() == suites[0]
    matrix.page.keyboard.press("End")
    assert matrix.focused() == suites[-1]
    matrix.page.keyboard.press("Home")
    assert matrix.page.evaluate("document.activeElement.textContent") == row[0]
    matrix.link(suites[0]).focus()
    matrix.page.keyboard.press("ArrowDown")
    below = matrix.focused()
    assert below.rpartition(".")[2] == suites[0].rpartition(".")[2] != ""
    assert below != suites[0]
    matrix.page.keyboard.press("ArrowUp")
    assert matrix.focused() == suites[0]


def test_arrows_pass_over_what_is_filtered_away(matrix: MatrixPage, report: Said) -> None:
    """Down leads to the next row in view."""
    matrix.choose("Verdict", "fails")
    first, second = matrix.rows()[:2]
    tab_to(matrix, "it.closest('#matrix')")
    matrix.page.keyboard.press("Home")
    matrix.page.keyboard.press("ArrowDown")
    head = "document.activeElement.closest('tr').cells[0].textContent.trim().split(/\\s+/)"
    assert tuple(matrix.page.evaluate(head)) == second != first
    assert first in report.with_cell(Verdict.FAILED)


@pytest.mark.parametrize("key", ["/"])
def test_a_key_finds(matrix: MatrixPage, key: str) -> None:
    """It leads into the field, and is a character like any other in it."""
    matrix.page.keyboard.press(key)
    matrix.page.keyboard.type(f"a{key}b")
    assert matrix.page.get_by_label("Find").input_value() == f"a{key}b"


def test_what_has_the_focus_is_seen(matrix: MatrixPage) -> None:
    """Each stop on the way to the matrix, and a cell in it, is outlined."""
    style = "(it => getComputedStyle(it).outlineStyle + getComputedStyle(it).outlineWidth)"
    for _ in range(_MOST_STOPS):
        matrix.page.keyboard.press("Tab")
        outline = matrix.page.evaluate(f"{style}(document.activeElement)")
        assert not outline.startswith("none"), matrix.page.evaluate(
            "document.activeElement.outerHTML.slice(0, 200)"
        )
        if matrix.page.evaluate("Boolean(document.activeElement.closest('#matrix'))"):
            return
    raise AssertionError("Tab does not lead to the matrix")
