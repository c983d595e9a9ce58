"""A site of one made-up report, and cassettes with the bytes of its evidence."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from tests.support.cell import SOURCE
from tests.support.reported import content
from toolwire import results
from toolwire.jobs.report.content import Facts
from toolwire.jobs.site.cells import files
from toolwire.jobs.site.model import DatedReport, Site, SitePlan
from toolwire.model.exchange import Evidence, EvidenceLevel, Request, Response
from toolwire.model.observation import Observation
from toolwire.model.rule_facts import RuleFacts
from toolwire.transport.cassette.file import Provenance, save

DAY = date(2026, 11, 21)
RULES = (
    RuleFacts("TC304", "no-args-is-{}", "It is so.", "Clients break.", breaks="`openai-python`"),
    RuleFacts("TC190", "unknown-member", "It is known.", "It is new."),
)

Pages = Callable[..., dict[str, str]]
Keep = Callable[..., Evidence]


@pytest.fixture
def keep(tmp_path: Path) -> Keep:
    """Return what writes a cassette of exchanges, and the evidence that it is."""

    def write(
        *pairs: tuple[Request, Response],
        source: str = SOURCE,
        level: EvidenceLevel = EvidenceLevel.RECORDED,
    ) -> Evidence:
        recorded = "2026-11-21T10:00:00+00:00"
        head = Provenance(level, recorded, "h.example")
        digest = save(tmp_path / "cassettes" / source, pairs, head)
        return Evidence(level, source, recorded, digest)

    return write


@pytest.fixture
def pages(tmp_path: Path) -> Pages:
    """Return what makes the cells' pages of some observations, by their addresses."""

    def made(*observations: Observation, before: tuple[Observation, ...] = ()) -> dict[str, str]:
        plan = SitePlan(tmp_path / "out", DAY, Facts(RULES), cassettes=(tmp_path / "cassettes",))
        newest = _report(plan, DAY, observations)
        older = [_report(plan, date(2026, 10, 21), before)] if before else []
        return {one.path: one.data.decode() for one in files(Site(plan, (newest, *older)))}

    return made


def _report(plan: SitePlan, day: date, observations: tuple[Observation, ...]) -> DatedReport:
    said = content(observations, day, plan.facts)
    head = results.Header("0", "2026-11-21T00:00:00+00:00")
    return DatedReport(day, plan.out, head, said, dated=True)
