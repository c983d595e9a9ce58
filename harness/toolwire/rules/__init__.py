"""The rule table and the judge.

A rule is one file in the folder of its area, found by that file's name; `RULES` has it by its id. A
reading is judged by the rules of its dialect.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final, NamedTuple

from toolwire.model.observation import Chance, Finding
from toolwire.model.reply import Reading
from toolwire.rules.facts import ALWAYS, BOTH, PAIRED, REQUEST, ReadingFacts, applies, facts_of
from toolwire.rules.rule import (
    Mutation,
    ReportedCase,
    Rule,
    Shim,
    Source,
    Subject,
    Variance,
    Violation,
)
from toolwire.rules.views.excerpt import is_absent, short
from toolwire.rules.views.torn import is_cut_off, is_torn

__all__ = [
    "FILES",
    "PROBES",
    "RULES",
    "Mutation",
    "Raised",
    "ReportedCase",
    "Rule",
    "RulesError",
    "Shim",
    "Source",
    "Subject",
    "Variance",
    "Violation",
    "chances",
    "judge",
    "judge_pair",
    "judge_request",
    "pair_chances",
]

#: The folders of the rules; each holds a file a rule, named by its id.
_AREAS: Final = (
    "arguments", "choice", "envelope", "errors", "history", "ids", "markup", "stop", "streaming", "text", "tools",
)  # fmt: skip
_FILE: Final = re.compile(r"T[CX]\d{3}_\w+")


def _found() -> dict[str, tuple[Rule, str]]:
    """Return rule id -> rule, and its file in the package."""
    found: dict[str, tuple[Rule, str]] = {}
    for area in _AREAS:
        package = import_module(f"toolwire.rules.{area}")
        for name in sorted(one.name for one in iter_modules(package.__path__)):
            if _FILE.fullmatch(name) is None:
                continue
            file = f"rules/{area}/{name}.py"
            rule: Rule = import_module(f"{package.__name__}.{name}").RULE
            if not name.startswith(f"{rule.id}_"):
                raise ImportError(f"{file}: it holds {rule.id}")
            if rule.id in found:
                raise ImportError(f"two files of {rule.id}: {found[rule.id][1]} and {file}")
            found[rule.id] = rule, file
    return dict(sorted(found.items()))


_FOUND: Final = _found()
#: Rule id -> rule, in the order of the ids.
RULES: Final[Mapping[str, Rule]] = {name: rule for name, (rule, _) in _FOUND.items()}
#: The ids of the rules that ask a question of their own.
PROBES: Final = tuple(
    name
    for name, rule in RULES.items()
    if rule.subject is Subject.PROBE or rule.question is not None
)
#: Rule id -> the file that it is, from the package's folder on.
FILES: Final[Mapping[str, str]] = {name: file for name, (_, file) in _FOUND.items()}


class Raised(NamedTuple):
    """A rule that raised instead of judging: its id, and what it raised."""

    rule: str
    error: Exception


class RulesError(Exception):
    """Rules raised; all others were asked all the same.

    Who does not catch it does not pass for having looked.

    Attributes:
        raised: the rules that did, at least one.
        findings: what the others found, and what these had found before.
    """

    def __init__(self, raised: tuple[Raised, ...], findings: tuple[Finding, ...]) -> None:
        self.raised = raised
        self.findings = findings
        super().__init__(", ".join(one.rule for one in raised))


@cache
def _applicable(facts: ReadingFacts) -> tuple[Rule, ...]:
    return tuple(rule for rule in RULES.values() if applies(rule, facts))


def judge(
    reading: Reading, probing: str = "", *, request_valid: bool = True
) -> tuple[Finding, ...]:
    """Return what is wrong with an answer, by rule id.

    Args:
        reading: rules about both modes are judged where it has a `twin`.
        probing: id of the probe rule whose question the request asks; "" for none.
        request_valid: False for a request that is wrong on purpose: nothing it says is anything to
            hold an answer to, so that rules which do (`needs_request`) are not asked.

    Raises:
        RulesError: rules raised; it holds what the others found.
    """
    subjects = ALWAYS if reading.twin is None else PAIRED
    return _findings(reading, subjects, probing, request_valid=request_valid)


def judge_pair(reading: Reading) -> tuple[Finding, ...]:
    """Return how a streamed answer differs from its blocking `twin`, by rule id.

    Raises:
        RulesError: rules raised; it holds what the others found.
    """
    return _findings(reading, BOTH, "")


def judge_request(reading: Reading) -> tuple[Finding, ...]:
    """Return what is wrong with a request, by rule id: the client's doing, not the provider's.

    Raises:
        RulesError: rules raised; it holds what the others found.
    """
    return _findings(reading, REQUEST, "")


def chances(
    reading: Reading, findings: Iterable[Finding], probing: str = "", *, request_valid: bool = True
) -> Mapping[str, Chance]:
    """Return how one answer counts for the rules that one answer of a model can explain.

    Args:
        reading: as it was judged.
        findings: what `judge` found in it.
        probing: as in `judge`.
        request_valid: likewise; a request that is wrong on purpose counts for nothing.
    """
    if not request_valid or not reading.ok or is_torn(reading) or is_cut_off(reading):
        return {}
    broken = {finding.rule for finding in findings if finding.variance}
    return {
        rule.id: chance
        for rule, variance in _varying(reading.dialect)
        if rule.subject not in BOTH
        for chance in (_counts(rule, variance, reading, probing, broken),)
        if chance != Chance()
    }


#: What a pair is worth that says nothing, of rules that know another way and of all others.
_NOTHING: Final = (Chance(), Chance(reverse=0))


def pair_chances(reading: Reading, findings: Iterable[Finding]) -> Mapping[str, Chance]:
    """Return how a streamed answer and its blocking `twin` count for such rules about both.

    Args:
        reading: as it was judged.
        findings: what `judge_pair` found in it.
    """
    twin = reading.twin
    if twin is None or not (reading.ok and twin.ok) or is_torn(reading):
        return {}
    if is_cut_off(reading) or is_cut_off(twin):
        return {}
    broken = {finding.rule for finding in findings if finding.variance}
    found: dict[str, Chance] = {}
    for rule, variance in _varying(reading.dialect):
        if rule.subject in BOTH:
            hit = rule.id in broken
            could = hit or variance.could(reading)
            cleared = could and not hit if variance.shown is None else variance.shown(reading)
            reverse = None if variance.reverse is None else int(variance.reverse(reading))
            found[rule.id] = Chance(int(could), int(hit), int(cleared), reverse=reverse)
    return {rule: one for rule, one in found.items() if one not in _NOTHING}


@cache
def _varying(name: str) -> tuple[tuple[Rule, Variance], ...]:
    """Return the rules that one answer of a model can explain in a dialect."""
    found = [(rule, rule.variance) for rule in RULES.values() if name in rule.severity]
    return tuple(
        (rule, variance)
        for rule, variance in found
        if variance is not None and (not variance.dialects or name in variance.dialects)
    )


def _counts(
    rule: Rule, variance: Variance, reading: Reading, probing: str, broken: Container[str]
) -> Chance:
    """Return whether a reply could have broken a rule, whether it did, whether it clears it."""
    hit = rule.id in broken
    judged = (rule.subject in ALWAYS or rule.id == probing) and reading.mode in rule.modes
    could = hit or (judged and reading.conversation is not None and variance.could(reading))
    cleared = could and not hit if variance.shown is None else variance.shown(reading)
    parts = 0 if variance.parts is None else variance.parts(reading)
    return Chance(int(could), int(hit), int(cleared), parts)


def _findings(
    reading: Reading, subjects: frozenset[Subject], probing: str, *, request_valid: bool = True
) -> tuple[Finding, ...]:
    facts = facts_of(reading, subjects, probing, request_valid=request_valid)
    found: list[Finding] = []
    raised: list[Raised] = []
    for rule in _applicable(facts):
        try:
            for violation in rule.check(reading):
                found.append(_finding(rule, reading, violation))  # noqa: PERF401 - what was found stays
        except Exception as error:  # noqa: BLE001 - one rule must not keep the others from judging
            raised.append(Raised(rule.id, error))
    if raised:
        raise RulesError(tuple(raised), tuple(found))
    return tuple(found)


def _finding(rule: Rule, reading: Reading, violation: Violation) -> Finding:
    severity = violation.severity or rule.severity[reading.dialect]
    expected, actual = short(violation.expected), short(violation.actual)
    if actual is None and is_absent(reading, violation.pointer):
        actual = "absent"
    varies = rule.variance is not None and rule.variance.explains(reading.dialect, violation)
    return Finding(
        rule.id, severity, violation.pointer, violation.message, expected, actual, varies
    )
