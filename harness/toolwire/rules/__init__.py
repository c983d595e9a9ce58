"""The rule table and the judge.

A rule is found by its id in `RULES`; a reading is judged by the rules of its dialect.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import cache
from typing import NamedTuple

from toolwire.dialects import dialect
from toolwire.model.exchange import Fidelity, Mode
from toolwire.model.observation import Chance, Finding
from toolwire.model.reply import Reading
from toolwire.rules import (
    arguments,
    arguments_schema,
    arguments_text,
    calls,
    choices,
    content,
    drift,
    ending,
    envelope,
    failure,
    id_form,
    identity,
    markup_rules,
    pair_rules,
    probe_choice,
    probe_echo,
    probe_generation,
    probe_legacy,
    probe_message,
    probe_result,
    probe_schema,
    request_ids,
    request_names,
    request_outputs,
    request_reasoning,
    request_results,
    request_roles,
    request_schemas,
    request_signatures,
    request_strict,
    request_thinking,
    request_tools,
    request_values,
    responses_items,
    shape_cohere,
    shape_reply,
    shape_schema,
    shape_spelling,
    shape_stream,
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
    usage,
)
from toolwire.rules.excerpt import is_absent, short
from toolwire.rules.request_steps import has_history
from toolwire.rules.rule import Case, Flaw, Mutation, Rule, Source, Subject, Variance

__all__ = [
    "RULES",
    "Case",
    "Flaw",
    "Mutation",
    "Raised",
    "Rule",
    "RulesError",
    "Source",
    "Subject",
    "Variance",
    "chances",
    "judge",
    "judge_pair",
    "judge_request",
]

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
    drift,
    markup_rules,
    pair_rules,
    probe_choice,
    probe_echo,
    probe_generation,
    probe_legacy,
    probe_message,
    probe_result,
    probe_schema,
    shape_cohere,
    shape_reply,
    shape_schema,
    shape_spelling,
    shape_stream,
    request_ids,
    request_names,
    request_outputs,
    request_reasoning,
    request_results,
    request_roles,
    request_schemas,
    request_signatures,
    request_strict,
    request_thinking,
    request_tools,
    request_values,
    usage,
)

#: Rule id -> rule, in the order of the ids.
RULES: Mapping[str, Rule] = {
    rule.id: rule
    for rule in sorted((r for m in _MODULES for r in m.RULES), key=lambda rule: rule.id)
}


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


#: Judged on every reading; what else is judged depends on how the reading came about.
_ALWAYS = frozenset({Subject.RESPONSE, Subject.CONVERSATION})
_BOTH = frozenset({Subject.AB})
_PAIRED = _ALWAYS | _BOTH
_REQUEST = frozenset({Subject.REQUEST})


@cache
def _applicable(
    name: str,
    mode: Mode,
    fidelity: Fidelity,
    subjects: frozenset[Subject],
    probing: str,
    *,
    ok: bool,
    asked: bool,
    called: bool,
    spoken: bool,
    history: bool,
) -> tuple[Rule, ...]:
    return tuple(
        rule
        for rule in RULES.values()
        if name in rule.severity
        and (rule.subject in subjects or rule.id == probing)
        and mode in rule.modes
        and (rule.always or rule.on_error is not ok)
        and (fidelity is Fidelity.WIRE or not rule.needs_wire)
        and (fidelity is not Fidelity.NORMALISED or not rule.needs_ids)
        and (asked or not rule.needs_request)
        and (called or not rule.needs_calls)
        and (spoken or not rule.needs_text)
        and (history or not rule.needs_history)
    )


def judge(reading: Reading, probing: str = "", *, sound: bool = True) -> tuple[Finding, ...]:
    """Return what is wrong with an answer, by rule id.

    Args:
        reading: rules about both modes are judged where it has a `twin`.
        probing: id of the probe rule whose question the request asks; "" for none.
        sound: False for a request that is wrong on purpose: nothing it says is anything to
            hold an answer to, so that rules which do (`needs_request`) are not asked.

    Raises:
        RulesError: rules raised; it holds what the others found.
    """
    subjects = _ALWAYS if reading.twin is None else _PAIRED
    return _findings(reading, subjects, probing, sound=sound)


def judge_pair(reading: Reading) -> tuple[Finding, ...]:
    """Return how a streamed answer differs from its blocking `twin`, by rule id.

    Raises:
        RulesError: rules raised; it holds what the others found.
    """
    return _findings(reading, _BOTH, "")


def judge_request(reading: Reading) -> tuple[Finding, ...]:
    """Return what is wrong with a request, by rule id: the client's doing, not the provider's.

    Raises:
        RulesError: rules raised; it holds what the others found.
    """
    return _findings(reading, _REQUEST, "")


def chances(
    reading: Reading, findings: Iterable[Finding], probing: str = "", *, sound: bool = True
) -> Mapping[str, Chance]:
    """Return how one answer counts for the rules that one answer of a model can explain.

    Args:
        reading: as it was judged.
        findings: what `judge` found in it.
        probing: as in `judge`.
        sound: likewise; a request that is wrong on purpose counts for nothing.
    """
    if not sound or not reading.ok:
        return {}
    broken = {finding.rule for finding in findings if finding.variance}
    return {
        rule.id: Chance(could, hit, cleared)
        for rule, variance in _varying(reading.dialect)
        for could, hit, cleared in (_counts(rule, variance, reading, probing, broken),)
        if could or cleared
    }


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
) -> tuple[int, int, int]:
    """Return whether a reply could have broken a rule, whether it did, whether it clears it."""
    hit = rule.id in broken
    asked = (rule.subject in _ALWAYS or rule.id == probing) and reading.mode in rule.modes
    could = hit or (asked and reading.asked is not None and variance.could(reading))
    cleared = could and not hit if variance.shown is None else variance.shown(reading)
    return int(could), int(hit), int(cleared)


def _findings(
    reading: Reading, subjects: frozenset[Subject], probing: str, *, sound: bool = True
) -> tuple[Finding, ...]:
    rules = _applicable(
        reading.dialect,
        reading.mode,
        reading.exchange.fidelity,
        subjects,
        probing,
        ok=reading.ok,
        asked=sound and reading.asked is not None,
        called=bool(reading.reply.tool_calls or reading.deltas),
        spoken=bool(reading.reply.text) or dialect(reading.dialect).in_words,
        history=subjects is _REQUEST and has_history(reading),
    )
    found: list[Finding] = []
    raised: list[Raised] = []
    for rule in rules:
        try:
            for flaw in rule.check(reading):
                found.append(_finding(rule, reading, flaw))  # noqa: PERF401 - what was found stays
        except Exception as error:  # noqa: BLE001 - one rule must not keep the others from judging
            raised.append(Raised(rule.id, error))
    if raised:
        raise RulesError(tuple(raised), tuple(found))
    return tuple(found)


def _finding(rule: Rule, reading: Reading, flaw: Flaw) -> Finding:
    severity = flaw.severity or rule.severity[reading.dialect]
    expected, actual = short(flaw.expected), short(flaw.actual)
    if actual is None and is_absent(reading, flaw.pointer):
        actual = "absent"
    varies = rule.variance is not None and rule.variance.explains(reading.dialect, flaw)
    return Finding(rule.id, severity, flaw.pointer, flaw.message, expected, actual, varies)
