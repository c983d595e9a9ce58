"""A page as tests read it: its text, its links, its tables by the label of their region."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

__all__ = ["ParsedPage", "parsed"]

#: What stands within a line: no space is seen after it.
_INLINE = frozenset({"a", "b", "code", "em", "span", "strong"})


@dataclass(slots=True)
class ParsedPage:
    """Text without white space at its ends; links and ids in their order; tables of rows of cells."""

    text: str = ""
    links: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    tables: dict[str, list[list[str]]] = field(default_factory=dict)

    def row(self, label: str, head: str) -> list[str]:
        """Return the only row of a table whose first cell begins so."""
        (found,) = (row for row in self.tables[label] if row[0].startswith(head))
        return found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = ParsedPage()
        self.words: list[str] = []
        self.label = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.page.tags.append(tag)
        if tag not in _INLINE:
            self.handle_data(" ")
        if tag == "a":
            self.page.links.append(named.get("href", ""))
        if "id" in named:
            self.page.ids.append(named["id"])
        if named.get("role") == "region":
            self.label = named["aria-label"]
            assert named["tabindex"] == "0"
        rows = self.page.tables.setdefault(self.label, []) if self.label else []
        if tag == "tr":
            rows.append([])
        if tag in ("td", "th"):
            rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag not in _INLINE:
            self.handle_data(" ")
        if tag == "table":
            self.label = ""

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        rows = self.page.tables.get(self.label)
        if rows and rows[-1]:
            rows[-1][-1] += data


def parsed(data: bytes) -> ParsedPage:
    """Read a page."""
    reader = _Reader()
    reader.feed(data.decode())
    page = reader.page
    page.text = _plain("".join(reader.words))
    page.tables = {
        label: [[*map(_plain, row)] for row in rows] for label, rows in page.tables.items()
    }
    return page


def _plain(text: str) -> str:
    return " ".join(text.split())
