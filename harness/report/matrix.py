"""Observations folded into matrix cells; the only room pandas is in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pandas as pd

from harness.exchange import EvidenceLevel
from harness.observation import FACETS, WHOLE, Observation, Verdict
from harness.report.model import (
    FacetCell,
    Matrix,
    NotLooked,
    Proof,
    Row,
    SourceCount,
    SuiteCell,
)
from harness.report.sightings import day
from harness.report.tables import CHOICES, COMPARISON

__all__ = ["fold"]

_ROW = ["provider", "dialect"]
#: Worst first; the first one present is the verdict of a cell.
_WORST = (
    Verdict.FAILED,
    Verdict.NON_STRICT,
    Verdict.INCONCLUSIVE,
    Verdict.CONFORMANT,
    Verdict.UNSUPPORTED,
)
_LOOKED = frozenset(_WORST)
#: Case of recorded traffic; `traffic.named` is traffic that shows what the case `named` asks.
_TRAFFIC = "traffic"
#: Cases that have cells of their own: those a table of the report shows.
_CASES = frozenset(CHOICES.values())


def fold(observations: Iterable[Observation]) -> Matrix:
    """Fold observations into the cells of one report."""
    seen, facets = _frames(observations)
    # What is about an exchange as a whole is no suite, and fills no cell.
    asked = seen.loc[seen["suite"] != WHOLE]
    return Matrix(
        rows=tuple(Row(*keys) for keys, _ in _groups(seen, _ROW)),
        suite_ids=_columns(asked["suite"]),
        facets=dict(_facet_cells(facets)),
        suites=dict(_suite_cells(asked)),
        not_looked=tuple(_not_looked(seen)),
        sources=tuple(_sources(seen)),
        observations=len(seen),
    )


def _columns(suites: pd.Series[Any]) -> tuple[str, ...]:
    """Return the suites in the order of their names, the comparison of modes last.

    Not as they were met: a live run, or parts of one, are done in no order.
    """
    return tuple(sorted({*map(str, suites)}, key=lambda suite: (suite == COMPARISON, suite)))


def _frames(
    observations: Iterable[Observation],
) -> tuple[pd.DataFrame, pd.DataFrame]:
    seen: list[tuple[Any, ...]] = []
    facets: list[tuple[Any, ...]] = []
    for o in observations:
        evidence = o.evidence
        proof = (evidence.level.rank, day(evidence.recorded_at), evidence.source)
        row = (o.provider, o.dialect)
        case = o.case.removeprefix(f"{_TRAFFIC}.")
        seen.append((*row, o.suite, case, str(o.mode), str(o.verdict), o.reason, *proof))
        facets.extend((*row, key, value, *proof) for key, value in o.facets.items())
    tail = ["rank", "date", "source"]
    return (
        pd.DataFrame(seen, columns=[*_ROW, "suite", "case", "mode", "verdict", "reason", *tail]),
        pd.DataFrame(facets, columns=[*_ROW, "facet", "value", *tail]),
    )


def _groups(frame: pd.DataFrame, by: list[str]) -> Iterator[tuple[tuple[str, ...], pd.DataFrame]]:
    """Yield groups in the order of their keys, the keys as text."""
    for keys, group in frame.groupby(by, sort=True):
        yield tuple(map(str, keys if isinstance(keys, tuple) else (keys,))), group


def _ranked(words: pd.Series[Any]) -> list[tuple[str, int]]:
    """Count words, most frequent first, equal ones in alphabetical order."""
    return sorted(Counter(map(str, words)).items(), key=lambda row: (-row[1], row[0]))


def _strongest(frame: pd.DataFrame) -> pd.DataFrame:
    """Keep the strongest evidence level only."""
    kept: pd.DataFrame = frame.loc[frame["rank"] == frame["rank"].min()]
    return kept


def _newest(frame: pd.DataFrame) -> str:
    """Return the source of the newest line, of equally new ones the last by name."""
    return str(frame.sort_values(["date", "source"], kind="stable")["source"].iloc[-1])


def _proof(frame: pd.DataFrame, example: pd.DataFrame | None = None) -> Proof:
    shown = frame if example is None or example.empty else example
    return Proof(
        level=tuple(EvidenceLevel)[int(frame["rank"].iloc[0])],
        newest=str(frame["date"].max()) or None,
        count=int(frame["source"].nunique()),
        source=_newest(shown),
    )


def _facet_cells(frame: pd.DataFrame) -> Iterator[tuple[tuple[Row, str], FacetCell]]:
    # An exchange that is evidence for several suites still is one exchange.
    once = frame.drop_duplicates([*_ROW, "facet", "value", "source"])
    for (provider, dialect, facet), group in _groups(once, [*_ROW, "facet"]):
        if facet not in FACETS:
            continue
        best = _strongest(group)
        (value, count), *others = _ranked(best["value"])
        yield (
            (Row(provider, dialect), facet),
            FacetCell(
                value=value,
                share=count / len(best),
                others=tuple(others),
                proof=_proof(best, best[best["value"] == value]),
            ),
        )


def _suite_cells(seen: pd.DataFrame) -> Iterator[tuple[tuple[Row, str], SuiteCell]]:
    for (provider, dialect, suite), group in _groups(seen, [*_ROW, "suite"]):
        row = Row(provider, dialect)
        yield (row, suite), _suite_cell(group)
        for (mode,), part in _groups(group, ["mode"]):
            yield (row, f"{suite}[{mode}]"), _suite_cell(part)
        for (case,), part in _groups(group, ["case"]):
            if f"{suite}.{case}" in _CASES:
                yield (row, f"{suite}.{case}"), _suite_cell(part)


def _suite_cell(group: pd.DataFrame) -> SuiteCell:
    looked = group[group["verdict"].isin(_LOOKED)]
    if looked.empty:
        reasons = ", ".join(reason for reason, _ in _ranked(group["reason"]))
        return SuiteCell(Verdict.NOT_RUN, 0, len(group), reasons, _proof(group))
    # What a vendor does not offer is no weaker evidence than what it does; keep it only alone.
    tried = looked[looked["verdict"] != Verdict.UNSUPPORTED]
    best = _strongest(looked if tried.empty else tried)
    verdict = next(v for v in _WORST if (best["verdict"] == v).any())
    same = best[best["verdict"] == verdict]
    return SuiteCell(
        verdict=verdict,
        good=int((best["verdict"] == Verdict.CONFORMANT).sum()),
        total=len(best),
        reason=", ".join(part for part, _ in _ranked(same["reason"]) if part),
        proof=_proof(best, same),
    )


def _not_looked(seen: pd.DataFrame) -> Iterator[NotLooked]:
    wanted = (Verdict.NOT_RUN, Verdict.UNSUPPORTED, Verdict.INCONCLUSIVE)
    grouped = _groups(
        seen.loc[seen["verdict"].isin(wanted)], ["provider", "suite", "verdict", "reason"]
    )
    for (provider, suite, verdict, reason), group in grouped:
        yield NotLooked(provider, suite, Verdict(verdict), reason, len(group))


def _sources(seen: pd.DataFrame) -> Iterator[SourceCount]:
    once = seen.drop_duplicates("source")
    imported = once["rank"] == EvidenceLevel.IMPORTED.rank
    name = once["source"].str.split(" ", n=1).str[0].where(imported, "cassettes of this repository")
    for (rank, source), group in _groups(once.assign(name=name), ["rank", "name"]):
        yield SourceCount(source, tuple(EvidenceLevel)[int(rank)], len(group))
