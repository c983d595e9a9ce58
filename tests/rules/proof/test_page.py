"""Rules as pages: complete, true to the mutations, committed as they are made."""

from __future__ import annotations

import re
from dataclasses import astuple, replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.root import ROOT
from toolwire.cli.commands.explain import command
from toolwire.io.json_text import dump, parse
from toolwire.rules import RULES, ReportedCase, Rule, Subject
from toolwire.rules.proof.example import examples
from toolwire.rules.proof.page import index, page, page_json

CASE = ReportedCase("Server <x>", "arguments empty", "https://example.invalid/1", "open 2026-01")
COMMITTED = ROOT / "docs" / "rules"
_MARKS = {"- ", "+ ", "  "}


def with_case(rule: Rule) -> Rule:
    """Return a rule with that case and no other."""
    return replace(rule, cases=" | ".join(astuple(CASE)))


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_every_rule_has_a_whole_page(rule: Rule) -> None:
    """A page names its rule and has statement, reason, source with date, and both kinds of bytes."""
    text = page(with_case(rule))
    assert text.startswith(f"# {rule.id} {rule.name}\n")
    assert text.endswith("\n")
    for heading in ("What it states", "Why", "Source", "What passes and what fails", "Real cases"):
        assert f"\n## {heading}\n" in text
    assert rule.statement in text
    assert re.search(r"\(read 20\d\d-\d\d-\d\d\)", text)
    assert CASE.url in text
    for severity in set(rule.severity.values()):
        assert f"{severity} on " in text


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_a_page_shows_every_fault_and_every_dialect(rule: Rule) -> None:
    """In each mode that has an example; what looks the same is shown once."""
    headings = [line for line in page(rule).splitlines() if line.startswith("### ")]
    for mutation in rule.mutations:
        named = re.compile(rf"\b{mutation.dialect}, [a-z ]*{mutation.mode}\b")
        assert any(named.search(heading) for heading in headings), mutation
        said = f": {mutation.fault}" if mutation.fault else ""
        assert any(h.endswith(said) and str(mutation.mode) in h for h in headings), mutation


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_passing_and_failing_bytes_differ_and_are_short(rule: Rule) -> None:
    """Each example shows a difference, only the part that differs, and text only."""
    made = examples(rule)
    assert len(made) == len(rule.mutations)
    for example in made:
        assert example.passing != example.failing
        assert any(line[:2] in {"- ", "+ "} for line in example.diff)
        assert {line[:2] for line in example.diff} <= _MARKS | {"…"}
        assert len(example.diff) <= 26
        for line in (*example.diff, *example.beside):
            assert len(line) <= 154
            assert "\n" not in line
            assert not re.search("[\x00-\x08\x0b-\x1f\x7f]", line)


@pytest.mark.parametrize("subject", [Subject.AB, Subject.CONVERSATION, Subject.PROBE])
def test_what_a_rule_is_held_against_is_shown(subject: Subject) -> None:
    """The probe's question, the blocking answer and the history stand beside the difference."""
    rules = [rule for rule in RULES.values() if rule.subject is subject]
    for rule in rules:
        for example in examples(rule):
            assert example.beside, (rule.id, example.dialect)


def test_request_rules_show_the_request() -> None:
    """The mutation of such a rule changes what a client sends, and that is what differs."""
    from toolwire.rules.proof import exchanges

    for rule in RULES.values():
        if rule.subject is not Subject.REQUEST:
            continue
        for mutation in rule.mutations:
            clean = exchanges.baseline(rule.id, mutation.dialect, mutation.scenario, mutation.mode)
            assert exchanges.mutated(rule, mutation).request != clean.request


def test_the_difference_is_what_the_mutation_changed() -> None:
    """The example of TC304 shows the empty arguments and a line around them."""
    example = examples(RULES["TC304"])[0]
    assert [line.split() for line in example.diff] == [
        ['"name":', '"get_time",'],
        ["-", '"arguments":', '""'],
        ["+", '"arguments":', '"{}"'],
        ["}"],
    ]


def test_a_page_without_cases_has_no_section_for_them() -> None:
    """Nothing is promised that is not there."""
    assert "Real cases" not in page(replace(RULES["TC406"], cases=""))


def test_the_machine_form_is_json_with_everything() -> None:
    """The JSON of a page survives a round trip and has every example."""
    rule = RULES["TC304"]
    value = page_json(with_case(rule))
    assert parse(dump(value)) == value
    assert value["id"] == "TC304"
    assert value["severity"] == {
        "cohere-v2": "error",
        "openai-chat": "error",
        "openai-responses": "error",
    }
    assert isinstance(value["examples"], list)
    assert len(value["examples"]) == len(rule.mutations)
    assert value["cases"] == [
        {
            "who": CASE.who,
            "symptom": CASE.symptom,
            "url": CASE.url,
            "status": CASE.status,
        }
    ]


def test_the_index_names_every_rule_once() -> None:
    """Each row links to its page and says what the rule is about and how grave it is."""
    rows = [line for line in index(RULES.values()).splitlines() if line.startswith("| [")]
    assert [row.split("]")[0] for row in rows] == [f"| [{rule}" for rule in RULES]
    assert all(row.count(" | ") == 3 for row in rows)
    assert "| [TC304](TC304.md) | no-args-is-{} | response | error on " in "\n".join(rows)


def test_the_committed_pages_are_what_the_command_writes(tmp_path: Path) -> None:
    """`toolwire explain --all -o docs/rules` would change nothing, byte for byte."""
    written = CliRunner().invoke(command, ["--all", "-o", str(tmp_path)], standalone_mode=False)
    assert written.return_value == 0
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    kept = {path.name: path.read_bytes() for path in COMMITTED.iterdir()}
    assert sorted(made) == sorted(kept)
    changed = [name for name in made if made[name] != kept[name]]
    assert changed == [], "run: toolwire explain --all -o docs/rules"


def test_the_committed_pages_hold_text_only() -> None:
    """No control character, no hidden markup and no key stands in a page."""
    for path in COMMITTED.iterdir():
        text = path.read_text(encoding="utf-8")
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f]", text), path.name
        outside = re.sub(r"^(```|~~~).*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
        plain = re.sub(r"`[^`\n]*`", "", outside)
        assert not re.search(r"(?<!\\)<(?!https?:)", plain), path.name
