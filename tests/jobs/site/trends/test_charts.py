"""The charts of a site, with the same numbers as tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.jobs.site.data.sites import hostile_site, site_in
from tests.jobs.site.trends.test_latency import timed
from tests.support.acting import acting_in
from toolwire.jobs.site.data.history import history
from toolwire.jobs.site.trends.charts import MOST_STRIPS, of_latency, of_providers, whole
from toolwire.jobs.site.trends.latency import latencies
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Severity, Verdict

Make = Callable[..., Observation]
Write = Callable[..., Path]


def test_what_is_documented_is_counted_beside(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """It is in no line; a report that observed nothing of a provider has no point."""
    failed = observe(Verdict.FAILED, rules=(("TC304", Severity.ERROR),))
    report_of("2026-11-22", observe(), observe(provider="groq"))
    report_of(
        "2026-11-23",
        observe(level=EvidenceLevel.DOCUMENTED, provider="openai"),
        observe(provider="groq"),
    )
    report_of("2026-11-24", failed, observe(provider="groq", suite="round_trip"))
    found = history(site_in(tmp_path / "reports"))
    cells, deviations = whole(found)
    assert cells.columns[:4] == ("Report", "conformant", "with warnings only", "failed")
    assert [row[:4] for row in cells.rows] == [
        ("2026-11-22", "2", "0", "0"), ("2026-11-23", "1", "0", "0"), ("2026-11-24", "1", "0", "1"),
    ]  # fmt: skip
    assert [row[1] for row in deviations.rows] == ["0", "0", "1"]
    one = of_providers(found)["openai"]
    assert [row[:3] for row in one.rows] == [
        ("2026-11-22", "1", "0"), ("2026-11-23", "–", "–"), ("2026-11-24", "0", "1"),
    ]  # fmt: skip
    assert one.picture.count("<circle") == 4
    assert " L " not in one.picture
    assert "nothing observed in 1 of 3 reports" in one.description
    assert one.description in one.picture
    assert [row[-1] for row in one.rows] == [report.toolwire for report in found.reports]


def test_where_nothing_was_observed_nothing_is_drawn(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """Documentation alone is no chart, and no provider of one."""
    report_of("2026-11-22", observe(level=EvidenceLevel.DOCUMENTED))
    found = history(site_in(tmp_path / "reports"))
    assert of_providers(found) == {}
    assert [chart.picture for chart in whole(found)] == ["", ""]
    assert whole(found)[0].description == "Nothing observed; nothing observed in 1 of 1 reports."


@pytest.mark.parametrize("providers", [1, 3, MOST_STRIPS + 5])
def test_live_times_are_drawn(observe: Make, providers: int) -> None:
    """The table has all providers, the picture those that fit."""
    every = [
        seen
        for number in range(providers)
        for seen in timed(observe, 0.2 + number, 0.9 + number, provider=f"p{number:02}")
    ]
    chart = of_latency(latencies(every))
    assert chart is not None
    assert len(chart.rows) == providers
    assert chart.rows[0][:4] == ("p00", "2", "0.20 s", "0.55 s")
    assert chart.picture.count("<circle") == 3 * min(providers, MOST_STRIPS)
    assert of_latency(()) is None


def test_hostile_names_do_not_act(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """In no picture, no table, no id; and no chart is long."""
    found = history(hostile_site(tmp_path, report_of, observe))
    charts = of_providers(found)
    live = of_latency(
        latencies([one for name in charts for one in timed(observe, 1.0, provider=name)])
    )
    assert live is not None
    for chart in (*charts.values(), *whole(found), live):
        assert acting_in(chart.picture) == set()
        assert len(chart.picture) < 12_000
        assert re.fullmatch(r"[A-Za-z0-9._~-]+", chart.id)
        assert all(len(text) < 60 for row in chart.rows for text in row)
        assert not re.search(r"<(?!/?(?:svg|title|desc|g|path|circle|line|text)\b)", chart.picture)
