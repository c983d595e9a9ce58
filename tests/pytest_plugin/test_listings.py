"""A known deviation that no longer shows is told as pytest tells of an expected failure that passed."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from tests.support.pytest_project import PROVIDER, SUITE, Project

pytest_plugins = ["pytester"]

LISTED = """
deviations:
  - rule: TC103
    reason: calls do not say their type
    seen: 2026-08
    source: https://docs.example.invalid/issues/1
    read: 2026-11-21
"""
TOLD = "TC103 does not show any more: take it out of the file of acme"


@pytest.fixture
def mended(project: Project) -> Project:
    """Return a project whose file lists what its provider's own answers do not show."""
    (project.path / "suites" / "greeting.yaml").unlink()
    own = SUITE.replace("suite: greeting", "suite: single_call").replace("id: one", "id: auto")
    project.write("suites/single_call.yaml", own)
    project.write("providers/acme.yaml", PROVIDER + LISTED)
    project.record("single_call")
    return project


def test_it_is_told_as_xpass(mended: Project) -> None:
    """The run is green, and the summary says which line of which file is over."""
    done = mended.run("suites", "-rX", "--junitxml=x.xml")
    assert done.returncode == 0, done.stdout
    assert "4 passed, 1 xpassed" in done.stdout
    assert f"XPASS toolwire::acme::known deviation TC103 (openai-chat) - {TOLD}" in done.stdout
    names = [case.get("name") for case in ET.parse(mended.path / "x.xml").iter("testcase")]
    assert len(names) == 5


@pytest.mark.parametrize("workers", [[], ["-n", "1"]])
@pytest.mark.parametrize("key", ["xfail_strict", "strict_xfail"])
def test_it_fails_where_the_project_is_strict(
    mended: Project, workers: list[str], key: str
) -> None:
    """As a marked test does, with workers too."""
    if key == "strict_xfail" and int(pytest.__version__.partition(".")[0]) < 9:
        pytest.skip("pytest 9 has that name")
    mended.write("pytest.ini", f"[pytest]\n{key} = true\n")
    done = mended.run("suites", "-rf", *workers)
    assert done.returncode == 1
    assert "1 failed, 4 passed" in done.stdout
    assert f"[XPASS(strict)] {TOLD}" in done.stdout


def test_nothing_is_said_of_a_part(mended: Project) -> None:
    """Where cases were left out, what did not show may show in those."""
    done = mended.run("suites", "-k", "auto")
    assert "2 passed, 2 deselected" in done.stdout
    assert "xpassed" not in done.stdout


def test_nothing_is_said_of_what_shows(mended: Project) -> None:
    """In one mode is enough."""
    mended.items = mended.planned("single_call")
    mended.change("single_call.auto[blocking]", b'"type":"function",', b"")
    done = mended.run("suites")
    assert "3 passed, 1 xfailed" in done.stdout
    assert "xpassed" not in done.stdout


def test_nothing_is_said_of_what_nobody_sent(mended: Project, project: Project) -> None:
    """Composed answers show that no provider has mended anything."""
    (mended.path / "suites" / "single_call.yaml").unlink()
    mended.write("suites/greeting.yaml", SUITE)
    done = mended.run("suites")
    assert "4 passed" in done.stdout
    assert "xpassed" not in done.stdout


def test_nothing_is_expected_with_runxfail(mended: Project) -> None:
    """Then nothing can pass unexpectedly."""
    done = mended.run("suites", "--runxfail")
    assert "4 passed" in done.stdout
    assert "xpassed" not in done.stdout
