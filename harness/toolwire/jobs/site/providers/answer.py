"""The one sentence about a provider: in how many suites it fails, asked and seen told apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from toolwire.jobs.site import addresses, bounded
from toolwire.jobs.site.bounded import ShownItems, first, names
from toolwire.jobs.site.providers.grouping import ProviderPart
from toolwire.model.observation import Verdict
from toolwire.results.cells import Basis, Cell, Row

_MOST_NAMED: Final = 3
_MOST_FAILING: Final = 30
_DECIDED: Final = (Verdict.FAILED, Verdict.NON_STRICT, Verdict.CONFORMANT)
#: Basis -> what stands after the number of suites.
_HOW: Final = {
    Basis.ASKED: "that it was asked",
    Basis.SUBMITTED: "that somebody asked it and handed in",
    Basis.SEEN: "that only traffic of others shows",
}
#: Verdict -> (of one suite, of several), after the suites of which the bytes decided something.
_REST: Final = {
    Verdict.NON_STRICT: ("draws warnings only", "draw warnings only"),
    Verdict.CONFORMANT: ("shows no fault", "show no fault"),
    Verdict.NOT_RUN: ("could not be looked at", "could not be looked at"),
    Verdict.INCONCLUSIVE: ("is inconclusive", "are inconclusive"),
    Verdict.UNSUPPORTED: ("is not offered", "are not offered"),
}


@dataclass(frozen=True, slots=True)
class FailedCell:
    """A suite that failed: its name, with the format where there are several, and its cell's page."""

    words: str
    page: str


@dataclass(frozen=True, slots=True)
class ProviderAnswer:
    """What is to be said of a provider first: a sentence, the rest in short, and a style class.

    `tone` is the verdict that the sentence tells; `documented` where nothing was looked at. `failing`
    are the cells that failed.
    """

    sentence: str
    rest: str
    tone: str
    failing: ShownItems[FailedCell] = field(default_factory=ShownItems)


def answer(part: ProviderPart) -> ProviderAnswer:
    """Return the sentence about a provider."""
    real = {key: cell for key, cell in part.suites.items() if not cell.hollow}
    if not real:
        return ProviderAnswer(
            f"No answer of {part.title} was looked at: what stands here is composed from its "
            "documentation, and proves nothing about it.",
            "",
            "documented",
        )
    decided = {key: cell for key, cell in real.items() if cell.verdict in _DECIDED}
    if not decided:
        return ProviderAnswer(
            f"{part.title} could not be judged: no suite came to a verdict.",
            _rest(real.values()),
            "none",
        )
    told = [
        text
        for basis, how in _HOW.items()
        if (text := _share(part, basis, how, decided)) is not None
    ]
    worst = next(one for one in _DECIDED if any(cell.verdict is one for cell in decided.values()))
    sentence = f"{part.title} fails {', and '.join(told)}."
    return ProviderAnswer(sentence, _rest(real.values()), str(worst), _failing(part))


def _failing(part: ProviderPart) -> ShownItems[FailedCell]:
    failed = [
        key
        for key, cell in part.suites.items()
        if cell.verdict is Verdict.FAILED and not cell.hollow
    ]
    several = len(part.rows) > 1
    kept = first(failed, _MOST_FAILING)
    return ShownItems(
        tuple(
            FailedCell(_named(row, suite, several=several), addresses.cell_page(row, suite))
            for row, suite in kept.items
        ),
        kept.more,
    )


def _named(row: Row, suite: str, *, several: bool) -> str:
    return (
        f"{bounded.name(suite)} in {bounded.name(row.dialect)}" if several else bounded.name(suite)
    )


def _share(
    part: ProviderPart, basis: Basis, how: str, decided: dict[tuple[Row, str], Cell]
) -> str | None:
    """Return `3 of 12 suites that it was asked (a, b and 1 more)`; None where there are none."""
    mine = {key: cell for key, cell in decided.items() if cell.basis is basis}
    if not mine:
        return None
    several = len(part.rows) > 1
    failed = [
        _named(row, suite, several=several)
        for (row, suite), cell in mine.items()
        if cell.verdict is Verdict.FAILED
    ]
    which = f" ({names(failed, _MOST_NAMED)})" if failed else ""
    many = "suite" if len(mine) == 1 else "suites"
    if (formats := len({row for row, _ in mine})) > 1:
        many = f"{many} of {formats} formats"
    return f"{len(failed) or 'none'} of {len(mine)} {many} {how}{which}"


def _rest(cells: Iterable[Cell]) -> str:
    """Return `8 have no fault, 2 are not offered`: how many suites came to what else."""
    found = [cell.verdict for cell in cells]
    counts = ((verdict, found.count(verdict)) for verdict in _REST)
    return ", ".join(f"{count} {_REST[verdict][count > 1]}" for verdict, count in counts if count)
