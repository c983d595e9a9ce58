"""Results into matrix, dated report and checklist; reads results only."""

from __future__ import annotations

from toolwire.jobs.report.build import Plan, Written, build
from toolwire.jobs.report.content import Content, Facts

__all__ = ["Content", "Facts", "Plan", "Written", "build"]
