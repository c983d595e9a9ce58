"""Badges: what they say of whom, and when they are green."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.jobs.site.data.sites import hostile_site, site_in, validator
from tests.support.acting import acting_in
from toolwire.jobs.report.content import Facts
from toolwire.jobs.report.provider_facts import ProviderFacts
from toolwire.jobs.site.data.badges import badges, files
from toolwire.jobs.site.model import Site, SitePlan
from toolwire.jobs.site.reading import site_of
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Severity, Verdict

Make = Callable[..., Observation]
Write = Callable[..., Path]
IMPORTED, RECORDED, DOCUMENTED = (
    EvidenceLevel.IMPORTED, EvidenceLevel.RECORDED, EvidenceLevel.DOCUMENTED,
)  # fmt: skip
TC304 = (("TC304", Severity.ERROR),)
CELL = "badges/cells/openai.openai-chat/single_call"


def said(site: Site) -> dict[str, tuple[str, str]]:
    """Return path -> message and colour."""
    return {one.path: (one.message, one.color) for one in badges(site)}


@pytest.mark.parametrize(
    ("verdict", "level", "day", "times", "message", "color"),
    [
        ("conformant", RECORDED, "2026-11-20", 1, "conformant 1/1", "green"),
        ("conformant", IMPORTED, "2026-11-20", 3, "seen 3, rules held", "green"),
        ("conformant", IMPORTED, "2026-11-20", 1, "seen 1, rules held, thin", "lightgrey"),
        ("conformant", RECORDED, "2026-06-08", 1, "conformant 1/1, 167 days old", "lightgrey"),
        ("conformant", RECORDED, None, 1, "conformant 1/1, undated", "lightgrey"),
        ("non-strict", RECORDED, "2026-11-20", 1, "non-strict 0/1", "yellow"),
        ("failed", RECORDED, "2026-11-20", 1, "failed 0/1", "red"),
        ("failed", RECORDED, "2026-06-08", 1, "failed 0/1, 167 days old", "red"),
        ("conformant", DOCUMENTED, "2026-11-20", 1, "documented only", "lightgrey"),
        ("failed", DOCUMENTED, "2026-11-20", 1, "documented only", "lightgrey"),
        ("unsupported", RECORDED, "2026-11-20", 1, "unsupported", "lightgrey"),
        ("inconclusive", RECORDED, "2026-11-20", 1, "inconclusive 0/1, 1 inconclusive", "lightgrey"),
        ("not-run", RECORDED, "2026-11-20", 1, "not-run 0/1, 1 not run", "lightgrey"),
    ],
)  # fmt: skip
def test_green_is_only_what_new_bytes_hold(
    tmp_path: Path, report_of: Write, observe: Make, *,
    verdict: str, level: EvidenceLevel, day: str | None, times: int, message: str, color: str,
) -> None:  # fmt: skip
    """What is documented, thin, undated, undecided or older than 90 days is grey, and says so."""
    rules = {"failed": TC304, "non-strict": (("TC401", Severity.WARNING),)}.get(verdict, ())
    seen = [
        observe(Verdict(verdict), level, date=day, rules=rules, source=f"one {number}", reason="so")
        for number in range(times)
    ]
    report_of("2026-11-22", *seen)
    found = said(site_in(tmp_path / "reports"))
    assert found[CELL] == (message, color)
    assert found["badges/formats/openai.openai-chat"][1] == color
    assert found["badges/providers/openai"][1] == color


def test_who_was_not_observed_says_so(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """A suite without a cell, and a provider of the files of whom there is nothing."""
    report_of("2026-11-22", observe(date="2026-11-20"), observe(provider="groq", suite="other"))
    facts = Facts(providers=(ProviderFacts(id="mistral", title="Mistral"),))
    site = site_of(
        [tmp_path / "reports"],
        SitePlan(tmp_path, site_in(tmp_path / "reports").content.today, facts),
    )
    found = said(site)
    assert found["badges/providers/mistral"] == ("not observed", "lightgrey")
    assert found["badges/cells/openai.openai-chat/other"] == ("not observed", "lightgrey")


def test_a_provider_counts_its_cells(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """What failed comes first; what is unsupported or documented is no part of the sum."""
    new = "2026-11-20"
    held = [observe(level=RECORDED, suite=f"suite_{n}", date=new, source=f"s{n}") for n in range(3)]
    aside = [
        observe(level=DOCUMENTED, suite="text_format"),
        observe(Verdict.UNSUPPORTED, RECORDED, suite="multi_tool", date=new, reason="no"),
    ]
    report_of("2026-11-22", *held, *aside)
    report_of("2026-11-23", *held, *aside, observe(Verdict.FAILED, RECORDED, rules=TC304, date=new))
    report_of("2026-11-24", *held, *aside, observe(level=RECORDED, date="2026-01-01"))
    whole = site_in(tmp_path / "reports")
    first, second, third = (
        said(Site(whole.plan, (one,)))["badges/providers/openai"] for one in reversed(whole.reports)
    )
    assert first == ("3 of 3 conformant", "green")
    assert second == ("1 of 4 failed", "red")
    assert third == ("4 of 4 conformant, 1 old", "lightgrey")


def test_hostile_names_do_not_act(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """Files stay below their folder, texts are short, and nothing in them acts unseen."""
    made = list(files(badges(hostile_site(tmp_path, report_of, observe))))
    assert len({one.path.lower() for one in made}) == len(made) > 100
    for one in made:
        assert one.path.startswith("badges/")
        assert ".." not in one.path
        text = one.data.decode()
        assert acting_in(text) <= {"\n"}
        assert len(text) < 3000
        if one.path.endswith(".json"):
            validator("badge.schema.json").validate(json.loads(text))
