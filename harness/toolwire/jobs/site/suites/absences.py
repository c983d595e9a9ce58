"""What documentation says that providers lack of a suite, as the results tell it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from toolwire.io.lists import grouped, listed
from toolwire.jobs.site.bounded import cut, name
from toolwire.jobs.site.model import Site
from toolwire.model.observation import Observation, Verdict
from toolwire.results.cells import CellObservations

_DOCUMENTED: Final = "documented as absent"
#: The end of such a reason: the page that says so, and the day it was read.
_PAGE: Final = re.compile(
    r" \((?P<url>https://[^\s()]+), read (?P<read>\d{4}-\d\d-\d\d)\)\Z", re.ASCII
)
_MOST_NAMED: Final = 8


@dataclass(frozen=True, slots=True)
class Absence:
    """One reason, whose it is, of how many observations, and the page that it cites.

    `whose` names provider formats, `cases` those of the suite, `url` and `read` are "" where no
    page is cited; everything is cut.
    """

    whose: str
    cases: str
    reason: str
    url: str
    read: str


def absences(site: Site) -> Mapping[str, tuple[Absence, ...]]:
    """Return suite -> what is documented as absent, in what counts now."""
    found: dict[str, list[Observation]] = {}
    for (_, suite), selection in site.content.matrix.table.chosen.items():
        found.setdefault(suite, []).extend(_absent(selection))
    return {
        suite: tuple(_absence(reason, of_it) for reason, of_it in _by_reason(seen).items())
        for suite, seen in found.items()
    }


def _by_reason(seen: list[Observation]) -> Mapping[str, list[Observation]]:
    return grouped(sorted(seen, key=lambda one: one.provider), lambda one: one.reason)


def _absent(selection: CellObservations) -> Iterator[Observation]:
    for seen in (*selection.current, *selection.since, *selection.absent):
        if seen.verdict is Verdict.UNSUPPORTED and seen.reason.startswith(_DOCUMENTED):
            yield seen


def _absence(reason: str, seen: list[Observation]) -> Absence:
    rows = dict.fromkeys(f"{name(one.provider)} {name(one.dialect)}" for one in seen)
    cases = sorted({name(one.case) for one in seen})
    page = _PAGE.search(reason)
    words = (reason[: page.start()] if page else reason).removeprefix(_DOCUMENTED)
    return Absence(
        whose=listed(rows, _MOST_NAMED),
        cases=listed(cases, _MOST_NAMED),
        reason=cut(words.removeprefix(": ").strip()) or "no word more",
        url=page["url"] if page else "",
        read=page["read"] if page else "",
    )
