"""Rates of what one answer of a model can explain."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.support.small_sites import seen, site, written
from toolwire.jobs.site.rules.rates import rates
from toolwire.model.observation import Chance


def test_a_rate_is_told_of_whom_it_is(tmp_path: Path) -> None:
    """Target and words stand in a line of the rule; a rule that was never broken has none."""
    made = seen(rules=["TC115"])
    (finding,) = made.findings
    explained = replace(
        made,
        findings=(replace(finding, variance=True),),
        chances={"TC115": Chance(4, 1, 3), "TC307": Chance(4, 0, 4)},
    )
    found = rates(site(tmp_path, [written(tmp_path, "2026-11-23", [explained])]))
    assert found.keys() == {"TC115"}
    (line,) = found["TC115"]
    assert (line.provider, line.format, line.model) == ("acme", "openai-chat", "small-1")
    assert line.provider_page == "providers/acme.html"
    assert "1 of 4" in line.words
