"""One of two results: what it is asked for, and what is nowhere in it."""

from __future__ import annotations

from tests.support.compared import asked, head, seen
from toolwire.model.observation import WHOLE
from toolwire.results.cells import Row, fold
from toolwire.results.comparison.side import ResultSide

ROW = Row(asked().provider, asked().dialect)


def test_a_cell_that_nobody_observed_has_no_state() -> None:
    """None is not a clean cell; one that was observed is folded once."""
    side = ResultSide(head(), fold([asked("TC301")]))
    assert side.suite(ROW, "no_such_suite") is None
    found = side.suite(ROW, asked().suite)
    assert found is not None
    assert found.rules == {"TC301"}
    assert side.suite(ROW, asked().suite) is found


def test_facts_of_some_cases_are_not_those_of_all() -> None:
    """Of what was asked only the named cases count; traffic counts always."""
    both = [asked(case="a", fact="string"), asked(case="b", fact="object")]
    side = ResultSide(head(), fold(both))
    (facet,) = side.facts(ROW, side.cases_asked)
    assert {*side.facts(ROW, side.cases_asked)[facet].words} == {"string", "object"}
    some = frozenset(case for case in side.cases_asked if "a" in case)
    assert side.facts(ROW, some)[facet].words == ("string",)
    assert side.facts(ROW, frozenset()) == {}


def test_what_concerns_no_suite_stands_by_row() -> None:
    """A row with traffic has a state there, clean or not; one without has none."""
    side = ResultSide(head(), fold([seen("TC301", suite=WHOLE), asked()]))
    (row,) = side.beside_suites
    assert side.beside_suites[row].rules == {"TC301"}
    assert ResultSide(head(), fold([asked()])).beside_suites == {}
