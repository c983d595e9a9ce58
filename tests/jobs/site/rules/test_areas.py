"""The areas of rules."""

from __future__ import annotations

from toolwire.jobs.site.rules.areas import AREAS, area_of
from toolwire.rules import RULES


def test_every_folder_of_rules_has_words() -> None:
    """And no words are of a folder that is gone."""
    assert {area_of(rule) for rule in RULES} == {*AREAS}
    assert area_of("TC304") == "arguments"
