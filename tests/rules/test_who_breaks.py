"""Severity is earned: a rule with `error` names an official client or a major framework that breaks."""

from __future__ import annotations

import re
from pathlib import Path

from harness.observation import Severity
from harness.rules import RULES, Rule, Subject

#: SDKs and tools of the vendors whose formats the dialects are.
OFFICIAL = (
    "openai-python", "openai-node", "openai-agents", "Codex", "anthropic-python", "anthropic-node",
    "anthropic-sdk-python", "anthropic-sdk-typescript", "Claude Code", "google-genai",
    "python-genai", "google/adk", "cohere-python", "ollama-python", "boto3", "botocore",
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
#: What was tried on whom, as `nox -s who_breaks` writes it.
PAGE = (Path(__file__).parents[2] / "docs" / "who-breaks.md").read_text(encoding="utf-8")
#: A request that is wrong breaks against the vendor's own API.
REFUSED = re.compile(r"[Tt]he API answers [45]\d\d")


def measured() -> dict[str, dict[str, str]]:
    """Return rule -> client -> what the page says of them."""
    lines = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| ")]
    names = lines[0][1:]
    rows = (re.split(r" *\| *", line[2:]) for line in PAGE.splitlines() if "](rules/" in line)
    return {row[0][1:6]: dict(zip(names, row[1:], strict=False)) for row in rows}


def versions(rule: Rule) -> list[tuple[str, str]]:
    """Return the clients that a page names with a version."""
    found = re.findall(r"([A-Za-z][\w-]*(?: AI SDK)?) (\d+\.\d+\.\d+)", rule.breaks)
    return [(name, version) for name, version in found if name in PAGE]


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
    harmless = {rule for rule, cells in table.items() if "**breaks**" not in cells.values()}
    assert {rule for rule in graves & harmless if not CITED.search(RULES[rule].breaks)} == set()


def test_every_fault_that_can_be_tried_was() -> None:
    """The page of what was tried has a row for each rule that is about answers."""
    about = {r.id for r in RULES.values() if r.subject in (Subject.RESPONSE, Subject.AB)}
    # Only a client of the legacy lane, or one that calls through a prompt, can meet these.
    assert about - set(measured()) == {"TC053", "TX111"}


def test_versions_are_those_that_were_tried() -> None:
    """A version that a page names is the one of the page of what was tried."""
    tried = dict(re.findall(r"^- ([^:]+): (.+)$", PAGE, re.MULTILINE))
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
