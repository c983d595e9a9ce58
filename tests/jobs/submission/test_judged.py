"""The bytes are judged as any others, and the level follows from the folder."""

from __future__ import annotations

from pathlib import Path

from tests.support.root import ROOT
from tests.support.submission import handed_in
from toolwire.jobs.audit.replayed import replayed
from toolwire.jobs.audit.selection import select
from toolwire.jobs.submission.files import files_of
from toolwire.jobs.submission.judged import judged, selected
from toolwire.jobs.submission.statement import read_statement
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Verdict
from toolwire.results.cells import Basis, fold


def observations(folder: Path) -> list[Observation]:
    """Return what a submission comes to."""
    files, _ = files_of(folder)
    assert files is not None
    return list(judged(files, selected(files, read_statement(folder / "statement.yaml"))))


def test_verdicts_are_those_of_the_same_bytes_of_ours(tmp_path: Path) -> None:
    """Case by case, mode by mode, and of the comparison of both modes; only the level differs."""
    found = observations(handed_in(tmp_path))
    chosen = select(["vllm/scripted"], ["single_call"], cassettes=ROOT / "cassettes")
    ours = replayed(chosen, ROOT / "cassettes")
    known = {(one.suite, one.case, one.mode): one for one in ours}
    looked = [one for one in found if one.verdict is not Verdict.NOT_RUN]
    both = [one for one in looked if one.suite == "streaming_equals_blocking"]
    assert {one.verdict for one in both} == {Verdict.CONFORMANT}
    assert len(looked) - len(both) == 4
    for one in (one for one in looked if one.suite == "single_call"):
        same = known[one.suite, one.case, one.mode]
        assert (one.verdict, one.findings) == (same.verdict, same.findings)
        assert one.evidence.sha256 == same.evidence.sha256
        if same.evidence.level is EvidenceLevel.RECORDED:
            assert one.evidence.level is EvidenceLevel.SUBMITTED


def test_a_case_that_is_left_out_is_a_gap(tmp_path: Path) -> None:
    """It is not run, as submitted, and suites of which nothing was handed in are not there."""
    found = observations(handed_in(tmp_path))
    gaps = [one for one in found if one.verdict is Verdict.NOT_RUN]
    assert any(one.suite == "single_call" for one in gaps)
    assert {one.evidence.level for one in gaps} == {EvidenceLevel.SUBMITTED}
    assert "parallel_calls" not in {one.suite for one in found}


def test_our_cells_are_untouched_by_it(tmp_path: Path) -> None:
    """Beside what we recorded of the same target, gaps and all, a submission changes no verdict."""
    chosen = select(["vllm/scripted"], ["single_call"], cassettes=ROOT / "cassettes")
    ours = list(replayed(chosen, ROOT / "cassettes"))
    before, after = fold(ours).suites, fold([*ours, *observations(handed_in(tmp_path))]).suites
    for key, cell in before.items():
        assert (after[key].verdict, after[key].counts) == (cell.verdict, cell.counts)
        assert after[key].level is EvidenceLevel.RECORDED
        if key[1] == "single_call":
            assert after[key].beside is not None
            assert after[key].beside.basis is Basis.SUBMITTED
