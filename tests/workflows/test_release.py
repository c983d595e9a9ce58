"""Publishing: what is tagged, built, tested and uploaded is one version, and one set of files."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.workflows.github import load

RELEASE = load(".github/workflows/release.yml")
FILES = ("toolwire-0.2.0.tar.gz", "toolwire-0.2.0-py3-none-any.whl")


def step(job: str, name: str) -> dict[str, Any]:
    """Return a step of a job by its name."""
    (found,) = [one for one in RELEASE["jobs"][job]["steps"] if one.get("name") == name]
    return found


@pytest.mark.parametrize(
    ("tag", "files", "section", "told"),
    [
        ("v0.2.0", FILES, "0.2.0", ""),
        ("v0.2.1", FILES, "0.2.1", "v0.2.1 was tagged, and built was: toolwire-0.2.0"),
        ("v0.2.0", FILES[:1], "0.2.0", "v0.2.0 was tagged"),
        ("v0.2.0", FILES, "Unreleased", "CHANGELOG.md has no section [0.2.0]"),
    ],
)
def test_a_tag_is_the_version_that_is_built(
    tag: str, files: tuple[str, ...], section: str, told: str, tmp_path: Path
) -> None:
    """Another version, a file that is missing or a changelog that knows nothing of it stops all."""
    (tmp_path / "dist").mkdir()
    for name in files:
        (tmp_path / "dist" / name).touch()
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## [{section}]\n", encoding="utf-8")
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", step("build", "the tag is the version")["run"]],
        cwd=tmp_path, env={**os.environ, "TAG": tag}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode == 0) == (not told), done.stdout + done.stderr
    assert told in done.stdout


def test_what_is_published_is_what_was_tested() -> None:
    """One job builds; the others take its files; nothing is published before all have passed."""
    jobs = RELEASE["jobs"]
    builds = [name for name, job in jobs.items() if "hatchling build" in str(job["steps"])]
    assert builds == ["build"]
    assert set(jobs["publish"]["needs"]) == set(jobs) - {"publish"}
    for name in set(jobs) - {"build"}:
        assert "actions/download-artifact@" in str(jobs[name]["steps"])
        assert "actions/checkout@" not in str(jobs[name]["steps"])


def test_nothing_is_published_with_a_password() -> None:
    """PyPI trusts this workflow in its environment; one job may ask for a token, and has no shell line."""
    jobs = RELEASE["jobs"]
    assert [name for name, job in jobs.items() if "id-token" in job["permissions"]] == ["publish"]
    assert jobs["publish"]["environment"]["name"] == "pypi"
    assert "secrets" not in str(RELEASE)
    assert not [one for one in jobs["publish"]["steps"] if "run" in one]
