"""Sites of observations that are made up here."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from tests.support.reported import content
from toolwire.jobs.report import Facts
from toolwire.jobs.report.content import previous
from toolwire.jobs.report.provider_facts import ProviderFacts
from toolwire.jobs.site.model import DatedReport, Site, SitePlan
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Stale, Verdict
from toolwire.model.rule_facts import RuleFacts, Shim
from toolwire.results import Header

Observe = Callable[..., Observation]
SiteOf = Callable[..., Site]

TODAY = date(2026, 11, 23)
CITED = "octo/spoon tests/cassettes/one.yaml@0123456789abcdef #3"
RULES = (
    RuleFacts("TC001", "first-rule", "A", "B", {"chat": Severity.ERROR}, workaround="Mend `it`."),
    RuleFacts("TC002", "second-rule", "A", "B", {"chat": Severity.WARNING}),
)
FACTS = Facts(
    rules=RULES,
    shims={"TC001": Shim("drop_member", (("member", "x"),))},
    providers=(
        ProviderFacts(
            "spoon",
            "Spoon & Sons",
            (("docs", "https://spoon.example/docs"), ("changelog", "javascript:alert(1)")),
            ("listed-model",),
        ),
    ),
    suites=("single_call", "tool_choice"),
)


@pytest.fixture
def observe() -> Observe:
    """Return a maker of observations with everything but the named members filled in."""

    def make(
        verdict: Verdict = Verdict.CONFORMANT,
        level: EvidenceLevel = EvidenceLevel.IMPORTED,
        *,
        provider: str = "spoon",
        dialect: str = "chat",
        suite: str = "single_call",
        case: str = "one",
        mode: Mode = Mode.BLOCKING,
        day: str = "2026-11-20",
        source: str = CITED,
        rules: tuple[tuple[str, Severity], ...] = (),
        facets: dict[str, str] | None = None,
        timing: dict[str, float] | None = None,
        reason: str = "",
        model: str = "some-model",
        at: str = "",
        pointer: str = "/choices/0",
    ) -> Observation:
        asked = level is not EvidenceLevel.IMPORTED
        findings = tuple(
            Finding(rule, severity, pointer, "It is not so.", actual="string")
            for rule, severity in rules
        )
        return Observation(
            provider, dialect, model, suite, case, mode, verdict,
            Evidence(level, source, f"{day}T10:00:00", at=at), reason, findings, facets or {},
            timing or {}, asked=asked, run="20261120T000000Z-00000001" if asked else "",
        )  # fmt: skip

    return make


@pytest.fixture
def site_of(tmp_path: Path) -> SiteOf:
    """Return a maker of sites: of the observations of the newest report, and of the one before."""

    def make(
        *observations: Observation,
        before: tuple[Observation, ...] = (),
        facts: Facts = FACTS,
        stale: tuple[Stale, ...] = (),
    ) -> Site:
        def report(day: date, every: tuple[Observation, ...], *, last: bool) -> DatedReport:
            told = previous(before, [("spoon", "listed-model")]) if before and last else None
            folder = tmp_path / day.isoformat()
            return DatedReport(
                day,
                folder,
                Header("0", ""),
                content(every, day, facts, before=told, stale=stale),
                dated=True,
            )

        reports = [report(TODAY, observations, last=True)]
        if before:
            reports.append(report(date(2026, 10, 23), before, last=False))
        return Site(SitePlan(tmp_path / "site", TODAY, facts), tuple(reports))

    return make
