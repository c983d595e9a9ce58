"""Badges: what a provider, a format of it, or one of its suites comes to, in a few words.

Green is only what the provider's own bytes of the last 90 days hold. What is documented, not
observed, thin or old is grey, whatever it says; what failed stays red, however old it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from toolwire.io.json_text import dump
from toolwire.io.lists import grouped
from toolwire.io.shown import json_bytes, line
from toolwire.jobs.site import addresses
from toolwire.jobs.site.data.badge_svg import svg
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.model.observation import WHOLE, Verdict
from toolwire.results.cells import Age, Basis, Cell, age, days_old, worst
from toolwire.results.cells.marks import counts_text

#: Colours by the names that shields.io knows; `badge_svg` has its own of the same names.
GREEN, YELLOW, RED, GREY = "green", "yellow", "red", "lightgrey"
_COLOURS: Final = {
    Verdict.CONFORMANT: GREEN,
    Verdict.NON_STRICT: YELLOW,
    Verdict.FAILED: RED,
}
NOT_OBSERVED: Final = "not observed"
DOCUMENTED_ONLY: Final = "documented only"
_LONGEST: Final = 60


@dataclass(frozen=True, slots=True)
class Badge:
    """One badge: its address without ending, its two texts, the colour of the second."""

    path: str
    label: str
    message: str
    color: str

    def as_json(self) -> bytes:
        """Return what shields.io reads (https://shields.io/badges/endpoint-badge)."""
        members = {"label": self.label, "message": self.message, "color": self.color}
        return json_bytes(dump({"schemaVersion": 1, **members})) + b"\n"


def provider_badge(provider: str) -> str:
    """Return the address of a provider's badge, without its ending."""
    return f"badges/providers/{addresses.slug(provider)}"


def badges(site: Site) -> Iterator[Badge]:
    """Yield a badge of every provider, of each of its formats, and of every suite of each."""
    matrix, today = site.content.matrix, site.content.today
    cells = {key: cell for key, cell in matrix.suites.items() if key[1] != WHOLE}
    of_provider = grouped(cells, lambda key: key[0].provider)
    of_row = grouped(cells, lambda key: key[0])
    known = {one.id for one in site.plan.facts.providers}
    for provider in sorted({*known, *(row.provider for row in matrix.rows)}):
        message, color = _of_cells((cells[key] for key in of_provider.get(provider, ())), today)
        yield Badge(provider_badge(provider), _label(provider), message, color)
    for row in matrix.rows:
        whose = _label(f"{row.provider} {row.dialect}")
        message, color = _of_cells((cells[key] for key in of_row.get(row, ())), today)
        yield Badge(f"badges/formats/{addresses.row_id(row)}", whose, message, color)
        for suite in matrix.suite_ids:
            message, color = _of_cell(cells.get((row, suite)), today)
            path = f"badges/cells/{addresses.row_id(row)}/{addresses.slug(suite)}"
            yield Badge(path, _label(f"{row.provider} {suite}"), message, color)


def files(made: Iterable[Badge]) -> Iterator[SiteFile]:
    """Yield every badge twice: for shields.io, and as a picture."""
    for badge in made:
        yield SiteFile(f"{badge.path}.json", badge.as_json())
        yield SiteFile(f"{badge.path}.svg", svg(badge.label, badge.message, badge.color))


def _of_cell(cell: Cell | None, today: date) -> tuple[str, str]:
    """Return message and colour of one suite."""
    if cell is None:
        return NOT_OBSERVED, GREY
    if cell.hollow:
        return DOCUMENTED_ONLY, GREY
    counts = counts_text(cell)
    # What was seen in traffic says so itself: `seen 40, rules held`.
    said = counts if counts.startswith(("seen", str(cell.verdict))) else f"{cell.verdict} {counts}"
    color = GREY if cell.thin and cell.verdict is Verdict.CONFORMANT else _color(cell.verdict)
    said = f"{said}, {cell.level}" if cell.basis is Basis.SUBMITTED else said
    return _aged(said, color, [cell], today)


def _of_cells(cells: Iterable[Cell], today: date) -> tuple[str, str]:
    """Return message and colour of several suites: how many hold, and the worst of them."""
    every = list(cells)
    mine = [cell for cell in every if not cell.hollow]
    if not mine:
        return (DOCUMENTED_ONLY if every else NOT_OBSERVED), GREY
    counting = [cell for cell in mine if cell.verdict is not Verdict.UNSUPPORTED]
    good = sum(cell.verdict is Verdict.CONFORMANT for cell in counting)
    failed = sum(cell.verdict is Verdict.FAILED for cell in counting)
    said = (
        f"{failed} of {len(counting)} failed" if failed else f"{good} of {len(counting)} conformant"
    )
    handed_in = sum(cell.basis is Basis.SUBMITTED for cell in counting)
    said = f"{said}, {handed_in} {Basis.SUBMITTED}" if handed_in else said
    color = _color(worst(cell.verdict for cell in mine))
    if color == GREEN and all(cell.thin for cell in counting):
        color = GREY
    return _aged(said, color, mine, today)


def _color(verdict: Verdict) -> str:
    return _COLOURS.get(verdict, GREY)


def _aged(said: str, color: str, cells: list[Cell], today: date) -> tuple[str, str]:
    """Say how old the newest evidence is once it is old; what is old is not green."""
    newest = max((cell.newest or "" for cell in cells), default="") or None
    standing = age(newest, today)
    faded = GREY if color == GREEN else color
    if standing is Age.UNDATED:
        return f"{said}, undated", faded
    if standing is Age.GREY:
        return f"{said}, {days_old(newest, today)} days old", faded
    old = sum(age(cell.newest, today) is Age.GREY for cell in cells)
    return (f"{said}, {old} old", faded) if old else (said, color)


def _label(name: str) -> str:
    shown = line(name)
    cut = shown if len(shown) <= _LONGEST else f"{shown[: _LONGEST - 1]}…"
    return f"{cut} tool calling"
