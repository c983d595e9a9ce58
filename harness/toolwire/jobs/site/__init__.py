"""Dated reports into the pages that people read: a static site."""

from __future__ import annotations

from toolwire.jobs.site.build import BuiltSite, build
from toolwire.jobs.site.documentation import Documentation
from toolwire.jobs.site.model import SitePlan

__all__ = ["BuiltSite", "Documentation", "SitePlan", "build"]
