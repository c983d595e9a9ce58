"""The user's own tables, made again from observations."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from tests.support.reported import content
from toolwire.jobs.report import Facts
from toolwire.jobs.report.matrix import COMPARISON
from toolwire.jobs.report.matrix import matrix as fold
from toolwire.jobs.report.pages import render
from toolwire.jobs.report.tables import CHOICES, VERIFICATION, formats
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Verdict
from toolwire.results.cells import Row
from toolwire.suites import load_suites

Make = Callable[..., Observation]
ROW = Row("openai", "openai-chat")


def test_every_row_and_column_is_observed_by_a_suite_and_case_that_exist() -> None:
    """The verification table names suites, the tool_choice table cases of shipped suites."""
    suites = load_suites()
    assert set(VERIFICATION.values()) <= {suite.id for suite in suites}
    assert set(CHOICES.values()) <= {case.name for suite in suites for case in suite.cases}
    assert [suite.id for suite in suites if suite.pairs] == [COMPARISON]


def test_a_format_names_who_speaks_it_and_its_usual_words(observe: Make) -> None:
    """Words are weighed by exchanges; a format seen in documented exchanges only is hollow."""
    documented = EvidenceLevel.DOCUMENTED
    found = formats(
        fold(
            [
                observe(facets={"id_field": "id"}, source="a"),
                observe(facets={"id_field": "id"}, source="b"),
                observe(facets={"id_field": "absent"}, provider="xai", source="c"),
                observe(facets={"id_field": "no"}, provider="tgi", level=documented, source="d"),
                observe(dialect="chatml", level=documented, facets={"id_field": "absent"}),
            ]
        )
    )
    assert [(f.dialect, f.providers, f.hollow) for f in found] == [
        ("openai-chat", ("openai", "xai"), False),
        ("chatml", ("openai",), True),
    ]
    assert dict(found[0].fields) == {"Call id field": "id"}


def test_a_broken_choice_shows_in_its_own_column_only(observe: Make) -> None:
    """Traffic with a named choice fails the named column and leaves required alone."""
    seen = [
        observe(suite="tool_choice", case="traffic.required", source="a"),
        observe(Verdict.FAILED, suite="tool_choice", case="traffic.named", source="b"),
        observe(suite="tool_choice", source="c"),
    ]
    cases = fold(seen).table.cases
    assert cases[ROW, "tool_choice", "required"].verdict is Verdict.CONFORMANT
    assert cases[ROW, "tool_choice", "named"].verdict is Verdict.FAILED
    page = render("report.md.j2", content(seen, date(2026, 11, 21), Facts()))
    table = page.partition("## tool_choice")[2]
    row = next(line for line in table.splitlines() if line.startswith("| openai |"))
    assert [cell.strip()[0] for cell in row.split("|")[3:7]] == ["·", "·", "◇", "◆"]
