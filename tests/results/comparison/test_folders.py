"""Words that name results: paths, dates, `latest` and `previous`."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolwire.model.errors import ToolwireError
from toolwire.results import header, write
from toolwire.results.comparison.folders import named


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    """Write two dated reports, one of them compressed, and folders that are none."""
    for day, name in (("2026-10-22", "results.jsonl.gz"), ("2026-11-22", "results.jsonl")):
        write(tmp_path / day / name, header({}), [])
    (tmp_path / "2026-12-22").mkdir()
    (tmp_path / "20261223").mkdir()
    write(tmp_path / "drafts" / "results.jsonl", header({}), [])
    return tmp_path


@pytest.mark.parametrize(
    ("word", "day"),
    [("2026-10-22", "2026-10-22"), ("latest", "2026-11-22"), ("previous", "2026-10-22")],
)
def test_a_date_or_word_names_a_report(reports: Path, word: str, day: str) -> None:
    """Dates name their folder; folders without results and other names are no reports."""
    assert named(word, reports).path.parent == reports / day


def test_a_path_comes_before_a_date(reports: Path) -> None:
    """A file, a compressed one and a folder are taken as they are."""
    for path in (reports / "2026-10-22", reports / "2026-10-22" / "results.jsonl.gz"):
        assert named(str(path), Path("nowhere")).path.name == "results.jsonl.gz"


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("2026-12-01", "no report of 2026-12-01 (the nearest is of 2026-11-22)"),
        ("2026-12-22", "no report of 2026-12-22 (the nearest is of 2026-11-22)"),
        ("1999-01-01", "the nearest is of 2026-10-22"),
        ("2026-13-01", "no such file, folder or date of a report: 2026-13-01"),
        ("20261223", "no such file, folder or date of a report"),
        ("last\nmonth", "no such file, folder or date of a report: last month"),
    ],
)
def test_what_is_not_there_is_told_with_what_is(reports: Path, word: str, told: str) -> None:
    """One line names what is missing, and the nearest date that there is."""
    with pytest.raises(ToolwireError) as error:
        named(word, reports)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def test_without_reports_the_option_is_told(tmp_path: Path) -> None:
    """Where there is no dated report at all the line says how to name the folder."""
    for word in ("2026-11-22", "latest"):
        with pytest.raises(ToolwireError, match="--reports"):
            named(word, tmp_path / "none")
    write(tmp_path / "2026-11-22" / "results.jsonl", header({}), [])
    with pytest.raises(ToolwireError, match="there is no previous report: 1 of them here"):
        named("previous", tmp_path)
