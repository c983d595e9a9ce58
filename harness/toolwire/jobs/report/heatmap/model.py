"""The matrix at a glance, as frozen values: what a template prints, and nothing to decide in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from toolwire.results.cells import Row


@dataclass(frozen=True, slots=True)
class HeatmapLinks:
    """Where the parts of a heatmap lead on the page that shows it.

    Attributes:
        cell_id: row and suite -> id of the cell's element.
        cell: row and suite -> address of what the cell opens.
        provider: id of a provider -> address.
        suite: id of a suite -> address.
    """

    cell_id: Callable[[Row, str], str]
    cell: Callable[[Row, str], str]
    provider: Callable[[str], str]
    suite: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class HeatColumn:
    """One suite: its id in words, and the address of its page."""

    words: str
    href: str


@dataclass(frozen=True, slots=True)
class HeatGroup:
    """Columns that answer one question, at least one."""

    words: str
    columns: tuple[HeatColumn, ...]


@dataclass(frozen=True, slots=True)
class HeatCell:
    """One observed cell.

    Attributes:
        id: of its element; href: address of what it opens.
        state: classes of its element: how it is known and its verdict (`coding.code`), its age.
        shown: its mark, and how many failed: `✕ 8`.
        words: the same in words, for those who hear the page.
        modes: both modes coded, "" where neither differs from the cell (`coding.modes_code`).
        rules: the rules it breaks, coded (`broken.rules_code`); "" for none.
    """

    id: str
    href: str
    state: str
    shown: str
    words: str
    modes: str
    rules: str


@dataclass(frozen=True, slots=True)
class HeatRow:
    """One provider in one dialect.

    Attributes:
        provider, dialect: as shown, cut where they are long.
        family: the dialect, as the filter tells it from others.
        href: address of the provider's page.
        models: names of the models observed, for the filter.
        newest: ISO date of the newest real evidence, "" where none is known.
        known: the same in words: `2026-08-12 imported, old`.
        age: `fresh`, `mid`, `old`, `undated`, or "" where there is nothing real.
        hollow: nothing but documentation is known.
        cells: one for each column; None where nothing was observed.
    """

    provider: str
    dialect: str
    family: str
    href: str
    models: str
    newest: str
    known: str
    age: str
    hollow: bool
    cells: tuple[HeatCell | None, ...]


@dataclass(frozen=True, slots=True)
class Heatmap:
    """All lines and columns; `families` are the dialects of its rows, sorted."""

    groups: tuple[HeatGroup, ...]
    rows: tuple[HeatRow, ...]
    families: tuple[str, ...]

    @property
    def columns(self) -> tuple[HeatColumn, ...]:
        """Return the columns of all groups, in order."""
        return tuple(column for group in self.groups for column in group.columns)
