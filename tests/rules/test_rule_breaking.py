"""Who breaks in one dialect: nobody is named who does not speak it."""

from __future__ import annotations

import json
import re

import pytest

from tests.support.root import ROOT
from toolwire.dialects import DIALECTS
from toolwire.model.exchange import Mode
from toolwire.rules import RULES
from toolwire.rules.breaking import breaks_in, clients, measured, spoken_by
from toolwire.rules.proof import exchanges

DATA = ROOT / "benchmarks" / "who_breaks" / "measured.jsonl"


def test_the_table_is_what_was_measured() -> None:
    """The package's table has every rule of the last run, dialect by dialect."""
    _, *rows = map(json.loads, DATA.read_text(encoding="utf-8").splitlines())
    expected = {
        row["rule"]: {name: tuple(who) for name, who in row["broken"].items()} for row in rows
    }
    assert len(expected) > 80
    assert measured() == expected


@pytest.mark.parametrize("dialect", DIALECTS)
def test_nobody_is_named_who_does_not_speak_it(dialect: str) -> None:
    """A client of one vendor's format is not said to break on a server of another's."""
    strangers = [name for name in clients() if dialect not in spoken_by(name)]
    assert strangers
    for rule in RULES.values():
        if dialect in rule.severity and len(rule.severity) > 1:
            text = breaks_in(rule, dialect)
            named = [
                name
                for name in strangers
                if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)
            ]
            assert named == [], (rule.id, text)


def test_what_was_measured_takes_the_place_of_a_text_about_others() -> None:
    """A rule's text stays where it is about clients of the dialect, its details with it."""
    rule = RULES["TC117"]
    assert breaks_in(rule, "gemini-generate") == "google-genai, pydantic-ai, Vercel AI SDK"
    assert "openai" not in breaks_in(rule, "anthropic-messages")
    assert breaks_in(RULES["TC906"], "openai-chat") == RULES["TC906"].breaks
    assert breaks_in(RULES["TC107"], "cohere-v1") == "llama_index"
    assert breaks_in(RULES["TC119"], "openai-chat") == RULES["TC119"].breaks
    assert breaks_in(RULES["TC105"], "openai-chat") == RULES["TC105"].breaks
    left = breaks_in(RULES["TC001"], "cohere-v1")
    assert left.startswith("langroid, openclaude, ironclaw. Of Cohere's v1")


def breaking(rule: str, dialect: str, fault: str) -> str:
    """Return who is said to break on one planted fault of a rule, in a stream."""
    (mutation,) = [
        one
        for one in RULES[rule].mutations
        if (one.dialect, one.mode, one.fault) == (dialect, Mode.STREAMING, fault)
    ]
    exchange = exchanges.mutated(RULES[rule], mutation)
    read = exchanges.reading(RULES[rule], dialect, mutation.scenario, exchange)
    (found,) = [one for one in exchanges.findings(RULES[rule], read) if one.rule == rule]
    return breaks_in(RULES[rule], dialect, found)


@pytest.mark.parametrize(
    ("rule", "dialect", "fault", "who"),
    [
        ("TC118", "anthropic-messages", "no usage", "anthropic-python"),
        ("TC118", "openai-chat", "no index", "openai-python"),
        ("TC118", "bedrock-converse", "no count", "Vercel AI SDK"),
        ("TC118", "ollama-chat", "no time", ""),
        ("TC118", "cohere-v2", "no id", ""),
        ("TC118", "openai-responses", "another kind of object", ""),
        ("TC918", "anthropic-messages", "blocks from 1", "anthropic-python (IndexError)"),
        ("TC918", "anthropic-messages", "no message_stop", "anthropic-node (AnthropicError)"),
        ("TC918", "anthropic-messages", "blocks not closed", "Vercel AI SDK (the call lost)"),
        ("TC918", "anthropic-messages", "no stop reason", "anthropic-python"),
    ],
)
def test_who_breaks_on_another_fault_of_a_rule_is_not_named(
    rule: str, dialect: str, fault: str, who: str
) -> None:
    """A rule of many faults names those who break on the one found, or nobody."""
    said = breaking(rule, dialect, fault)
    assert said.startswith(who) if who else not said, said


def test_the_faults_named_are_of_rules_that_judge_there() -> None:
    """Each rule and dialect of the table of faults is one that there is."""
    table = json.loads(
        (ROOT / "harness" / "toolwire" / "rules" / "broken_by_fault.json").read_text("utf-8")
    )
    assert {
        (rule, dialect)
        for rule, faults in table.items()
        for dialect in faults
        if dialect not in RULES[rule].severity
    } == set()
