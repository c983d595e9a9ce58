"""What a report says of some observations, made without files."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from toolwire.jobs.report.content import Facts, LastReport, ReportContent
from toolwire.jobs.report.news import Previous
from toolwire.model.observation import Observation, Stale
from toolwire.results import ModelList


def content(
    observations: Iterable[Observation],
    today: date,
    facts: Facts,
    *,
    before: Previous | None = None,
    stale: tuple[Stale, ...] = (),
    lists: tuple[ModelList, ...] = (),
    missing: tuple[str, ...] = (),
) -> ReportContent:
    """Return what a report of a day says; `before` is what the last one had."""
    last = LastReport(lambda: before) if before else None
    return ReportContent(today, tuple(observations), facts, stale, last, lists, missing)
