"""Known deviations that no longer show, as pytest tells of them: XPASS, a failure where it is strict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pytest

from toolwire.jobs.audit.deviations import Watch
from toolwire.model.observation import Observation, Stale
from toolwire.pytest_plugin.collection import choice_of, planned
from toolwire.pytest_plugin.settings import Settings
from toolwire.suites import load_suites


def stale(settings: Settings, seen: Sequence[Observation]) -> tuple[Stale, ...]:
    """Return the listings that did not show although all that could show them was looked at.

    Args:
        settings: of the run.
        seen: everything that was observed; where part of the suites was left out, by `-k` or
            otherwise, nothing is said.

    Raises:
        ToolwireError: a file of the project is not valid any more.
    """
    choice = choice_of(settings)
    concerned = {(one.provider, one.dialect) for one in seen}
    if not concerned.intersection(choice.listed.by_dialect):
        return ()
    suites = load_suites((settings.suites,), shipped=False)
    looked = {(o.provider, o.dialect, o.model, o.suite, o.case, o.mode) for o in seen}
    for item in planned(settings, choice, suites):
        provider, case = item.target.provider, item.case
        place = (provider.id, provider.dialect, item.target.model.id, case.suite, case.id)
        if (*place, item.mode) not in looked:
            return ()
    watch = Watch(choice.listed, suites)
    for one in seen:
        watch.take(one)
    return tuple(watch.stale())


def reports(config: pytest.Config, found: Iterable[Stale]) -> Iterator[pytest.TestReport]:
    """Yield a report for each listing, as of a test that passes and was expected to fail."""
    strict = _strict(config)
    for one in found:
        name = f"{one.provider}::known deviation {one.rule} ({one.dialect})"
        text = f"{one.rule} does not show any more: take it out of the file of {one.provider}"
        report = pytest.TestReport(
            nodeid=f"toolwire::{name}",
            location=("toolwire", None, name),
            keywords={},
            outcome="failed" if strict else "passed",
            longrepr=f"[XPASS(strict)] {text}" if strict else None,
            when="call",
        )
        if not strict:
            report.wasxfail = text
        yield report


def _strict(config: pytest.Config) -> bool:
    """Return whether a test that passes unexpectedly fails, as the project's pytest has it."""
    for name in ("strict_xfail", "strict"):  # of pytest 9
        try:
            value = config.getini(name)
        except (KeyError, ValueError):
            break
        if value is not None:
            return bool(value)
    return bool(config.getini("xfail_strict"))
