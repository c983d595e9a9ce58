"""Rules as pages: complete, true to the mutations, and short enough to read."""

from __future__ import annotations

import re

import pytest

from harness.json_text import dump, parse
from harness.rules import RULES, Case, Rule
from harness.rules.page import examples, page, page_json

CASE = Case("Server <x>", "arguments empty", "https://example.invalid/1", "open 2026-01")


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_every_rule_has_a_whole_page(rule: Rule) -> None:
    """A page names its rule and has statement, reason, source with date, and both kinds of bytes."""
    text = page(rule, (CASE,))
    assert text.startswith(f"# {rule.id} {rule.name}\n")
    assert text.endswith("\n")
    for heading in ("What it states", "Why", "Source", "What passes and what fails", "Real cases"):
        assert f"\n## {heading}\n" in text
    assert rule.statement in text
    assert re.search(r"\(read 20\d\d-\d\d-\d\d\)", text)
    assert text.count("\nPasses:\n") == text.count("\nFails:\n") >= len(rule.severity)
    assert CASE.url in text
    for dialect, severity in rule.severity.items():
        assert f"{severity} on {dialect}" in text


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_passing_and_failing_bytes_differ_and_are_short(rule: Rule) -> None:
    """Each example shows a difference, and only the part that differs."""
    made = examples(rule)
    assert len(made) == len(rule.mutations)
    for example in made:
        assert example.passing != example.failing
        assert len(example.passing) < 500
        assert len(example.failing) < 500


def test_the_difference_is_what_the_mutation_changed() -> None:
    """The example of TC304 shows the empty arguments and nothing of the rest of the body."""
    example = examples(RULES["TC304"])[0]
    assert '"arguments":"{}"' in example.passing
    assert '"arguments":""' in example.failing
    assert "usage" not in example.passing


def test_a_page_without_cases_has_no_section_for_them() -> None:
    """Nothing is promised that is not there."""
    assert "Real cases" not in page(RULES["TC406"], ())


def test_the_machine_form_is_json_with_everything() -> None:
    """The JSON of a page survives a round trip and has every example."""
    rule = RULES["TC304"]
    value = page_json(rule, (CASE,))
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
