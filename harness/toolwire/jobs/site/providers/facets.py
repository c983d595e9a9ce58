"""How a provider writes tool calls: the observed words of each format."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from toolwire.jobs.report.labels import link
from toolwire.jobs.site import bounded
from toolwire.jobs.site.bounded import ShownItems, first
from toolwire.jobs.site.providers.grouping import ProviderPart
from toolwire.model.observation import FACETS
from toolwire.results.cells import FacetCell, Row
from toolwire.results.cells.marks import known_text

_MOST_WORDS: Final = 5


@dataclass(frozen=True, slots=True)
class FacetLine:
    """One thing that a format writes in one way or another.

    Attributes:
        heading: what it is; "Stop field".
        usual: the usual word; others: (word, observations) that are rarer; before: (word, ISO
            date) that only older evidence has.
        hollow: only documentation has it.
        known: how and when it is known; count: observations; url: of one of them, "" where it
            has no address.
    """

    heading: str
    usual: str
    others: ShownItems[tuple[str, int]]
    before: ShownItems[tuple[str, str]]
    hollow: bool
    known: str
    count: int
    url: str


@dataclass(frozen=True, slots=True)
class FormatFacets:
    """One format: what was observed, and which facets were not, by their headings."""

    dialect: str
    lines: tuple[FacetLine, ...]
    unseen: tuple[str, ...]


def format_facets(part: ProviderPart, today: date) -> tuple[FormatFacets, ...]:
    """Return what each format of a provider looks like, in the order of the matrix."""
    return tuple(_format(part, row, today) for row in part.rows)


def _format(part: ProviderPart, row: Row, today: date) -> FormatFacets:
    found = {key: part.facets[row, key] for key in FACETS if (row, key) in part.facets}
    return FormatFacets(
        bounded.name(row.dialect),
        tuple(_line(FACETS[key], cell, today) for key, cell in found.items()),
        tuple(heading for key, heading in FACETS.items() if key not in found),
    )


def _line(heading: str, cell: FacetCell, today: date) -> FacetLine:
    before = [(bounded.name(word.text), word.newest or "an unknown day") for word in cell.before]
    return FacetLine(
        heading=heading,
        usual=bounded.name(cell.value),
        others=first([(bounded.name(word.text), word.count) for word in cell.others], _MOST_WORDS),
        before=first(before, _MOST_WORDS),
        hollow=cell.hollow,
        known=known_text(cell, today),
        count=cell.count,
        url=link(cell.source) or "",
    )
