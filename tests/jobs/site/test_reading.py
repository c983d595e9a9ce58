"""What a site is of: dated reports of a folder, or the results of a run."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from toolwire import results
from toolwire.jobs.site.model import SitePlan
from toolwire.jobs.site.reading import site_of
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation

Make = Callable[..., Observation]
Write = Callable[..., Path]


def plan(tmp_path: Path) -> SitePlan:
    """Return a plan for a day after all runs."""
    return SitePlan(tmp_path / "site", date(2026, 11, 23))


def test_reports_of_a_folder_stand_newest_first(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """Each has the day of its folder, and what changed since the one before."""
    report_of("2026-11-22", observe())
    report_of("2026-11-21", observe(), observe(suite="round_trip"))
    found = site_of([tmp_path / "reports"], plan(tmp_path)).reports
    assert [one.day.isoformat() for one in found] == ["2026-11-22", "2026-11-21"]
    assert all(one.dated for one in found)
    assert "2026-11-2" in found[0].content.comparison
    assert found[1].content.comparison == ""


def test_a_report_that_is_named_twice_is_one(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """A folder and the folder that holds it do not make two reports of one day."""
    one = report_of("2026-11-22", observe())
    assert len(site_of([tmp_path / "reports", one], plan(tmp_path)).reports) == 1


def test_a_dated_report_gets_no_traffic_beside_it(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """Traffic that was shipped later did not stand in a report of the past; beside a run it does."""
    folder = report_of("2026-11-22", observe(level=EvidenceLevel.RECORDED))
    other = observe(provider="openai", suite="round_trip")
    made = SitePlan(tmp_path / "site", date(2026, 11, 23), imported=lambda _: (other,))
    assert len(site_of([folder], made).content.observations) == 1
    run = tmp_path / "run"
    results.write(
        run / "results.jsonl", results.header({}), [observe(level=EvidenceLevel.RECORDED)]
    )
    found = site_of([run], made)
    assert len(found.content.observations) == 2
    assert not found.newest.dated
    assert found.newest.day == date(2026, 11, 23)


def test_two_reports_of_one_day_are_refused(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """The error names both."""
    report_of("2026-11-22", observe())
    twin = tmp_path / "other" / "2026-11-22"
    results.write(twin / "results.jsonl", results.header({}), [observe()])
    with pytest.raises(ToolwireError, match="two reports of 2026-11-22"):
        site_of([tmp_path / "reports", twin], plan(tmp_path))


def test_a_folder_without_results_is_refused(tmp_path: Path) -> None:
    """The error says what to name instead."""
    (tmp_path / "2026-11-22").mkdir()
    with pytest.raises(ToolwireError, match="holds no results"):
        site_of([tmp_path], plan(tmp_path))


def test_a_folder_named_like_a_day_that_is_none_is_refused(tmp_path: Path, observe: Make) -> None:
    """The thirtieth of February is told by name."""
    results.write(tmp_path / "2026-02-30" / "results.jsonl", results.header({}), [observe()])
    with pytest.raises(ToolwireError, match="2026-02-30 is no date"):
        site_of([tmp_path], plan(tmp_path))
