"""The hints of quirk passports: about rules there are, in words that are explained."""

from __future__ import annotations

import re

from tests.support.root import ROOT
from toolwire.rules import RULES, Subject

SHIMS = {rule.id: rule.shim for rule in RULES.values() if rule.shim is not None}
PAGE = ROOT / "docs" / "quirks.md"
_ROW = re.compile(r"^\| `([a-z_]+)` \|([^|]*)\| ([^|]{10,}) \|$", re.MULTILINE)


def documented() -> dict[str, set[str]]:
    """Return action -> its parameters, as the page explains them."""
    rows = _ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert len(rows) > 30
    return {action: set(re.findall(r"`([a-z_]+)`", named)) for action, named, _ in rows}


def test_hints_are_about_rules_there_are() -> None:
    """Every id is in the table, and no hint is about what a client sent."""
    for rule in SHIMS:
        assert RULES[rule].subject is not Subject.REQUEST, rule


def test_every_word_is_explained_and_every_explanation_used() -> None:
    """The page has exactly the actions of the table, with their parameters."""
    pages = documented()
    used: dict[str, set[str]] = {}
    for shim in SHIMS.values():
        used.setdefault(shim.action, set()).update(name for name, _ in shim.parameters)
    assert used == pages


def test_what_a_machine_can_do_a_person_is_told_too() -> None:
    """A rule with a hint has a workaround on its page."""
    assert [rule for rule in SHIMS if not RULES[rule].workaround] == []
