"""A report's content as the matrix at a glance."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from tests.support.reported import content
from toolwire.jobs.report.content import Facts
from toolwire.jobs.report.heatmap import HeatCell, Heatmap, HeatmapLinks, heatmap
from toolwire.jobs.report.heatmap.view import DOCUMENTED, LONGEST_MODEL, MOST_MODELS
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Severity, Verdict

Make = Callable[..., Observation]
TODAY = date(2026, 11, 21)
LINKS = HeatmapLinks(
    cell_id=lambda row, suite: f"{row.provider}.{row.dialect}.{suite}",
    cell=lambda row, suite: f"cells/{row.provider}/{suite}",
    provider=lambda provider: f"providers/{provider}",
    suite=lambda suite: f"suites/{suite}",
)


def shown(*observations: Observation) -> Heatmap:
    """Return the heatmap of some observations."""
    return heatmap(content(observations, TODAY, Facts()), LINKS)


def test_a_cell_has_its_address_its_mark_and_its_rules(observe: Make) -> None:
    """What a template prints of a cell is all there, and leads where the page said."""
    view = shown(
        observe(Verdict.FAILED, rules=(("TC304", Severity.ERROR),), reason="TC304"),
        observe(source="another"),
    )
    assert view.rows[0].cells == (
        HeatCell(
            id="openai.openai-chat.single_call",
            href="cells/openai/single_call",
            state="sf old",
            shown="◆ 1",
            words="failed, seen 2, 1 with errors, thin, old",
            modes="sf1o -",
            rules="TC304",
        ),
    )


def test_what_was_not_observed_is_no_cell(observe: Make) -> None:
    """Each row has a place for every column, in the order of the groups."""
    view = shown(observe(suite="round_trip"), observe(provider="acme"))
    assert [column.words for column in view.columns] == ["single call", "round trip"]
    there = [[cell is not None for cell in row.cells] for row in view.rows]
    assert there == [[True, False], [False, True]]


def test_rows_of_documentation_alone_stand_last_and_are_hollow(observe: Make) -> None:
    """Their newest evidence is none."""
    view = shown(observe(level=EvidenceLevel.DOCUMENTED, provider="acme"), observe())
    assert [(row.provider, row.hollow) for row in view.rows] == [("openai", False), ("acme", True)]
    last = view.rows[1]
    assert (last.known, last.newest, last.age) == (DOCUMENTED, "", "")


def test_the_newest_evidence_of_a_row_is_that_of_its_newest_cell(observe: Make) -> None:
    """With its level and its age in words; documentation of a later day does not count."""
    view = shown(
        observe(date="2026-06-08"),
        observe(level=EvidenceLevel.RECORDED, suite="round_trip", date="2026-10-01"),
        observe(level=EvidenceLevel.DOCUMENTED, suite="tool_choice", date="2026-11-20"),
    )
    row = view.rows[0]
    assert (row.known, row.newest, row.age) == ("2026-10-01 recorded, ageing", "2026-10-01", "mid")


def test_evidence_without_a_date_says_so(observe: Make) -> None:
    """And what could not be looked at is no evidence."""
    undated = shown(observe(date=None)).rows[0]
    away = shown(observe(Verdict.NOT_RUN, EvidenceLevel.LIVE, date=None, reason="no key")).rows[0]
    assert [undated.known, away.known] == ["imported, undated", "not looked at"]


def test_models_can_be_found_and_are_bounded(observe: Make) -> None:
    """A name of a megabyte is cut, and of very many models some are left out."""
    many = [observe(model=f"m{n:04}", source=str(n)) for n in range(MOST_MODELS + 5)]
    view = shown(*many, observe(provider="acme", model="x" * 1_000_000))
    acme, openai = view.rows
    assert acme.models == "x" * LONGEST_MODEL
    assert len(openai.models.split()) == MOST_MODELS


def test_long_names_are_cut_where_they_are_shown(observe: Make) -> None:
    """A provider, a dialect and a suite of a megabyte leave the page readable."""
    long = "n" * 1_000_000
    view = shown(observe(provider=long, dialect=long, suite=long))
    row = view.rows[0]
    assert max(map(len, (row.provider, row.dialect, row.family, view.columns[0].words))) <= 40
    assert row.provider.endswith("...")
