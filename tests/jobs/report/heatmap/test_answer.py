"""The matrix in one sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.jobs.report.heatmap.answer import MatrixAnswer, answer
from toolwire.jobs.report.matrix import matrix
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import WHOLE, Observation, Verdict

Make = Callable[..., Observation]
LIVE = EvidenceLevel.LIVE


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        (["conformant", "unsupported"], MatrixAnswer(conformant=1)),
        (["conformant", "non-strict"], MatrixAnswer(warned=1)),
        (["conformant", "non-strict", "failed"], MatrixAnswer(broken=1)),
        (["conformant", "inconclusive"], MatrixAnswer(undecided=1)),
        (["conformant", "not-run"], MatrixAnswer(undecided=1)),
        (["unsupported"], MatrixAnswer(undecided=1)),
        (["not-run", "failed"], MatrixAnswer(broken=1)),
    ],
)
def test_a_row_is_counted_by_its_worst_cell(
    observe: Make, verdicts: list[str], expected: MatrixAnswer
) -> None:
    """What could not be decided is never counted as conformant."""
    seen = [observe(Verdict(one), LIVE, suite=f"suite{n}") for n, one in enumerate(verdicts)]
    assert answer(matrix(seen)) == expected


def test_documentation_is_no_evidence(observe: Make) -> None:
    """A row of documented cells is counted apart, whether they pass or fail."""
    level = EvidenceLevel.DOCUMENTED
    seen = [
        observe(Verdict.FAILED, level, provider="acme"),
        observe(Verdict.FAILED, level, suite="round_trip"),
        observe(),
    ]
    assert answer(matrix(seen)) == MatrixAnswer(conformant=1, documented=1)


def test_what_is_of_no_suite_is_not_counted(observe: Make) -> None:
    """An exchange that as a whole failed has no column, and so no say here."""
    assert answer(matrix([observe(), observe(Verdict.FAILED, suite=WHOLE)])).conformant == 1


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        (
            MatrixAnswer(broken=16, warned=14, conformant=1, undecided=2, documented=3),
            (
                "Of 33 provider formats with exchanges of real servers, 16 send something that breaks "
                "clients, 14 give warnings only, 1 kept every rule wherever observed and 2 are not "
                "decided everywhere."
            ),
        ),
        (
            MatrixAnswer(broken=1),
            (
                "Of the one provider format with exchanges of real servers, 1 sends something that "
                "breaks clients."
            ),
        ),
        (
            MatrixAnswer(documented=9),
            "No exchange of a real server was looked at: nothing is known of any provider.",
        ),
    ],
)
def test_the_sentence_says_only_what_there_is(counts: MatrixAnswer, expected: str) -> None:
    """Kinds of which there are none are not named."""
    assert counts.sentence == expected


def test_every_row_is_counted_once(observe: Make) -> None:
    """The counts add up to the rows of the matrix."""
    seen = [observe(one, provider=f"p{n}") for n, one in enumerate(Verdict)]
    assert answer(matrix(seen)).total == len(matrix(seen).rows) == len(Verdict)
