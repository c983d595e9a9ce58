"""Results into matrix, dated report and checklist; reads results only."""

from __future__ import annotations

from toolwire.jobs.report.build import BuiltReport, build
from toolwire.jobs.report.content import Facts, ReportContent
from toolwire.jobs.report.reading import ReportPlan

__all__ = ["BuiltReport", "Facts", "ReportContent", "ReportPlan", "build"]
