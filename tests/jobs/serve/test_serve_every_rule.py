"""Every rule, proven over HTTP: its faults on a real socket, and clean answers beside them.

Rules about requests are not here: what a client sends does not show in the bytes of an answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.jobs.serve.wire import Line, Scripted, line, only
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Finding, Severity
from toolwire.rules import RULES, Mutation, Rule, Subject, judge
from toolwire.rules.mutate.scenarios import SCENARIOS, every_clean
from toolwire.rules.proof import exchanges


def grave(found: tuple[Finding, ...], rule: str = "") -> set[str]:
    """Return the rules found at warning or above, and one that is looked for at any severity."""
    return {f.rule for f in found if f.severity is not Severity.INFO or f.rule == rule}


def faults(name: str) -> Iterator[tuple[Rule, int, Mutation]]:
    """Yield every fault that a server of a dialect can show."""
    for rule in RULES.values():
        if rule.subject is not Subject.REQUEST:
            for number, mutation in enumerate(rule.mutations):
                if mutation.dialect == name:
                    yield rule, number, mutation


async def _shown(served: Scripted, wire: Line, rule: Rule, number: int) -> set[str]:
    mutation = rule.mutations[number]
    answer = SCENARIOS[mutation.scenario][1]
    # A fault may need a request that asks for what the server then withholds.
    mutated = exchanges.mutated(rule, mutation)
    assert mutated.request is not None
    served.say(answer, only(rule, number))
    # A fault that a model may have chosen is one of a live server.
    got = replace(await wire.send(mutated.request), evidence=mutated.evidence)
    read = load_dialect(wire.name).decode(got)
    if rule.subject is Subject.AB:
        twin = exchanges.baseline(rule.id, wire.name, mutation.scenario, Mode.BLOCKING).request
        assert twin is not None
        read = replace(read, twin=load_dialect(wire.name).decode(await wire.send(twin)))
    return grave(judge(read, rule.id if rule.subject is Subject.PROBE else ""), rule.id)


async def _every_fault(name: str) -> list[tuple[str, str, str, str, set[str]]]:
    served = Scripted(name)
    wrong = []
    async with line(served, name) as wire:
        for rule, number, mutation in faults(name):
            shown = await _shown(served, wire, rule, number)
            if shown != {rule.id}:
                told = (rule.id, mutation.mode.value, mutation.scenario, mutation.fault)
                wrong.append((*told, shown))
    return wrong


@pytest.mark.parametrize("name", DIALECTS)
def test_every_fault_of_every_rule_shows_over_http(name: str) -> None:
    """What is received breaks the rule that is served broken, and no other."""
    assert asyncio.run(_every_fault(name)) == []


async def _every_clean(name: str) -> tuple[int, list[tuple[str, str, set[str]]]]:
    served, spoken, count, wrong = Scripted(name), load_dialect(name), 0, []
    async with line(served, name) as wire:
        for scenario, mode, exchange in every_clean(spoken):
            assert exchange.request is not None
            served.say(SCENARIOS[scenario][1])
            got: Exchange = await wire.send(exchange.request)
            found = grave(judge(spoken.decode(got)))
            count += 1
            if found or got.response.status != exchange.response.status:
                wrong.append((scenario, mode.value, found))
    return count, wrong


@pytest.mark.parametrize("name", DIALECTS)
def test_clean_answers_are_clean_over_http(name: str) -> None:
    """Without a fault nothing is found at warning or above in what is received."""
    count, wrong = asyncio.run(_every_clean(name))
    assert wrong == []
    assert count >= 20
