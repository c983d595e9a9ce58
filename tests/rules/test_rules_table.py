"""The rule table: complete pages, stable names, and the cases they are made from."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import toolwire.rules
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.model.exchange import Mode
from toolwire.rules import FILES, RULES, Rule, judge
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.rule import OBSERVED

SOURCE_KINDS = {"spec", "docs", "api-error", "observed"}
EVERY_RULE = pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))


def test_ids_are_in_order() -> None:
    """Tables and pages list the rules by id."""
    assert list(RULES) == sorted(RULES)
    assert list(FILES) == list(RULES)


def test_two_files_of_one_id_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither hides the other."""
    monkeypatch.setattr(toolwire.rules, "_AREAS", ("stop", "stop"))
    with pytest.raises(ImportError, match=r"two files of TC401: rules/stop/.* and rules/stop/"):
        toolwire.rules._found()


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
    assert date.fromisoformat(rule.source.read).isoformat() == rule.source.read
    assert rule.source.url == "" or urlsplit(rule.source.url).scheme == "https"


@EVERY_RULE
def test_a_rule_without_a_source_has_cases(rule: Rule) -> None:
    """What nobody has written down was seen somewhere, and the record says where."""
    assert rule.source is not OBSERVED or rule.real_cases()


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
    # A question makes the request; where any answer to such a one is judged, no case need ask it.
    assert rule.subject in {"probe", "conversation"} or not rule.probing


def test_cases_have_all_their_parts() -> None:
    """Who, symptom, address and status, of threads that anybody can read."""
    found = [case for rule in RULES.values() for case in rule.real_cases()]
    assert found
    for case in found:
        assert case.who
        assert case.symptom
        assert case.status
        assert re.fullmatch(r"https://github\.com/[\w.-]+/[\w.-]+/issues/\d+", case.url)


def test_a_rule_is_in_the_file_of_its_name() -> None:
    """The file begins with the id and goes on with the name, so that both are found by it."""
    folder = Path(toolwire.rules.__file__).parent
    files = {path.stem for path in folder.glob("*/T*.py")}
    assert {name.partition("_")[0] for name in files} == set(RULES)
    assert len(files) == len(RULES)
    for name in files:
        rule = RULES[name.partition("_")[0]]
        words = re.findall("[a-z0-9]+", rule.name.lower().replace("{}", "empty"))
        assert name == "_".join((rule.id, *words))


def test_what_is_not_there_is_told_apart_from_null() -> None:
    """A finding about a missing key says `absent`; one about a null says null."""
    chat = load_dialect("openai-chat")
    whole = clean(chat, "single_call", Mode.BLOCKING)
    path = ("choices", 0, "message", "tool_calls", 0, "id")
    gone = edit.body(lambda value: edit.remove(value, path))(whole)
    null = edit.body(lambda value: edit.put(value, path, None))(whole)
    found = [[f.actual for f in judge(chat.decode(e)) if f.rule == "TC201"] for e in (gone, null)]
    assert found == [["absent"], [None]]
