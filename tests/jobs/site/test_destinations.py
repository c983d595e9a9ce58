"""A link leads to a page that there is, or is not made."""

from __future__ import annotations

from pathlib import Path

from tests.support.small_sites import seen, site, written
from toolwire.jobs.site.destinations import destinations
from toolwire.results.cells import Row

ROW = Row("acme", "openai-chat")


def test_what_was_observed_has_pages(tmp_path: Path) -> None:
    """Cells, providers and suites of the newest report, and the rules of the table."""
    pages = destinations(site(tmp_path, [written(tmp_path, "2026-11-22", [seen()])]))
    assert pages.cell(ROW, "single_call") == "cells/acme.openai-chat/single_call.html"
    assert pages.provider("acme") == "providers/acme.html"
    assert pages.suite("single_call") == "suites/single_call.html"
    assert pages.rule("TC304") == "rules/TC304.html"


def test_anything_else_has_none(tmp_path: Path) -> None:
    """Neither what only an older report has, nor what a results file made up."""
    old = written(tmp_path, "2026-10-22", [seen(provider="gone", day="2026-10-20")])
    new = written(tmp_path, "2026-11-22", [seen(), seen(suite="lint", rules=("TC000",))])
    pages = destinations(site(tmp_path, [old, new]))
    assert pages.cell(ROW, "lint") == ""
    assert pages.provider("gone") == ""
    assert pages.suite("lint") == ""
    assert pages.rule("TC000") == ""
