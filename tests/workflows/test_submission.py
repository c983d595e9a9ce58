"""The workflow that judges what a pull request hands in, run step by step."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.root import ROOT
from tests.support.submission import handed_in
from tests.workflows.github import GitHub, Job, load


def judged(place: Path, *more: tuple[str, str], old: str = "", new: str = "") -> Job:
    """Propose a submission, with other files or a change of its cassettes, and return its job."""
    github = GitHub(place)
    github.create({"README.md": "ours\n"})
    github.base = github.git("rev-parse", "main", cwd=github.origin).strip()
    work = place / "first"
    folder = handed_in(work)
    for path in folder.rglob("*.blocking.yaml"):
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(old, new) if old else text, encoding="utf-8")
    for name, text in more:
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_text(text, encoding="utf-8")
    github.commit(work)
    job = github.run("submission.yml", event="pull_request").jobs["judge"]
    if (github.artifacts / "judged").exists():
        shutil.copytree(github.artifacts / "judged", place / "judged")
    return job


def test_a_submission_is_judged_and_told(tmp_path: Path) -> None:
    """Its results are uploaded and the summary ends with the line that repeats it; a gap is no failure."""
    job = judged(tmp_path)
    assert job.result == "success", job.log
    assert "judge again: toolwire submission submissions/lab -o judged/lab" in job.summary
    assert (tmp_path / "judged" / "lab" / "results.jsonl").is_file()


@pytest.mark.parametrize(
    ("more", "old", "new", "told"),
    [
        ((("cassettes/vllm/scripted/x.yaml", "x"),), "", "", "Not only a submission"),
        ((("submissions/lab/run.sh", "x"),), "", "", "refused run.sh: is no file of a submission"),
        ((), "evidence: recorded", "evidence: imported", "is imported, and not recorded with"),
        ((), "and nothing else", "sk-proj-0123456789abcdefABCDEF0123456789abcdefAB", "something secret"),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_is_red(
    more: tuple[tuple[str, str], ...], old: str, new: str, told: str, tmp_path: Path
) -> None:
    """Files beside it, files in it, others' recordings and secrets; each with its reason in the log."""
    job = judged(tmp_path, *more, old=old, new=new)
    assert job.result == "failure"
    assert told in job.log


def test_it_has_no_secret_and_writes_nothing() -> None:
    """A pull request of a stranger runs it: it may read the repository, and no more."""
    path = ".github/workflows/submission.yml"
    document = load(path)
    assert set(document["on"]) == {"pull_request"}
    assert [job["permissions"] for job in document["jobs"].values()] == [{"contents": "read"}]
    assert "secrets" not in (ROOT / path).read_text(encoding="utf-8")
