"""Findings grouped by rule: how many, whose, who breaks on it, one example, where to read on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from toolwire.cli.screen.table import plain
from toolwire.cli.screen.terminal import fitted
from toolwire.io.lists import listed
from toolwire.model.finding_text import shown_value
from toolwire.model.observation import Finding, Observation, Severity
from toolwire.model.rule_facts import RuleFacts

_MOST_PROVIDERS = 6
_LONGEST = 400


@dataclass(slots=True)
class RuleGroup:
    """The findings of one rule in a run.

    Attributes:
        rule: its id.
        severity: the most severe it was found with.
        providers: provider -> observations that have it.
        known: observations for which the provider's file lists it.
        example: the first observation by name, and the finding in it.
    """

    rule: str
    severity: Severity
    providers: Counter[str] = field(default_factory=Counter)
    known: int = 0
    example: tuple[Observation, Finding] | None = None

    @property
    def count(self) -> int:
        """Return how many observations have it."""
        return self.providers.total()


def groups(observations: Iterable[Observation], mildest: Severity) -> tuple[RuleGroup, ...]:
    """Group findings by rule, those first that are not known, the most severe and frequent first.

    Args:
        observations: in any order.
        mildest: findings below this are left out.
    """
    found: dict[str, RuleGroup] = {}
    for seen in observations:
        for rule, finding in _worst(seen).items():
            if finding.counted.rank > mildest.rank:
                continue
            group = found.setdefault(rule, RuleGroup(rule, finding.counted))
            group.severity = min(group.severity, finding.counted, key=lambda one: one.rank)
            group.providers[seen.provider] += 1
            group.known += rule in seen.known
            if group.example is None or _name(seen) < _name(group.example[0]):
                group.example = (seen, finding)
    return tuple(sorted(found.values(), key=_order))


def _order(group: RuleGroup) -> tuple[bool, int, int, str]:
    return (group.known == group.count, group.severity.rank, -group.count, group.rule)


def _worst(seen: Observation) -> Mapping[str, Finding]:
    """Return rule -> its most severe finding in an answer; what clients sent is not judged here."""
    found: dict[str, Finding] = {}
    for finding in seen.findings:
        before = found.get(finding.rule)
        if finding.pointer.startswith("request/"):
            continue
        if before is None or finding.counted.rank < before.counted.rank:
            found[finding.rule] = finding
    return found


def _name(seen: Observation) -> str:
    case = f"{seen.suite}.{seen.case}[{seen.mode}]" if seen.asked else seen.evidence.source
    return f"{seen.provider}/{seen.model} {case}"


def lines(group: RuleGroup, rule: RuleFacts | None, columns: int | None = None) -> Iterator[str]:
    """Yield a group as lines for a screen.

    Args:
        group: what is told.
        rule: of the group; None where it is no rule of this version.
        columns: of the screen; None for no bound.
    """
    for indent, line in _lines(group, rule):
        yield from fitted(plain(line)[:_LONGEST], columns, indent)


def _lines(group: RuleGroup, rule: RuleFacts | None) -> Iterator[tuple[str, str]]:
    """Yield each line with its indent."""
    named = f"{group.rule} {rule.name}" if rule else group.rule
    whose = [f"{name} {count}" for name, count in group.providers.most_common()]
    shared = listed(whose, _MOST_PROVIDERS)
    known = f"; {group.known} known" if group.known else ""
    yield "", f"{group.severity} {named}: {group.count} ({shared}{known})"
    if rule is not None and rule.breaks:
        yield "  ", f"breaks {rule.breaks}"
    if group.example is not None:
        seen, finding = group.example
        yield "  ", f"e.g. {_name(seen)} at {finding.pointer}: {finding.message}"
        if finding.expected is not None or finding.actual is not None:
            values = (
                f"expected {shown_value(finding.expected)}, actual {shown_value(finding.actual)}"
            )
            yield "       ", values
    yield "  ", f"toolwire explain {group.rule}"
