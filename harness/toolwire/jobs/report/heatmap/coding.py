"""Cells as short codes, so that a matrix of thousands stays small: how known, verdict, count, age.

A code is `sf8o`: seen, failed in 8, old. `assets/matrix.js` of the site reads the same table.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import lru_cache, partial
from typing import Final

from toolwire.model.exchange import Mode
from toolwire.model.observation import Verdict
from toolwire.results.cells import Age, Basis, Cell, age
from toolwire.results.cells.marks import age_text, counts_text, mark

BASES: Final[Mapping[Basis, str]] = {
    Basis.ASKED: "a",
    Basis.SUBMITTED: "h",
    Basis.SEEN: "s",
    Basis.DOCUMENTED: "d",
}
VERDICTS: Final[Mapping[Verdict, str]] = {
    Verdict.FAILED: "f",
    Verdict.NON_STRICT: "w",
    Verdict.CONFORMANT: "c",
    Verdict.UNSUPPORTED: "u",
    Verdict.INCONCLUSIVE: "i",
    Verdict.NOT_RUN: "n",
}
#: Age -> letter of a code, and class of an element.
AGES: Final[Mapping[Age, tuple[str, str]]] = {
    Age.FRESH: ("", ""),
    Age.AMBER: ("m", "mid"),
    Age.GREY: ("o", "old"),
    Age.UNDATED: ("u", "undated"),
}
#: For a mode in which nothing was observed.
ABSENT: Final = "-"
_MODES: Final = (Mode.BLOCKING, Mode.STREAMING)


def state(cell: Cell, today: date) -> str:
    """Return the classes of a cell's element: `sf old`."""
    word = AGES[_age(cell, today)][1]
    return f"{_known(cell)} {word}" if word else _known(cell)


def code(cell: Cell | None, today: date) -> str:
    """Return `sf8o`, of a cell that failed; `ac` of one that did not; `-` of nothing."""
    if cell is None:
        return ABSENT
    return f"{_known(cell)}{failed(cell)}{AGES[_age(cell, today)][0]}"


def modes_code(cell: Cell, modes: Mapping[str, Cell], today: date) -> str:
    """Return the codes of blocking and streaming, `sf8o sc`; "" where both are as the cell is.

    Args:
        cell: the cell.
        modes: mode -> the same cell in that mode alone; a mode not observed is not there.
        today: day of the report.
    """
    own = code(cell, today)
    parts = [modes.get(mode) for mode in _MODES]
    # The cell of a suite that was asked in one mode alone is that of the mode.
    codes = [own if part is cell else code(part, today) for part in parts]
    alike = cell.verdict is not Verdict.FAILED and codes == [own, own]
    return "" if alike else " ".join(codes)


def failed(cell: Cell) -> str:
    """Return how many failed, "" where the verdict is another."""
    return str(cell.of(Verdict.FAILED)) if cell.verdict is Verdict.FAILED else ""


def shown(cell: Cell) -> str:
    """Return the mark, and how many failed: `✕ 8`."""
    return f"{mark(cell)} {failed(cell)}".rstrip()


def words(cell: Cell, today: date) -> str:
    """Return a cell in words: `failed, seen 40, 2 with errors, old`."""
    if cell.hollow:
        return f"{cell.verdict}, documented only"
    counts = counts_text(cell)
    how = str(cell.level) if cell.basis is Basis.SUBMITTED else ""
    old = _old_of(cell.newest, today) if cell.decided else ""
    parts = (str(cell.verdict), how, "" if counts == cell.verdict else counts, old)
    return ", ".join(part for part in parts if part)


def _known(cell: Cell) -> str:
    return BASES[cell.basis] + VERDICTS[cell.verdict]


def _age(cell: Cell, today: date) -> Age:
    """Return how old a cell is: where the bytes decided nothing, nothing is old."""
    return Age.FRESH if cell.hollow or not cell.decided else _age_of(cell.newest, today)


# Thousands of cells are of few days.
_age_of = lru_cache(maxsize=4096)(age)
_old_of = lru_cache(maxsize=4096)(partial(age_text, days=False))
