"""Observations folded into the matrix of one report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from toolwire.jobs.report.labels import link
from toolwire.jobs.report.model import Matrix, NotLooked, SourceCount
from toolwire.jobs.report.tables import COMPARISON
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import WHOLE, Observation, Verdict
from toolwire.results.cells import Basis, CellObservations, fold, selections
from toolwire.results.cells.model import Row
from toolwire.results.variance import statements, trials_text

_SHOWN = (Verdict.NOT_RUN, Verdict.UNSUPPORTED, Verdict.INCONCLUSIVE)


def matrix(observations: Iterable[Observation]) -> Matrix:
    """Fold observations into the cells of one report."""
    every = tuple(observations)
    table, chosen = fold(every), selections(every)
    return Matrix(
        table=table,
        suite_ids=_columns(suite for _, suite in table.suites),
        not_looked=tuple(_not_looked(chosen.items())),
        sources=tuple(_sources(every)),
        observations=len(every),
        elsewhere=_elsewhere(chosen),
        rates=tuple(one for one in statements(_requested(chosen)) if one.hits),
        repeated=tuple(sorted(_repeated(_requested(chosen)).items())),
    )


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


def _columns(suites: Iterable[str]) -> tuple[str, ...]:
    """Return the suites in the order of their names, the comparison of modes last."""
    named = {suite for suite in suites if suite != WHOLE}
    return tuple(sorted(named, key=lambda suite: (suite == COMPARISON, suite)))


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


_OWN = {
    EvidenceLevel.LIVE: "asked in this run",
    EvidenceLevel.RECORDED: "cassettes recorded by toolwire",
    EvidenceLevel.DOCUMENTED: "the providers' documentation",
}
