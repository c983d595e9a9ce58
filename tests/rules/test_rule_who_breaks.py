"""Severity is earned: a rule with `error` names an official client or a major framework that breaks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

from tests.support.root import ROOT
from toolwire.model.observation import Severity
from toolwire.rules import RULES, Rule, Subject
from toolwire.rules.proof.exchanges import mutated

#: SDKs and tools of the vendors whose formats the dialects are.
OFFICIAL = (
    "openai-python", "openai-node", "openai-agents", "Codex", "anthropic-python", "anthropic-node",
    "anthropic-sdk-python", "anthropic-sdk-typescript", "Claude Code", "google-genai",
    "python-genai", "google/adk", "cohere-python", "ollama-python", "Ollama's Go client", "boto3", "botocore",
    "AWS SDK", "mistralai",
)  # fmt: skip
#: Frameworks that many programs of others are written with.
FRAMEWORKS = (
    "LangChain", "langchain", "llama_index", "pydantic-ai", "Vercel AI SDK", "vercel/ai", "LiteLLM",
    "litellm", "crewAI", "autogen", "agno", "semantic-kernel", "smolagents", "huggingface_hub",
    "instructor", "langchain4j", "Spring AI", "mastra",
)  # fmt: skip
NAMED = re.compile("|".join(map(re.escape, (*OFFICIAL, *FRAMEWORKS))))
#: A thread that tells of it.
CITED = re.compile(r"#\d+")
#: What was tried on whom, as `nox -s who_breaks` writes it: a line for the run, one for each rule.
DATA = ROOT / "benchmarks" / "who_breaks" / "measured.jsonl"
RUN, *MEASURED = map(json.loads, DATA.read_text(encoding="utf-8").splitlines())
#: A request that is wrong breaks against the vendor's own API.
REFUSED = re.compile(r"[Tt]he API answers [45]\d\d")
#: Dialect -> whose API it is, or whose servers speak it, as pages name them.
VENDORS = {
    "anthropic-messages": "Anthropic",
    "bedrock-converse": "Bedrock",
    "cohere-v2": "Cohere",
    "gemini-generate": "Gemini",
    "ollama-chat": "Ollama",
    "openai-chat": "OpenAI",
    "openai-responses": "OpenAI",
}
#: Rule -> dialect -> the thread that shows what no client that was tried does.
THREADS = yaml.safe_load((Path(__file__).parent / "errors_cited.yaml").read_text(encoding="utf-8"))
#: (rule, dialect) -> why it is an error although none of the tests' kinds of evidence is there.
EXCUSED: dict[tuple[str, str], str] = {}


def measured() -> dict[str, dict[str, str]]:
    """Return rule -> client -> what was seen of them."""
    return {row["rule"]: row["effects"] for row in MEASURED}


@cache
def seen() -> dict[tuple[str, str], tuple[str, ...]]:
    """Return (rule, dialect) -> who was seen to break there, where anybody was."""
    return {
        (row["rule"], dialect): tuple(who)
        for row in MEASURED
        for dialect, who in row["broken"].items()
        if who
    }


def errors() -> Iterator[tuple[Rule, str]]:
    """Yield every rule with every dialect in which it is an error."""
    for rule in RULES.values():
        for dialect, severity in rule.severity.items():
            if severity is Severity.ERROR:
                yield rule, dialect


def refuses(rule: Rule, dialect: str) -> bool:
    """Say whether a page tells that the API of a dialect refuses what the rule forbids.

    Where the rule is an error in several dialects, the vendor of this one stands in brackets
    behind what it answers.
    """
    several = sum(severity is Severity.ERROR for severity in rule.severity.values()) > 1
    answering = " ".join(re.findall(r"\(([^()]*)\)", rule.breaks))
    named = VENDORS.get(dialect, "nobody") in answering or not several
    return rule.subject is Subject.REQUEST and bool(REFUSED.search(rule.breaks)) and named


def is_refused(rule: Rule, dialect: str) -> bool:
    """Say whether a fault is that a server refuses a right request that a framework makes.

    Whoever makes it has the refusal raised: that was seen of every loop that was tried, TC207.
    """
    faults = (mutated(rule, m).response for m in rule.mutations if m.dialect == dialect)
    asked = rule.subject is Subject.PROBE and NAMED.search(rule.breaks) is not None
    return asked and any(fault.status >= 400 for fault in faults)


def versions(rule: Rule) -> list[tuple[str, str]]:
    """Return the clients that a page names with a version."""
    found = re.findall(r"([A-Za-z][\w-]*(?: AI SDK)?) (\d+\.\d+\.\d+)", rule.breaks)
    return [(name, version) for name, version in found if name in RUN["clients"]]


def earns(rule: Rule) -> bool:
    """Say whether a rule's page names somebody official or major who breaks."""
    if rule.subject is Subject.REQUEST and REFUSED.search(rule.breaks):
        return True
    return NAMED.search(rule.breaks) is not None


