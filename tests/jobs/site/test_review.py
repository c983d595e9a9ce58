"""The checklist as a page: ticked by bytes, open with a reason, and what a person is to do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.support.small_sites import FACTS, Read, read, seen, site, written
from toolwire.jobs.report.content import Facts
from toolwire.jobs.report.provider_facts import ProviderFacts
from toolwire.jobs.site import review
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Finding, Observation, Severity, Stale, Verdict

DOCS = ProviderFacts(
    "openai", "OpenAI", (("changelog", "https://example.com/log"), ("docs", "javascript:alert(1)"))
)


def page(
    tmp_path: Path, *observations: Observation, facts: Facts = FACTS, stale: tuple[Stale, ...] = ()
) -> Read:
    """Return the page of one report."""
    made = site(tmp_path, [written(tmp_path, "2026-11-22", observations, stale)], facts)
    (file,) = review.files(made)
    assert file.path == "checklist.html"
    return read(file.data)


def test_boxes_have_their_korean_words_marked_as_such(tmp_path: Path) -> None:
    """A screen reader is told the language of each."""
    found = page(tmp_path)
    korean = [attrs for _, attrs in found.tags if attrs.get("lang") == "ko"]
    assert len(korean) >= 10
    assert "OpenAI API changes reviewed OpenAI API 변경사항 확인" in found.text


def test_nothing_observed_leaves_every_box_open_with_a_reason(tmp_path: Path) -> None:
    """No box is ticked by the lack of evidence."""
    found = page(tmp_path)
    assert "0 of 7 boxes are ticked." in found.text
    assert "☑" not in found.text
    assert "openai: never observed" in found.text


def test_a_box_is_ticked_when_every_suite_was_answered(tmp_path: Path) -> None:
    """This month's bytes of all suites of the provider tick its box, and nobody else's."""
    every = [seen(provider="openai", suite=suite) for suite in FACTS.suites]
    found = page(tmp_path, *every)
    assert "☑ ticked OpenAI API changes reviewed" in found.text
    assert "☐ open Anthropic API changes reviewed" in found.text


def test_traffic_of_others_ticks_nothing(tmp_path: Path) -> None:
    """However much of it there is."""
    every = [
        seen(provider="openai", suite=suite, level=EvidenceLevel.IMPORTED) for suite in FACTS.suites
    ]
    assert "☑" not in page(tmp_path, *every).text


def test_a_provider_leads_to_where_it_can_be_looked_at(tmp_path: Path) -> None:
    """Its own pages where they are safe links, its page here, and the cells that fail now."""
    facts = Facts(rules=FACTS.rules, providers=(DOCS,), suites=FACTS.suites)
    found = page(tmp_path, seen(Verdict.FAILED, provider="openai", rules=("TC304",)), facts=facts)
    assert {
        "https://example.com/log", "providers/openai.html",
        "cells/openai.openai-chat/single_call.html", "rules/TC304.html",
    } <= set(found.links)  # fmt: skip
    assert not [link for link in found.links if link.startswith("javascript")]


def test_what_a_person_decides_is_listed(tmp_path: Path) -> None:
    """New members with their citation, and listings that no longer show."""
    unknown = Finding("TC190", Severity.INFO, "/shiny", "It is not known.", None, "string")
    old = seen(provider="openai", level=EvidenceLevel.IMPORTED, day="2026-02-01", source="a")
    new = seen(provider="openai", level=EvidenceLevel.IMPORTED)
    new = replace(new, findings=(unknown,))
    found = page(tmp_path, old, new, stale=(Stale("openai", "openai-chat", "TC305"),))
    assert "New members of answers since 2026-01-28 (1)" in found.text
    assert "/shiny string 1 of 2 2026-11-20 the recording" in found.text
    assert "no longer show (1)" in found.text
    assert "stale deviation: TC305 of openai" in found.text


def test_the_commands_are_of_this_report(tmp_path: Path) -> None:
    """Day, language and the last report stand in the line that makes the issue."""
    folders = [written(tmp_path, day, []) for day in ("2026-10-22", "2026-11-22")]
    (file,) = review.files(site(tmp_path, folders))
    assert (
        "toolwire report reports/2026-11-22 -o reports/2026-11-22 --date 2026-11-22"
        " --since reports/2026-10-22 --lang en" in read(file.data).text
    )
