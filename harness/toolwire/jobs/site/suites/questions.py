"""The cases of a suite as a person reads them; made once a process."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from toolwire.jobs.site.suites.expected import FAULT_WORDS, choice_text, expected
from toolwire.jobs.site.suites.unasked import UnaskedFormats, unasked
from toolwire.model.conversation import Tool
from toolwire.rules import RULES, Rule, Subject
from toolwire.suites import Case, ResultRule, Step, Suite, load_suites


@dataclass(frozen=True, slots=True)
class StepText:
    """One request of a case.

    Attributes:
        user: what the user says; "" where the tools answer.
        results: (tool, when, answer, whether it is marked as a failure) of each answer; `when` is
            `location Paris`, or "" where a tool has one answer.
        choice: the tool choice in words; "" where none is sent.
        parallel: whether several calls may come, in words; "" where nothing is said.
        fault: what is wrong with it on purpose; "" for nothing.
        rule: whose question it asks; None for none.
        expected: sentences.
    """

    user: str
    results: tuple[tuple[str, str, str, bool], ...]
    choice: str
    parallel: str
    fault: str
    rule: Rule | None
    expected: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CaseText:
    """One case: its id, title, steps, the tools offered, and how it is asked."""

    id: str
    title: str
    steps: tuple[StepText, ...]
    tools: tuple[str, ...]
    system: str
    modes: str
    attempts: int
    legacy: bool
    dialect: str
    unasked: tuple[UnaskedFormats, ...]


@dataclass(frozen=True, slots=True)
class ToolText:
    """A tool that cases offer: name, description, JSON Schema as indented text ("" for none)."""

    name: str
    description: str
    parameters: str
    strict: bool


@dataclass(frozen=True, slots=True)
class SuiteText:
    """A suite as its page shows it: its record, its cases, their tools, and members it adds."""

    suite: Suite
    cases: tuple[CaseText, ...]
    tools: tuple[ToolText, ...]
    extra: tuple[tuple[str, str], ...]


def pair_rules() -> tuple[Rule, ...]:
    """Return the rules that compare both modes."""
    return tuple(rule for rule in RULES.values() if rule.subject is Subject.AB)


@cache
def suite_texts() -> tuple[SuiteText, ...]:
    """Return every shipped suite, by its id."""
    return tuple(_suite(suite) for suite in sorted(load_suites(()), key=lambda suite: suite.id))


def _suite(suite: Suite) -> SuiteText:
    tools = {tool.name: tool for case in suite.cases for tool in case.tools}
    extra = suite.cases[0].extra if suite.cases else {}
    return SuiteText(
        suite,
        tuple(_case(suite, case) for case in suite.cases),
        tuple(map(_tool, tools.values())),
        tuple((dialect, _json(members)) for dialect, members in extra.items()),
    )


def _case(suite: Suite, case: Case) -> CaseText:
    return CaseText(
        id=case.id,
        title=case.title,
        steps=tuple(map(_step, case.steps)),
        tools=tuple(tool.name for tool in case.tools),
        system=case.system or "",
        modes=" and ".join(str(mode) for mode in case.modes),
        attempts=case.attempts,
        legacy=case.legacy,
        dialect=case.dialect or "",
        unasked=unasked(suite, case),
    )


def _step(step: Step) -> StepText:
    return StepText(
        user=step.user or "",
        results=tuple(_answers(step.results)),
        choice=choice_text(step.choice),
        parallel={None: "", True: "allowed", False: "switched off"}[step.parallel],
        fault=FAULT_WORDS[step.fault] if step.fault is not None else "",
        rule=RULES.get(step.question),
        expected=tuple(expected(step)),
    )


def _answers(rules: Iterable[ResultRule]) -> Iterable[tuple[str, str, str, bool]]:
    for rule in rules:
        for value, answer in rule.answers:
            yield rule.tool, f"{rule.by} {value}" if rule.by else "", answer, rule.error


def _tool(tool: Tool) -> ToolText:
    parameters = "" if tool.parameters is None else _json(tool.parameters)
    return ToolText(tool.name, tool.description or "", parameters, tool.strict is True)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
