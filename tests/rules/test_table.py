"""The rule table: complete pages, stable names, and the cases they are made from."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date
from urllib.parse import urlsplit

import pytest

from toolwire.dialects import DIALECTS, dialect
from toolwire.model.exchange import Mode
from toolwire.rules import _MODULES, RULES, Rule, edit, judge
from toolwire.rules.cases import all_cases, cases
from toolwire.rules.scenarios import clean

SOURCE_KINDS = {"spec", "docs", "api-error", "observed"}
EVERY_RULE = pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))


def test_ids_are_unique_and_in_order() -> None:
    """No module's rule hides another's, and the table is sorted by id."""
    ids = [rule.id for module in _MODULES for rule in module.RULES]
    assert len(ids) == len(set(ids)) == len(RULES)
    assert list(RULES) == sorted(RULES)


def test_names_are_unique() -> None:
    """Two rules never share a name."""
    assert len({rule.name for rule in RULES.values()}) == len(RULES)


@EVERY_RULE
def test_the_page_is_complete(rule: Rule) -> None:
    """Statement, reason and source are written, and say when the source was read."""
    assert len(rule.statement) > 20
    assert rule.statement.endswith((".", ")"))
    assert len(rule.why) > 20
    assert rule.source.kind in SOURCE_KINDS
    assert rule.source.text
    assert date.fromisoformat(rule.source.read) <= date(2026, 11, 21)
    assert rule.source.url == "" or urlsplit(rule.source.url).scheme == "https"


@EVERY_RULE
def test_id_and_name_are_well_formed(rule: Rule) -> None:
    """Ids are TC or TX and three digits; names are kebab-case around the wire's own words."""
    assert re.fullmatch(r"T[CX]\d{3}", rule.id)
    assert re.fullmatch(r"[a-z][a-z0-9_]*(-([a-z0-9_]+|\{\}))*", rule.name)


@EVERY_RULE
def test_a_rule_judges_known_dialects(rule: Rule) -> None:
    """Severity is earned per dialect, and only in dialects that exist."""
    assert rule.severity
    assert set(rule.severity) <= set(DIALECTS)
    assert set(rule.probing) <= set(rule.severity)
    assert rule.subject == "probe" or not rule.probing


def test_every_case_of_the_working_paper_is_kept() -> None:
    """All 331 cases are there, with who, symptom, address and status."""
    known = {case for found in all_cases().values() for case in found}
    assert len(known) == 331
    for case in known:
        assert case.who
        assert case.symptom
        assert case.status
        assert re.fullmatch(r"https://github\.com/[\w.-]+/[\w.-]+/issues/\d+", case.url)


def test_cases_of_a_rule_are_its_own() -> None:
    """A rule gets its cases, and an unknown id none."""
    assert len(cases("TC901")) == 9
    assert all(case.who for case in cases("TC901"))
    assert cases("TC000") == ()


def test_cases_are_read_only_when_asked_for() -> None:
    """Importing the table opens no file of cases."""
    program = "import sys, toolwire.rules; sys.exit('toolwire.rules.cases' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_what_is_not_there_is_told_apart_from_null() -> None:
    """A finding about a missing key says `absent`; one about a null says null."""
    chat = dialect("openai-chat")
    whole = clean(chat, "single_call", Mode.BLOCKING)
    path = ("choices", 0, "message", "tool_calls", 0, "id")
    gone = edit.body(lambda value: edit.remove(value, path))(whole)
    null = edit.body(lambda value: edit.put(value, path, None))(whole)
    found = [[f.actual for f in judge(chat.decode(e)) if f.rule == "TC201"] for e in (gone, null)]
    assert found == [["absent"], [None]]
