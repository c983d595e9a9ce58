"""What results claim is held against what their bytes come to."""

from __future__ import annotations

from dataclasses import replace

from tests.support.cell import SOURCE, finding, observation
from toolwire.jobs.submission.compared import differences
from toolwire.model.exchange import Evidence, EvidenceLevel
from toolwire.model.observation import Observation, Verdict

BAD = observation(Evidence(EvidenceLevel.SUBMITTED, SOURCE), finding("/a"))
GOOD = replace(BAD, findings=(), verdict=Verdict.CONFORMANT, reason="")


def told(claimed: list[Observation], found: list[Observation]) -> list[str]:
    """Return the differences as they are printed."""
    return [str(one) for one in differences(claimed, found)]


def test_the_same_is_nothing_to_tell() -> None:
    """Level, run and source may differ: they are not what is claimed of the bytes."""
    mine = replace(BAD, evidence=Evidence(EvidenceLevel.LIVE, "elsewhere"), run="x")
    assert told([mine], [BAD]) == []


def test_a_greener_claim_is_told() -> None:
    """Verdict and rules stand side by side."""
    (line,) = told([GOOD], [BAD])
    assert line == (
        "made-up/m openai-chat single_call.one[blocking]: handed in conformant, judged failed (TC304)"
    )


def test_a_claim_without_bytes_is_told() -> None:
    """A case, or a whole suite, that was not handed in as cassettes is claimed all the same."""
    other = replace(GOOD, suite="parallel_calls")
    assert len(told([GOOD, replace(GOOD, case="two")], [GOOD])) == 1
    assert len(told([GOOD, other], [GOOD])) == 1
    assert told([GOOD, replace(other, verdict=Verdict.UNSUPPORTED)], [GOOD]) == []


def test_what_the_results_pass_over_is_told_within_a_suite() -> None:
    """A failed case cannot be left out of the results of its suite; other suites may."""
    assert told([replace(GOOD, case="two")], [replace(GOOD, case="two"), BAD]) == [
        "made-up/m openai-chat single_call.one[blocking]: handed in nothing, judged failed (TC304)"
    ]
    assert told([replace(GOOD, suite="b")], [replace(GOOD, suite="b"), BAD]) == []
