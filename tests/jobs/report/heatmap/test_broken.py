"""The rules that cells break, as tokens."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.jobs.report.heatmap.broken import rules_codes
from toolwire.jobs.report.matrix import matrix
from toolwire.model.exchange import Mode
from toolwire.model.observation import Observation, Severity, Verdict
from toolwire.results.cells import Row

Make = Callable[..., Observation]
KEY = (Row("openai", "openai-chat"), "single_call")
ERROR, WARNING = ("TC304", Severity.ERROR), ("TC306", Severity.WARNING)


def tokens(*observations: Observation) -> str:
    """Return the tokens of the one cell, "" where it has none."""
    return rules_codes(matrix(observations)).get(KEY, "")


def test_errors_and_warnings_are_told_apart(observe: Make) -> None:
    """Errors stand first, and a warning has a sign."""
    assert tokens(observe(Verdict.FAILED, rules=(WARNING, ERROR))) == "TC304 ~TC306"


def test_what_does_not_count_is_no_breach(observe: Make) -> None:
    """A finding of severity info breaks nothing."""
    drift = ("TC901", Severity.INFO)
    assert tokens(observe(Verdict.FAILED, rules=(ERROR, drift))) == "TC304"


def test_a_rule_broken_in_one_mode_says_in_which(observe: Make) -> None:
    """The whole cell breaks it too; where both modes do, nothing needs saying."""
    blocking = observe(Verdict.NON_STRICT, rules=(WARNING,))
    streaming = observe(Verdict.FAILED, mode=Mode.STREAMING, rules=(ERROR, WARNING))
    assert tokens(blocking, streaming) == "TC304:as ~TC306"


def test_a_rule_can_weigh_more_in_one_mode(observe: Make) -> None:
    """Each severity has a token, so that a filter for failures finds the error alone."""
    blocking = observe(Verdict.NON_STRICT, rules=(("TC304", Severity.WARNING),))
    streaming = observe(Verdict.FAILED, mode=Mode.STREAMING, rules=(ERROR,))
    assert tokens(blocking, streaming) == "TC304:as ~TC304:b"


def test_older_evidence_of_a_mode_is_of_that_mode_alone(observe: Make) -> None:
    """Blocking broke it long before the window of the cell: the whole cell does not show it."""
    old = observe(Verdict.FAILED, rules=(ERROR,), date="2025-01-01", source="old")
    new = observe(mode=Mode.STREAMING, date="2026-06-08", source="new")
    assert tokens(old, new) == "TC304:b"


@pytest.mark.parametrize("rule", ["TC304 ~TC1", '"><script>', "a" * 13, "", "TC\u202e304"])
def test_an_id_that_is_no_plain_word_is_left_out(observe: Make, rule: str) -> None:
    """A results file can name a rule anything; as a token it must stay one."""
    assert tokens(observe(Verdict.FAILED, rules=((rule, Severity.ERROR), ERROR))) == "TC304"


def test_a_cell_that_breaks_nothing_has_no_tokens(observe: Make) -> None:
    """Nothing is stored of what is fine."""
    assert rules_codes(matrix([observe()])) == {}
