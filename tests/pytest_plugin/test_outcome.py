"""What a case came to, as pytest calls it: what is listed as known is expected to fail."""

from __future__ import annotations

import pytest

from tests.support.pytest_project import PROVIDER, Project

pytest_plugins = ["pytester"]

LISTED = """
deviations:
  - rule: TC103
    reason: calls do not say their type
    seen: 2026-08
    source: https://docs.example.invalid/issues/1
    read: 2026-11-21
"""
NO_TYPE = (b'"type":"function",', b"")


@pytest.fixture
def deviating(project: Project) -> Project:
    """Return a project whose provider does what its file lists."""
    project.change("greeting.one[blocking]", *NO_TYPE)
    assert "1 failed, 3 passed" in project.run("suites").stdout
    project.write("providers/acme.yaml", PROVIDER + LISTED)
    return project


def test_a_known_deviation_is_an_expected_failure(deviating: Project) -> None:
    """It is no plain pass: pytest counts it as xfailed, with the reason that the file gives."""
    done = deviating.run("suites", "-rx")
    assert done.returncode == 0, done.stdout
    assert "3 passed, 1 xfailed" in done.stdout
    (told,) = [line for line in done.stdout.splitlines() if line.startswith("XFAIL")]
    assert "greeting.one[blocking]" in told
    assert "TC103: calls do not say their type (https://docs.example.invalid/issues/1" in told


def test_nothing_is_expected_with_runxfail(deviating: Project) -> None:
    """Then what is known fails as everything else does, and says that it is known."""
    done = deviating.run("suites", "--runxfail")
    assert done.returncode == 1
    assert "1 failed, 3 passed" in done.stdout
    assert "known deviations of the provider, not counted: TC103" in done.stdout


def test_nothing_else_is_excused(deviating: Project) -> None:
    """A fault beside the known one fails the case."""
    wrong_stop = (b'"finish_reason":"tool_calls"', b'"finish_reason":"stop"')
    deviating.change("greeting.one[blocking]", *wrong_stop)
    done = deviating.run("suites")
    assert done.returncode == 1
    assert "1 failed, 3 passed" in done.stdout


def test_a_warning_beside_what_is_known_is_told(deviating: Project) -> None:
    """The case is expected to fail, and its warning is a warning."""
    deviating.change("greeting.one[blocking]", b'"id":"call_', b'"id":"call.')
    done = deviating.run("suites", "-Wdefault::toolwire.pytest_plugin.NonStrictWarning")
    assert done.returncode == 0, done.stdout
    assert "3 passed, 1 xfailed, 1 warning" in done.stdout
    strict = deviating.run("suites", "-Werror::toolwire.pytest_plugin.NonStrictWarning")
    assert "1 failed, 3 passed" in strict.stdout
