"""Drift in reports: places collapse, exchanges count once, and new is told from long known."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import jsonschema
import pytest

from toolwire import results
from toolwire.io.shipped import shipped
from toolwire.jobs.report import ReportPlan, build
from toolwire.jobs.report.drift import as_json, drift, new_members, place
from toolwire.jobs.report.model import Drift
from toolwire.jobs.report.seen_exchanges import watch
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Verdict

Make = Callable[..., Observation]
SCHEMA = shipped("schemas") / "drift.schema.json"


def drifting(seen: Observation, pointer: str, kind: str = "string") -> Observation:
    """Let an observation have one unknown member."""
    return replace(
        seen, findings=(Finding("TC190", Severity.INFO, pointer, "Unknown.", None, kind),)
    )


def found_in(*observations: Observation) -> tuple[Drift, ...]:
    """Collect the drift of some observations."""
    return drift(observations, watch(observations))


@pytest.mark.parametrize(
    ("pointer", "told"),
    [
        ("/choices/0/message/x", "/choices/*/message/x"),
        ("event[12]/choices/3/delta/x2", "event[*]/choices/*/delta/x2"),
        ("step[2]/choices/0/x", "/choices/*/x"),
        ("step[2]/event[4]/x", "event[*]/x"),
        ("step[1]/", ""),
        ("", ""),
        ("/a/0", "/a/*"),
        ("/0th/1st", "/0th/1st"),
    ],
)
def test_positions_do_not_tell_places_apart(pointer: str, told: str) -> None:
    """Array positions, event numbers and steps are left out of a place."""
    assert place(pointer) == told


def test_an_exchange_counts_once_for_each_place(observe: Make) -> None:
    """Two suites, two choices and two types of one exchange are one exchange with the member."""
    (found,) = found_in(
        drifting(observe(suite="single_call"), "/choices/0/x"),
        drifting(observe(suite="round_trip"), "/choices/1/x", "integer"),
        drifting(observe(source="b", date="2025-05-05"), "/choices/0/x"),
        observe(source="clean", date="2024-01-01"),
    )
    assert (found.member, found.kind) == ("/choices/*/x", ("integer", "string"))
    assert (found.count, found.watched.exchanges) == (2, 3)
    assert (found.first, found.last, found.since) == ("2025-05-05", "2026-06-08", "2024-01-01")


def test_documented_exchanges_do_not_drift(observe: Make) -> None:
    """What our own responder writes is no API's new field."""
    assert found_in(drifting(observe(level=EvidenceLevel.DOCUMENTED), "/x")) == ()


def test_only_what_came_after_the_guide_and_later_than_others_is_new(observe: Make) -> None:
    """A member of the oldest exchange of its mode may have been there for ever."""
    seen = [
        observe(source="old", date="2025-01-01"),
        drifting(observe(source="a", date="2026-01-27"), "/before"),
        drifting(observe(source="b", date="2026-01-28"), "/after"),
        drifting(observe(source="c", date=None), "/undated"),
        drifting(observe(source="d", date="2026-03-01", mode=Mode.STREAMING), "event[0]/first"),
        drifting(observe(source="e", date="2026-04-01", mode=Mode.STREAMING), "event[0]/then"),
    ]
    found = found_in(*seen)
    assert [one.member for one in new_members(found)] == ["event[*]/then", "/after"]
    assert len(found) == 5


def test_the_document_is_of_its_schema_and_the_same_in_any_order(observe: Make) -> None:
    """Machines can rely on the form; two months differ where the evidence does."""
    seen = [drifting(observe(source=f"s{n}", date=None), f"/m{n}") for n in range(3)]
    written = as_json(found_in(*seen))
    assert as_json(found_in(*reversed(seen))) == written
    document = json.loads(written)
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(document)
    assert [one["member"] for one in document["members"]] == ["/m0", "/m1", "/m2"]


def test_the_report_lists_new_fields(tmp_path: Path, observe: Make) -> None:
    """The three pages tell the member, since when, and in how many exchanges."""
    seen = [
        observe(source="old", date="2025-01-01"),
        drifting(observe(Verdict.CONFORMANT, date="2026-08-01"), "/choices/0/moods"),
    ]
    path = tmp_path / "run.jsonl"
    results.write(path, results.header({}), seen)
    build([path], ReportPlan(tmp_path, date(2026, 11, 21)))
    for name, member in (
        ("report.md", "/choices/\\*/moods"),
        ("report.html", "<code>/choices/*/moods</code>"),
        ("checklist.md", "/choices/\\*/moods"),
    ):
        text = (tmp_path / name).read_text(encoding="utf-8")
        section = text.partition("New API fields since 2026-01-28")[2]
        assert member in section, name
        assert "1 of 2" in section, name
        assert "2026-08-01" in section, name
