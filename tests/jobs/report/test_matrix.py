"""Observations folded into cells."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.jobs.report.matrix import COMPARISON
from toolwire.jobs.report.matrix import matrix as fold
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import WHOLE, Observation, Severity, Verdict
from toolwire.results.cells import Row

Make = Callable[..., Observation]
ROW = Row("openai", "openai-chat")


def test_only_the_strongest_evidence_counts(observe: Make) -> None:
    """A documented pass beside an imported failure leaves the cell failed, and imported."""
    matrix = fold(
        [
            observe(Verdict.CONFORMANT, EvidenceLevel.DOCUMENTED, source="cassettes/a.yaml"),
            observe(Verdict.FAILED, rules=(("TC401", Severity.ERROR),), reason="TC401"),
        ]
    )
    cell = matrix.suites[ROW, "single_call"]
    assert (cell.verdict, cell.good, cell.total) == (Verdict.FAILED, 0, 1)
    assert cell.level is EvidenceLevel.IMPORTED
    assert cell.reason == "TC401"


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        (["conformant", "conformant"], "conformant"),
        (["conformant", "non-strict"], "non-strict"),
        (["non-strict", "failed", "conformant"], "failed"),
        (["conformant", "inconclusive"], "inconclusive"),
        (["unsupported"], "unsupported"),
        (["unsupported", "conformant"], "conformant"),
        (["not-run"], "not-run"),
        (["not-run", "conformant"], "not-run"),
        (["not-run", "failed"], "failed"),
    ],
)
def test_the_worst_verdict_names_the_cell(
    observe: Make, verdicts: list[str], expected: str
) -> None:
    """A cell shows the worst of its cases; what was not run hides behind nothing but a failure."""
    live = EvidenceLevel.LIVE
    matrix = fold([observe(Verdict(v), live, case=f"c{n}") for n, v in enumerate(verdicts)])
    cell = matrix.suites[ROW, "single_call"]
    assert cell.verdict == expected
    assert cell.good == verdicts.count("conformant")


def test_modes_have_cells_of_their_own(observe: Make) -> None:
    """Streaming can fail while blocking stays clean."""
    matrix = fold(
        [
            observe(Verdict.CONFORMANT, mode=Mode.BLOCKING, source="a"),
            observe(Verdict.FAILED, mode=Mode.STREAMING, source="b"),
        ]
    )
    assert matrix.table.modes[ROW, "single_call", "blocking"].verdict == Verdict.CONFORMANT
    assert matrix.table.modes[ROW, "single_call", "streaming"].verdict == Verdict.FAILED


def test_a_facet_shows_its_usual_word_and_counts_the_rest(observe: Make) -> None:
    """The most frequent word is the value; each exchange counts once over its suites."""
    facts = [("a", "id"), ("b", "id"), ("c", "absent"), ("c", "absent")]
    matrix = fold([observe(source=s, facets={"id_field": word}) for s, word in facts])
    cell = matrix.facets[ROW, "id_field"]
    assert (cell.value, cell.count) == ("id", 3)
    assert [(word.text, word.count) for word in cell.others] == [("absent", 1)]
    assert cell.share == pytest.approx(2 / 3)


def test_facets_that_are_not_in_the_table_are_left_out(observe: Make) -> None:
    """A results file of strangers cannot add columns."""
    assert not fold([observe(facets={"surprise": "x"})]).facets


def test_a_date_that_is_none_is_unknown(observe: Make) -> None:
    """Dates come from recordings and may be nonsense."""
    matrix = fold([observe(date="yesterday, I think"), observe(date=None, source="b")])
    assert matrix.suites[ROW, "single_call"].newest is None


def test_what_is_about_a_whole_exchange_fills_no_cell(observe: Make) -> None:
    """Findings that no suite asks about travel in results, and make no column."""
    matrix = fold([observe(), observe(Verdict.FAILED, suite=WHOLE, source="b")])
    assert matrix.suite_ids == ("single_call",)
    assert {suite for _, suite, _ in matrix.table.modes} == {"single_call"}


def test_files_that_were_judged_are_one_source(observe: Make) -> None:
    """A citation counts for its repository; paths on this machine have no rows of their own."""
    paths = ("/home/me/a b/one.yaml #1", "two.yaml #1")
    folded = fold([observe(), *(observe(source=path) for path in paths)])
    told = [(source.name, source.exchanges) for source in folded.sources]
    assert told == [("files that were judged", 2), ("octo/spoon", 1)]


def test_nothing_observed_is_an_empty_matrix() -> None:
    """A results file without observations folds into no cells."""
    matrix = fold([])
    assert (matrix.rows, matrix.suites, matrix.facets, matrix.observations) == ((), {}, {}, 0)


def test_the_comparison_of_both_modes_is_the_last_column(observe: Make) -> None:
    """Columns do not depend on what was done first, and the comparison stands behind them."""
    names = ["single_call", COMPARISON, "round_trip", COMPARISON]
    matrix = fold([observe(suite=name, source=f"s{n}") for n, name in enumerate(names)])
    assert matrix.suite_ids == ("round_trip", "single_call", COMPARISON)
    assert matrix.suites[ROW, COMPARISON].total == 2
    assert matrix.table.modes[ROW, COMPARISON, "blocking"].total == 2
