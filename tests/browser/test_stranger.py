"""A stranger's questions: who breaks streaming tool calls, and which bytes prove it?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.facts import Said
from tests.browser.matrix_page import MatrixPage
from toolwire.model.exchange import Mode
from toolwire.model.observation import Verdict

if TYPE_CHECKING:
    from playwright.sync_api import Locator

#: From opening the site to seeing the bytes.
_MOST_CLICKS = 4


class Hand:
    """What a person does, counted."""

    def __init__(self, matrix: MatrixPage) -> None:
        self.matrix = matrix
        self.clicks = 0

    def choose(self, name: str, value: str) -> None:
        """Choose in a list."""
        self.clicks += 1
        self.matrix.choose(name, value)

    def click(self, at: Locator) -> None:
        """Click what is in view and not covered."""
        self.clicks += 1
        at.click()


@pytest.mark.parametrize("place", ["disk", "host"], indirect=True)
def test_who_breaks_streaming_and_the_bytes_that_prove_it(matrix: MatrixPage, report: Said) -> None:
    """Two choices name the providers; a cell and one link show the marked bytes of a response."""
    hand = Hand(matrix)
    hand.choose("Mode", "streaming")
    hand.choose("Verdict", "fails")
    shown = matrix.rows()
    assert set(shown) == report.with_cell(Verdict.FAILED, mode=str(Mode.STREAMING))
    assert shown
    cell = next(
        one
        for one in matrix.cells(":not(.dim)")
        if one == report.id_of(Verdict.FAILED, mode=str(Mode.STREAMING))
    )
    hand.click(matrix.link(cell))
    proof = matrix.proof
    hand.click(proof.get_by_role("link", name="See it in the bytes"))
    mark = proof.locator("mark:target")
    mark.wait_for()
    assert mark.inner_text().strip()
    assert mark.evaluate("it => Boolean(it.closest('.side'))")
    heading = mark.evaluate("it => it.closest('.side').querySelector('h4').textContent")
    assert heading.startswith("Response")
    in_view = "it => { const box = it.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight }"
    assert mark.evaluate(in_view)
    assert hand.clicks <= _MOST_CLICKS
