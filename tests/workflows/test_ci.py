"""CI has a job for every session, and every workflow is pinned and permitted no more than it needs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.workflows.github import ROOT, load

_PYTHON = re.compile(r"python -c '([^']+)'")
#: Sessions that are run by hand.
_LEFT_OUT = ("report", "lock", "imported", "bench", "who_breaks", "servers", "verify_rules")
_FILES = sorted(
    str(path.relative_to(ROOT))
    for path in (
        *ROOT.glob(".github/workflows/*.yml"),
        *ROOT.glob(".github/actions/*/*.yml"),
        ROOT / "action.yml",
    )
)


def steps_of(path: str) -> Iterator[dict[str, Any]]:
    """Yield the steps of a workflow or composite action."""
    document = load(path)
    if "runs" in document:
        yield from document["runs"]["steps"]
    for job in document.get("jobs", {}).values():
        yield from job.get("steps", ())


def test_ci_fans_out_over_the_sessions_of_nox() -> None:
    """Its list of jobs leaves out what is run by hand, and nothing else."""
    runs = [
        step.get("run", "")
        for step in load(".github/workflows/ci.yml")["jobs"]["sessions"]["steps"]
    ]
    (line,) = [match[1] for run in runs if (match := _PYTHON.search(run))]
    sessions = json.dumps([{"name": name} for name in ("tests", "lint", *_LEFT_OUT)])
    made = subprocess.run(
        [sys.executable, "-c", line], input=sessions, capture_output=True, text=True, check=True
    )
    assert json.loads(made.stdout) == ["lint", "tests"]


@pytest.mark.parametrize("path", _FILES)
def test_actions_of_others_are_pinned(path: str) -> None:
    """By commit, or they are of this repository at its own commit, which works for strangers too."""
    for step in steps_of(path):
        if "uses" in step:
            assert re.fullmatch(r"\$/[\w./-]*|[\w.-]+/[\w./-]+@[0-9a-f]{40}", step["uses"]), step


@pytest.mark.parametrize("path", _FILES)
def test_no_expression_stands_in_a_shell_line(path: str) -> None:
    """What others wrote reaches a shell through its environment only."""
    assert not [step for step in steps_of(path) if "${{" in step.get("run", "")]


@pytest.mark.parametrize("path", [path for path in _FILES if "workflows" in path])
def test_only_jobs_that_ask_nobody_may_write(path: str) -> None:
    """A workflow permits nothing by itself; a job with keys may read and no more."""
    document = load(path)
    assert document["permissions"] == {}
    for job in document["jobs"].values():
        keys = "secrets." in json.dumps(job) or "secrets[" in json.dumps(job)
        writes = "write" in job["permissions"].values()
        assert not (keys and writes) or "uses" in job


def test_both_actions_install_the_same_version() -> None:
    """The action for strangers repeats the lines of the inner one, from its own place."""
    outer, inner = (
        next(step["run"] for step in steps_of(path) if "pip install" in step.get("run", ""))
        for path in ("action.yml", ".github/actions/install/action.yml")
    )
    assert inner.replace("$GITHUB_ACTION_PATH/../../..", "$GITHUB_ACTION_PATH").startswith(outer)
