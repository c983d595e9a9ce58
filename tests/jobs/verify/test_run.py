"""The exit code of a verification: what a model left open hides no warning."""

from __future__ import annotations

import pytest

from tests.support.cell import observation
from toolwire.jobs.verify.run import code_of
from toolwire.model.exchange import Evidence, EvidenceLevel
from toolwire.model.observation import Finding, Severity, Verdict

ASKED = Evidence(EvidenceLevel.LIVE, "https://made-up.example")
WARNING = Finding("TC314", Severity.WARNING, "/x", "Changed.")
INFO = Finding("TC310", Severity.INFO, "/x", "Escaped.")


@pytest.mark.parametrize(
    ("finding", "fail_on", "code"),
    [(WARNING, "warning", 1), (WARNING, "error", 2), (WARNING, "never", 2), (INFO, "warning", 2)],
)
def test_a_warning_in_what_a_model_left_open_counts(
    finding: Finding, fail_on: str, code: int
) -> None:
    """As the screen tells it: with deviations, whatever else of the case could not be judged."""
    seen = observation(ASKED, finding, verdict=Verdict.INCONCLUSIVE)
    assert code_of([seen], fail_on) == code


def test_what_was_not_run_comes_first() -> None:
    """A server that could not be asked is not judged by the rest."""
    seen = observation(ASKED, WARNING, verdict=Verdict.INCONCLUSIVE)
    unasked = observation(ASKED, verdict=Verdict.NOT_RUN)
    assert code_of([seen, unasked], "warning") == 2
