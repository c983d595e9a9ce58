"""The rule table as plain values, for reports, which do not know the rules."""

from __future__ import annotations

from harness.report.quirks import ShimHint
from harness.report.rule_facts import RealCase, RuleFacts
from harness.rules import RULES, Rule
from harness.rules.cases import cases
from harness.rules.shims import SHIMS

__all__ = ["rule_facts", "shim_hints"]


def rule_facts() -> tuple[RuleFacts, ...]:
    """Return every rule of the table, in the order of the ids."""
    return tuple(map(_facts, RULES.values()))


def _facts(rule: Rule) -> RuleFacts:
    source = rule.source
    return RuleFacts(
        id=rule.id,
        name=rule.name,
        statement=rule.statement,
        why=rule.why,
        severity=rule.severity,
        subject=str(rule.subject),
        breaks=rule.breaks,
        workaround=rule.workaround,
        source=f"{source.kind}: {source.text} (read {source.read})",
        url=source.url,
        cases=tuple(RealCase(c.who, c.symptom, c.url, c.status) for c in cases(rule.id)),
    )


def shim_hints() -> dict[str, ShimHint]:
    """Return rule id -> what an adapter can do about it."""
    return {rule: ShimHint(shim.action, shim.parameters) for rule, shim in SHIMS.items()}
