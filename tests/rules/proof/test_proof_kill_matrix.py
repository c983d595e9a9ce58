"""The kill matrix: one fault trips one rule, and clean exchanges trip none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Mode
from toolwire.model.observation import Finding, Severity
from toolwire.rules import RULES, Mutation, Rule, Subject, judge, judge_request
from toolwire.rules.mutate.scenarios import SCENARIOS, carried, clean, every_clean
from toolwire.rules.proof import exchanges

MUTATIONS = [(rule, mutation) for rule in RULES.values() for mutation in rule.mutations]
#: Renaming or adding a member, as many faults do, is also drift, and rightly said to be so: at
#: info, beside the rule that says what is wrong with it. What trips drift itself trips no other.
DRIFT = "TC190"


def _refused(name: str) -> frozenset[str]:
    """Return the scenarios that a dialect refuses to encode, the legacy lane aside."""
    found = set()
    for scenario, (conversation, _) in SCENARIOS.items():
        if conversation.legacy:
            continue
        try:
            clean(load_dialect(name), scenario, Mode.BLOCKING)
        except ToolwireError:
            found.add(scenario)
    return frozenset(found)


def _label(rule: Rule, mutation: Mutation) -> str:
    words = (rule.id, mutation.dialect, mutation.mode.value, mutation.scenario, mutation.fault)
    return "-".join(word.replace(" ", "_") for word in words if word)


def _is_drift(finding: Finding) -> bool:
    return finding.rule == DRIFT and finding.severity is Severity.INFO


def _tripped(rule: Rule, mutation: Mutation) -> tuple[Finding, ...]:
    exchange = exchanges.mutated(rule, mutation)
    read = exchanges.reading(rule, mutation.dialect, mutation.scenario, exchange)
    return exchanges.findings(rule, read)


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_one_fault_trips_one_rule(rule: Rule) -> None:
    """Each planted fault is found by its rule, and by no other rule at any severity but drift."""
    otherwise = {}
    for mutation in rule.mutations:
        found = _tripped(rule, mutation)
        told = {finding.rule for finding in found if rule.id == DRIFT or not _is_drift(finding)}
        if told != {rule.id}:
            otherwise[_label(rule, mutation)] = found
    assert otherwise == {}


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_without_its_fault_an_exchange_trips_nothing(rule: Rule) -> None:
    """What each mutation starts from, its probing request or its twin included, is clean."""
    accused = {}
    for place in {(one.dialect, one.scenario, one.mode) for one in rule.mutations}:
        exchange = exchanges.baseline(rule.id, *place)
        read = exchanges.reading(rule, *place[:2], exchange)
        if found := exchanges.findings(rule, read):
            accused[place] = found
    assert accused == {}


@pytest.mark.parametrize("name", DIALECTS)
def test_clean_exchanges_trip_nothing(name: str) -> None:
    """Every rule stays silent, at any severity, on every clean exchange of its dialects."""
    accused = {}
    for scenario, mode, exchange in every_clean(load_dialect(name)):
        read = load_dialect(name).decode(exchange)
        if found := (*judge(read), *judge_request(read)):
            accused[scenario, mode] = found
    assert accused == {}


@pytest.mark.parametrize("name", DIALECTS)
def test_clean_pairs_trip_nothing(name: str) -> None:
    """A clean stream beside its clean blocking twin trips no rule about both modes."""
    spoken = load_dialect(name)
    for scenario in carried(spoken):
        twin = spoken.decode(clean(spoken, scenario, Mode.BLOCKING))
        read = replace(spoken.decode(clean(spoken, scenario, Mode.STREAMING)), twin=twin)
        assert judge(read) == (), scenario


def test_request_rules_point_into_the_request() -> None:
    """A finding about what a client sent says so in its pointer, and no other finding does."""
    for rule, mutation in MUTATIONS:
        for finding in _tripped(rule, mutation):
            assert finding.pointer.startswith("request/") is (rule.subject is Subject.REQUEST)


@pytest.mark.parametrize("name", DIALECTS)
def test_what_a_dialect_leaves_out_is_what_it_refuses(name: str) -> None:
    """A scenario is left out exactly where the format cannot carry it, and nowhere unnoticed."""
    assert _refused(name) == load_dialect(name).wire.left_out


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_every_judged_dialect_has_a_mutation(rule: Rule) -> None:
    """A rule proves itself in each dialect it judges, and only there."""
    assert {mutation.dialect for mutation in rule.mutations} == set(rule.severity)


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_mutations_stay_inside_the_modes_of_their_rule(rule: Rule) -> None:
    """A rule that judges one mode only is proved in that mode."""
    assert {mutation.mode for mutation in rule.mutations} <= set(rule.modes)


def test_labels_of_mutations_are_unique() -> None:
    """Two faults of one rule in one scenario say in their label how they differ."""
    labels = [_label(rule, mutation) for rule, mutation in MUTATIONS]
    assert sorted(set(labels)) == sorted(labels)


@pytest.mark.parametrize("severity", ["error", "warning", "info"])
def test_findings_carry_the_severity_their_rule_earns(severity: str) -> None:
    """A finding is as grave as the rule says in that dialect, or milder where the violation says so."""
    graver = []
    for rule, mutation in MUTATIONS:
        if rule.severity[mutation.dialect] == severity:
            graver += [
                (rule.id, finding)
                for finding in _tripped(rule, mutation)
                if finding.severity.rank < rule.severity[mutation.dialect].rank
            ]
    assert graver == []