def test_errors_are_earned() -> None:
    """Every rule with `error` in any dialect says which official client or framework breaks."""
    graves = [rule for rule in RULES.values() if Severity.ERROR in rule.severity.values()]
    assert len(graves) > 40
    assert [rule.id for rule in graves if not earns(rule)] == []


def test_an_error_was_seen_or_is_cited() -> None:
    """Where the faults of a rule with `error` were tried and broke nobody, its page cites one."""
    table = measured()
    assert len(table) > 80
    graves = {rule.id for rule in RULES.values() if Severity.ERROR in rule.severity.values()}
    harmless = {rule for rule, cells in table.items() if "breaks" not in cells.values()}
    assert {rule for rule in graves & harmless if not CITED.search(RULES[rule].breaks)} == set()


def test_every_error_is_earned_in_its_own_dialect() -> None:
    """In each dialect in which a rule is an error a client breaks: it was seen, or a thread says so."""
    bare = [
        (rule.id, dialect)
        for rule, dialect in errors()
        if (rule.id, dialect) not in seen()
        and dialect not in THREADS.get(rule.id, {})
        and not refuses(rule, dialect)
        and not is_refused(rule, dialect)
        and (rule.id, dialect) not in EXCUSED
    ]
    assert bare == [], "lower them there, or show who breaks: nox -s who_breaks, errors_cited.yaml"


def test_what_is_not_measured_is_still_needed_and_cited() -> None:
    """A thread stands for an error that nobody was seen to break on, and its rule's page cites it."""
    earned = {(rule.id, dialect) for rule, dialect in errors()}
    for rule, dialect, url in (
        (r, d, u) for r, of_rule in THREADS.items() for d, u in of_rule.items()
    ):
        assert (rule, dialect) in earned, "no error any more: strike it out"
        assert (rule, dialect) not in seen(), "seen by now: strike it out"
        owner, name, _, number = url.removeprefix("https://github.com/").split("/")
        told = f"{RULES[rule].breaks} {RULES[rule].source.text} {RULES[rule].source.url}"
        known = {case.url for case in RULES[rule].real_cases()}
        short = re.search(rf"(?:{name}|{owner}/{name})\b[^;)]*#{number}\b", told)
        assert short or url in known or url in told, (rule, url)
    assert all(reason for reason in EXCUSED.values())
    assert EXCUSED.keys() <= earned - seen().keys()


@pytest.mark.parametrize("dialect", ["anthropic-messages", "cohere-v2", "openai-chat"])
def test_refusals_are_raised(dialect: str) -> None:
    """That a refusal reaches the program was seen, and not only said."""
    assert "pydantic-ai" in seen()["TC207", dialect]


def test_every_fault_that_can_be_tried_was() -> None:
    """Each rule that is about answers was tried on somebody."""
    about = {r.id for r in RULES.values() if r.subject in (Subject.RESPONSE, Subject.AB)}
    # Info everywhere says that it harms nobody; such a rule need not wait for a run of half an hour.
    harmless = {name for name in about if set(RULES[name].severity.values()) == {Severity.INFO}}
    assert about - harmless - set(measured()) == set()


def test_versions_are_those_that_were_tried() -> None:
    """A version that a page names is the one that was tried."""
    tried = RUN["clients"]
    named = {(name, version) for rule in RULES.values() for name, version in versions(rule)}
    assert len(named) > 5
    assert {(n, v) for n, v in named if f" {v}" not in tried[n].partition(",")[0]} == set()


#: Warnings that name nobody.
NAMELESS = {"TC745"}


def test_warnings_say_who_breaks() -> None:
    """A rule above info names somebody, in whatever words."""
    silent = {
        rule.id
        for rule in RULES.values()
        if min(s.rank for s in rule.severity.values()) < Severity.INFO.rank and not rule.breaks
    }
    assert silent == NAMELESS
