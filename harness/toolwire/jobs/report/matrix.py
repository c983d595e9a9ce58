"""Observations folded into the matrix of one report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from toolwire.jobs.report.labels import link
from toolwire.jobs.report.model import NotLooked, SourceCount
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import WHOLE, Observation, Verdict
from toolwire.results.cells import Basis, CellObservations, Table, fold
from toolwire.results.cells.model import Cell, FacetCell, Row
from toolwire.results.variance import Statement, statements, trials_text

#: The suite that compares both modes of every other one's cases: its column stands last.
COMPARISON = "streaming_equals_blocking"

_SHOWN = (Verdict.NOT_RUN, Verdict.UNSUPPORTED, Verdict.INCONCLUSIVE)
_OWN = {
    EvidenceLevel.LIVE: "asked in this run",
    EvidenceLevel.RECORDED: "cassettes recorded by toolwire",
    EvidenceLevel.SUBMITTED: "cassettes that were handed in",
    EvidenceLevel.DOCUMENTED: "the providers' documentation",
}


def matrix(observations: Iterable[Observation]) -> Matrix:
    """Fold observations into the cells of one report."""
    every = tuple(observations)
    return Matrix(every, fold(every))


@dataclass(frozen=True)
class Matrix:
    """The cells of a report, and what a reader has to know of them.

    Each part is made when it is first asked for, and kept.

    Attributes:
        every: the observations, as they came.
        table: every cell of them; a missing key means that nothing was observed.
    """

    every: tuple[Observation, ...]
    table: Table

    @property
    def observations(self) -> int:
        """Return how many were folded."""
        return len(self.every)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Return the rows, those that rest on documentation alone last."""
        real = {row for (row, _), cell in self.table.suites.items() if not cell.hollow}
        return tuple(sorted(self.table.rows, key=lambda row: (row not in real, row)))

    @property
    def suites(self) -> Mapping[tuple[Row, str], Cell]:
        """Return (row, suite) -> cell."""
        return self.table.suites

    @property
    def facets(self) -> Mapping[tuple[Row, str], FacetCell]:
        """Return (row, facet) -> cell."""
        return self.table.facets

    @cached_property
    def suite_ids(self) -> tuple[str, ...]:
        """Return the columns: suites in the order of their names, the comparison of modes last."""
        named = {suite for _, suite in self.table.chosen if suite != WHOLE}
        return tuple(sorted(named, key=lambda suite: (suite == COMPARISON, suite)))

    @cached_property
    def not_looked(self) -> tuple[NotLooked, ...]:
        """Return what could not be looked at, is not offered, or is not sure."""
        return tuple(_not_looked(self.table.chosen.items()))

    @cached_property
    def sources(self) -> tuple[SourceCount, ...]:
        """Return where exchanges come from."""
        return tuple(_sources(self.every))

    @cached_property
    def levels(self) -> Counter[EvidenceLevel]:
        """Return level -> exchanges of it."""
        counted: Counter[EvidenceLevel] = Counter()
        for source in self.sources:
            counted[source.level] += source.exchanges
        return counted

    @cached_property
    def elsewhere(self) -> Mapping[str, tuple[str, ...]]:
        """Return provider -> hosts that answered in its place (`--at`), of what counts now."""
        return _elsewhere(self.table.chosen)

    @cached_property
    def rates(self) -> tuple[Statement, ...]:
        """Return what one answer of a model can explain, and how often it came, of what counts now."""
        return tuple(one for one in statements(_requested(self.table.chosen)) if one.hits)

    @cached_property
    def repeated(self) -> tuple[tuple[tuple[str, str, str], int], ...]:
        """Return what several runs of a case say: (provider, model, words) with the cases."""
        return tuple(sorted(_repeated(_requested(self.table.chosen)).items()))


def _repeated(requested: Iterable[Observation]) -> Counter[tuple[str, str, str]]:
    return Counter(
        (seen.provider, seen.model, trials_text(seen.trials))
        for seen in requested
        if seen.trials is not None and seen.trials.runs > 1
    )


def _requested(chosen: Mapping[tuple[Row, str], CellObservations]) -> Iterator[Observation]:
    """Yield what was asked and counts now."""
    for selection in chosen.values():
        if selection.basis is Basis.ASKED:
            yield from selection.current


def _elsewhere(chosen: Mapping[tuple[Row, str], CellObservations]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {}
    for seen in _requested(chosen):
        if seen.evidence.at:
            found.setdefault(seen.provider, set()).add(seen.evidence.at)
    return {provider: tuple(sorted(hosts)) for provider, hosts in sorted(found.items())}


def _not_looked(chosen: Iterable[tuple[tuple[Row, str], CellObservations]]) -> Iterator[NotLooked]:
    counts: Counter[tuple[str, str, Verdict, str]] = Counter()
    for (row, suite), selection in chosen:
        for seen in (*selection.current, *selection.since, *selection.absent):
            if seen.verdict in _SHOWN:
                counts[row.provider, suite, seen.verdict, seen.reason] += 1
    for key in sorted(counts):
        yield NotLooked(*key, counts[key])


def _whose(source: str) -> str:
    """Return the repository that is cited; files of one's own are one source, without their paths."""
    return source.partition(" ")[0] if link(source) else "files that were judged"


def _sources(observations: Iterable[Observation]) -> Iterator[SourceCount]:
    """Count exchanges: of others by repository; judged files, our own and documented ones together."""
    found: dict[tuple[int, str], set[str]] = {}
    for seen in observations:
        evidence = seen.evidence
        imported = evidence.level is EvidenceLevel.IMPORTED
        name = _whose(evidence.source) if imported else _OWN[evidence.level]
        found.setdefault((evidence.level.rank, name), set()).add(f"{seen.run} {evidence.source}")
    for rank, name in sorted(found):
        yield SourceCount(name, tuple(EvidenceLevel)[rank], len(found[rank, name]))
