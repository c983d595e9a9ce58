"""Counts that docs/verifying-a-server.md gives of what is asked beside the suites."""

from __future__ import annotations

import re

import pytest

from tests.support.root import ROOT
from tests.support.targets import target
from toolwire.dialects import DIALECTS
from toolwire.jobs.audit.beside.beside_suite import BesideSuite
from toolwire.jobs.audit.beside.requirements import REQUIREMENTS
from toolwire.jobs.audit.beside.right_requests import RIGHT_REQUESTS
from toolwire.suites import load_suites

PAGE = ROOT / "docs" / "verifying-a-server.md"


@pytest.mark.parametrize(
    ("beside", "words"), [(REQUIREMENTS, "requests, most"), (RIGHT_REQUESTS, "right requests that")]
)
def test_the_page_counts_what_is_asked_of_each_format(beside: BesideSuite, words: str) -> None:
    """The fewest and the most of those that are asked any, with the streams among them."""
    suites = load_suites()
    asked = [len([*beside.items([target(name)], suites)]) for name in DIALECTS]
    told = re.search(rf"come (\d+) to (\d+) {words}", PAGE.read_text(encoding="utf-8"))
    assert told is not None
    assert (int(told[1]), int(told[2])) == (min(filter(None, asked)), max(asked))
