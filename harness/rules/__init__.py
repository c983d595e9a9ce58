"""The rule table and the judge.

A rule is found by its id in `RULES`; a reading is judged by the rules of its dialect.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from harness.exchange import Fidelity, Mode
from harness.observation import Finding
from harness.reply import Reading
from harness.rules import (
    arguments,
    arguments_schema,
    arguments_text,
    calls,
    choices,
    content,
    ending,
    envelope,
    failure,
    id_form,
    identity,
    responses_items,
    stream_anthropic,
    stream_arguments,
    stream_bedrock,
    stream_cohere,
    stream_deltas,
    stream_index,
    stream_responses,
    streaming,
    termination,
    termination_native,
    transport,
)
from harness.rules.excerpt import is_absent
from harness.rules.rule import Case, Flaw, Mutation, Rule, Source

__all__ = ["RULES", "Case", "Flaw", "Mutation", "Rule", "Source", "judge"]

_MODULES = (
    failure,
    transport,
    envelope,
    calls,
    identity,
    id_form,
    arguments,
    arguments_text,
    arguments_schema,
    termination,
    termination_native,
    content,
    choices,
    stream_index,
    stream_deltas,
    stream_arguments,
    streaming,
    ending,
    stream_anthropic,
    stream_bedrock,
    stream_cohere,
    stream_responses,
    responses_items,
)

#: Rule id -> rule, in the order of the ids.
RULES: Mapping[str, Rule] = {
    rule.id: rule
    for rule in sorted((r for m in _MODULES for r in m.RULES), key=lambda rule: rule.id)
}


@cache
def _applicable(
    dialect: str, mode: Mode, fidelity: Fidelity, *, ok: bool, asked: bool
) -> tuple[Rule, ...]:
    return tuple(
        rule
        for rule in RULES.values()
        if dialect in rule.severity
        and mode in rule.modes
        and (rule.always or rule.on_error is not ok)
        and (fidelity is Fidelity.WIRE or not rule.needs_wire)
        and (fidelity is not Fidelity.NORMALISED or not rule.needs_ids)
        and (asked or not rule.needs_request)
    )


def judge(reading: Reading) -> tuple[Finding, ...]:
    """Return the findings of every rule that applies to this reading, by rule id."""
    return tuple(_findings(reading))


def _findings(reading: Reading) -> Iterator[Finding]:
    rules = _applicable(
        reading.dialect,
        reading.mode,
        reading.exchange.fidelity,
        ok=reading.ok,
        asked=reading.asked is not None,
    )
    for rule in rules:
        for flaw in rule.check(reading):
            severity = flaw.severity or rule.severity[reading.dialect]
            actual = flaw.actual
            if actual is None and is_absent(reading, flaw.pointer):
                actual = "absent"
            yield Finding(rule.id, severity, flaw.pointer, flaw.message, flaw.expected, actual)
