"""Reports to build sites from, all made up here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from tests.jobs.report.conftest import observe
from tests.support.clock import stop_on
from toolwire import results
from toolwire.model.observation import Observation

__all__ = ["observe"]
Write = Callable[..., Path]


@pytest.fixture(autouse=True, scope="module")
def _on_the_day_of_the_reports() -> Iterator[None]:
    """Let runs start before the days of the reports: none may be of a later run."""
    with pytest.MonkeyPatch.context() as patching:
        stop_on(patching, date(2026, 11, 21))
        yield


@pytest.fixture
def report_of(tmp_path: Path) -> Write:
    """Return a writer of dated reports: `report_of("2026-11-21", *observations)` -> its folder."""

    def write(day: str, *observations: Observation) -> Path:
        folder = tmp_path / "reports" / day
        folder.mkdir(parents=True)
        results.write(folder / "results.jsonl.gz", results.header({}), observations)
        return folder

    return write
