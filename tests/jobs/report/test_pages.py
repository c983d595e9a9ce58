"""The single page of a report: what stands first, and that it can be read on any screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from tests.support.reported import content
from toolwire.jobs.report import Facts
from toolwire.jobs.report.labels import broken_in
from toolwire.jobs.report.pages import render
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import WHOLE, Observation, Severity, Verdict
from toolwire.model.rule_facts import RuleFacts
from toolwire.results.cells import Row, fold

Make = Callable[..., Observation]
RULE = RuleFacts("TC001", "first", "A", "B", {"openai-chat": Severity.ERROR})


def page(*observations: Observation) -> str:
    """Return the page of some observations, with one rule of the table known."""
    return render("report.html.j2", content(observations, date(2026, 6, 10), Facts(rules=(RULE,))))


def failed(observe: Make, reason: str, **other: object) -> Observation:
    """Return an observation that failed for a reason."""
    rules = tuple((rule, Severity.ERROR) for rule in re.findall(r"TC\d{3}", reason))
    return observe(Verdict.FAILED, reason=reason, rules=rules, **other)


def test_verdicts_stand_before_the_formats(observe: Make) -> None:
    """The matrix, then suites and deviations; every link inside of the page leads somewhere."""
    text = page(failed(observe, "error: TC001"))
    assert text.index('id="matrix"') < text.index('<div id="suites"')
    order = re.findall(r'<div id="([a-z-]+)"', text)
    assert order[:3] == ["suites", "deviations", "not-looked"]
    assert order.index("models") < order.index("formats") < order.index("changes")
    assert {*re.findall(r'href="#([^"]+)"', text)} <= {*re.findall(r'id="([^"]+)"', text)}


def test_each_table_scrolls_in_a_region_with_a_name(observe: Make) -> None:
    """The page itself is never wider than a screen; no two regions have one name."""
    text = page(failed(observe, "error: TC001"), observe(model="other"))
    assert text.count("<table>") == text.count('class="wide" tabindex="0" role="region"')
    names = re.findall(r'role="region" aria-label="([^"]+)"', text)
    assert names[0] == "Matrix"
    assert len(names) == text.count("<table") == len({*names})


def test_a_cell_of_the_matrix_leads_to_its_evidence(observe: Make) -> None:
    """The page opens with one sentence and the matrix; a cell opens what is known of it."""
    text = page(failed(observe, "error: TC001"), observe(suite="round_trip"))
    assert '<p class="answer">Of the one provider format' in text
    heat = text.partition('id="matrix"')[2].partition("</table>")[0]
    (href,) = re.findall(r'class="sf[^"]*"><a href="#([^"]+)"', heat)
    cell = text.partition(f'<td id="{href}"')[2].partition("<td")[0]
    assert "TC001" in cell
    assert "<script" not in text


def test_what_is_about_whole_exchanges_only_makes_no_row(observe: Make) -> None:
    """A provider of whom nothing but such a finding is known is in no line of the matrix."""
    text = page(failed(observe, "error: TC001", suite=WHOLE))
    assert '<td id="m' not in text.partition('id="matrix"')[2].partition("</table>")[0]


def test_what_is_folded_up_is_printed(observe: Make) -> None:
    """On paper nothing can be opened: every part of the page is there."""
    text = page(observe())
    assert "@media print { details::details-content { content-visibility: visible;" in text


def test_a_failed_cell_names_its_rules(observe: Make) -> None:
    """As text, with a link to those that the page explains."""
    text = page(failed(observe, "error: TC001", source="a/b c@0123456 #1"),
                failed(observe, "step 2: error: TC999", source="a/b c@0123456 #2"))  # fmt: skip
    cell = text.partition('id="suites"')[2].partition("</table>")[0]
    assert '<small><a href="#TC001">TC001</a> TC999</small>' in cell


def test_rules_of_a_cell_are_few_and_real(observe: Make) -> None:
    """Eight at most, each once; documentation and what conforms break none."""

    def of(seen: Observation) -> tuple[str, ...]:
        cell = fold([seen]).suites[Row(seen.provider, seen.dialect), seen.suite]
        return broken_in(cell)

    many = ", ".join(f"TC{number:03}" for number in range(20))
    assert of(failed(observe, f"error: {many}, TC000")) == tuple(f"TC{n:03}" for n in range(8))
    assert of(failed(observe, "error: TC001", level=EvidenceLevel.DOCUMENTED)) == ()
    assert of(observe(reason="TC001")) == ()
    assert of(failed(observe, "XTC0011 tc001 the answer was empty")) == ()
