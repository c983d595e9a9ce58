"""The first page as a reader uses it: rows in view, controls, cells, the drawer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import FrameLocator, Locator, Page

__all__ = ["FIRST", "MatrixPage"]

FIRST = "index.html"
_ROWS = """all => all.filter(row => row.checkVisibility()).map(row => {
  const head = row.cells[0];
  return [head.querySelector('a').textContent, head.querySelector('small').textContent];
})"""
_CELLS = (
    """all => all.filter(cell => cell.querySelector('a').checkVisibility()).map(cell => cell.id)"""
)


@dataclass(frozen=True, slots=True)
class MatrixPage:
    """The matrix in a page that is open."""

    page: Page

    def rows(self) -> list[tuple[str, str]]:
        """Return (provider, dialect) of the rows in view, from above."""
        found: Any = self.page.locator("#matrix tbody tr").evaluate_all(_ROWS)
        return [(provider, dialect) for provider, dialect in found]

    def cells(self, classes: str = "") -> list[str]:
        """Return the ids of the cells in view, of some classes (`.af`)."""
        found: list[str] = self.page.locator(f"#matrix td[id]{classes}").evaluate_all(_CELLS)
        return found

    def choose(self, name: str, value: str) -> None:
        """Choose by the words that a reader sees, in a list by its label."""
        self.page.get_by_role("combobox", name=name, exact=True).select_option(label=value)

    def find(self, text: str) -> None:
        """Type what is looked for."""
        self.page.get_by_label("Find").fill(text)

    def link(self, cell: str) -> Locator:
        """Return what is clicked in a cell."""
        return self.page.locator(f'[id="{cell}"] > a')

    def query(self) -> dict[str, str]:
        """Return what the address says of the filter."""
        return {key: value[0] for key, value in parse_qs(urlsplit(self.page.url).query).items()}

    def fragment(self) -> str:
        """Return what the address says is open."""
        return urlsplit(self.page.url).fragment

    @property
    def drawer(self) -> Locator:
        """Return the drawer, which is not in view while it is closed."""
        return self.page.get_by_role("dialog")

    @property
    def proof(self) -> FrameLocator:
        """Return what the drawer shows."""
        return self.page.frame_locator("#drawer-frame iframe")

    def focused(self) -> str:
        """Return the id of the cell whose link has the focus, "" where none has."""
        found: str = self.page.evaluate("document.activeElement.closest('td[id]')?.id ?? ''")
        return found
