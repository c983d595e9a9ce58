"""Which reports are compared: always the neighbours and the newest, the rest while it is cheap."""

from __future__ import annotations

from pathlib import Path

from tests.support.small_sites import seen, site, written
from toolwire.jobs.site.report_pairs import report_pairs

DAYS = ("2026-07-22", "2026-08-22", "2026-09-22", "2026-10-22", "2026-11-22")


def pairs(tmp_path: Path, budget: int) -> list[tuple[int, int]]:
    """Return the months of the pairs of five reports, newer first."""
    reports = [written(tmp_path, day, [seen(day=day)]) for day in DAYS]
    found = report_pairs(site(tmp_path, reports).reports, budget)
    return [(pair.newer.day.month, pair.older.day.month) for pair in found]


def test_neighbours_and_the_newest_are_always_there(tmp_path: Path) -> None:
    """Without any budget there are 2n - 3 pairs."""
    assert pairs(tmp_path, 0) == [
        (11, 10), (11, 9), (11, 8), (11, 7), (10, 9), (9, 8), (8, 7),
    ]  # fmt: skip


def test_small_reports_have_all_pairs(tmp_path: Path) -> None:
    """Five reports have ten."""
    assert len(pairs(tmp_path, 100)) == 10


def test_the_budget_goes_to_the_newest_first(tmp_path: Path) -> None:
    """Two observations are one more pair."""
    assert set(pairs(tmp_path, 3)) - set(pairs(tmp_path / "b", 0)) == {(10, 8)}


def test_a_comparison_is_made_once(tmp_path: Path) -> None:
    """Whoever asks for the same pair of a site gets what was made before; another site has its own."""
    reports = [written(tmp_path, day, [seen(day=day)]) for day in DAYS[:2]]
    whole, other = site(tmp_path, reports), site(tmp_path, reports)
    (pair,), (same,) = report_pairs(whole.reports), report_pairs(whole.reports)
    assert pair.compared(whole) is same.compared(whole)
    assert pair.compared(whole) is not pair.compared(other)
