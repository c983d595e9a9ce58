"""What the reports say one after another."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.jobs.site.data.sites import hostile_site, site_in, validator
from tests.support.acting import acting_in
from toolwire.jobs.site.data.history import as_json, history
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Severity, Verdict
from toolwire.results.cells import Basis, Row

Make = Callable[..., Observation]
Write = Callable[..., Path]
DOCUMENTED = EvidenceLevel.DOCUMENTED


def test_cells_are_counted_by_what_they_rest_on(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """What is documented is never among the conformant ones, and its date is no evidence's."""
    report_of(
        "2026-11-22",
        observe(),
        observe(suite="round_trip", dialect="openai-responses"),
        observe(level=DOCUMENTED, suite="tool_choice", date="2026-11-20"),
        observe(level=DOCUMENTED, provider="mistral", date="2026-11-20"),
        observe(suite="lint", provider="groq"),
    )
    found = history(site_in(tmp_path / "reports"))
    (report,) = found.reports
    assert report.whole.of(Verdict.CONFORMANT) == report.whole.observed == 2
    assert report.whole.documented == 2
    assert report.whole.newest == "2026-06-08"
    assert report.provider("openai").observed == 2
    assert report.provider("openai").documented == 1
    assert report.provider("nobody").observed == 0
    assert found.providers == ("openai",)
    assert report.whole.cells == {
        (Basis.SEEN, Verdict.CONFORMANT): 2,
        (Basis.DOCUMENTED, Verdict.CONFORMANT): 2,
    }
    suites = {cell["suite"]: cell for cell in json.loads(as_json(found))["cells"]}
    assert suites["tool_choice"]["newest"] == [None]
    assert "lint" not in suites


def test_a_cell_has_a_place_for_each_report(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """Null where a report observed nothing; the oldest stands first."""
    failed = observe(Verdict.FAILED, rules=(("TC304", Severity.ERROR),))
    report_of("2026-11-22", observe())
    report_of("2026-11-23", observe(suite="round_trip"))
    report_of("2026-11-24", failed)
    found = history(site_in(tmp_path / "reports"))
    document = json.loads(as_json(found))
    assert [one["date"] for one in document["reports"]] == [
        "2026-11-22",
        "2026-11-23",
        "2026-11-24",
    ]
    by_suite = {one["suite"]: one for one in document["cells"]}
    assert by_suite["single_call"]["verdicts"] == ["conformant", None, "failed"]
    assert by_suite["single_call"]["bases"] == ["seen", None, "seen"]
    assert by_suite["round_trip"]["verdicts"] == [None, "conformant", None]
    assert by_suite["round_trip"]["id"] == "openai.openai-chat.round_trip"
    stand = [one["deviations"]["error"] for one in document["reports"]]
    assert stand == [0, 0, 1]
    assert found.reports[2].rows[Row("openai", "openai-chat")].deviations == {Severity.ERROR: 1}


@pytest.mark.parametrize("months", [1, 2, 24])
def test_it_fits_its_schema_however_many_reports(
    tmp_path: Path, report_of: Write, observe: Make, months: int
) -> None:
    """One report, two, and those of two years."""
    for month in range(months):
        report_of(f"{2027 + month // 12}-{month % 12 + 1:02}-01", observe())
    document = json.loads(as_json(history(site_in(tmp_path / "reports"))))
    validator("history.schema.json").validate(document)
    assert len(document["reports"]) == len(document["cells"][0]["verdicts"]) == months


def test_hostile_names_fit_the_schema_and_do_not_act(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """A name is a string of JSON; what would act on a terminal is written as an escape."""
    data = as_json(history(hostile_site(tmp_path, report_of, observe)))
    validator("history.schema.json").validate(json.loads(data))
    assert acting_in(data.decode()) <= {"\n"}
