"""Well-formed exchanges to begin from, all composed by this program's own reference responder."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.jobs.serve.example import examples
from toolwire.model.exchange import Exchange, Mode, Request
from toolwire.rules import RULES, Mutation, Rule, Subject
from toolwire.rules.mutate.scenarios import every_clean
from toolwire.rules.proof import exchanges

_ROOT: Final = "http://127.0.0.1:8080"


@cache
def _clean() -> tuple[tuple[str, str, Mode, Exchange], ...]:
    return tuple(
        (name, scenario, mode, exchange)
        for name in DIALECTS
        for scenario, mode, exchange in every_clean(load_dialect(name))
    )


@cache
def _proofs() -> tuple[tuple[Rule, Mutation], ...]:
    return tuple((rule, mutation) for rule in RULES.values() for mutation in rule.mutations)


@cache
def _broken(number: int) -> Exchange:
    rule, mutation = _proofs()[number]
    return exchanges.mutated(rule, mutation)


@cache
def probing_rules(name: str) -> tuple[str, ...]:
    """Return the ids of the rules of a dialect that a request has to ask for."""
    return tuple(
        rule.id
        for rule in RULES.values()
        if rule.subject is Subject.PROBE and name in rule.severity
    )


def base(rng: Random) -> tuple[str, Exchange]:
    """Return an exchange and its dialect: clean, or with the fault that proves some rule."""
    if rng.random() < 0.35:
        number = rng.randrange(len(_proofs()))
        return _proofs()[number][1].dialect, _broken(number)
    name, _, _, exchange = rng.choice(_clean())
    return name, exchange


@cache
def _pairs() -> tuple[tuple[str, Exchange, Exchange], ...]:
    by_place = {(name, scenario, mode): exchange for name, scenario, mode, exchange in _clean()}
    return tuple(
        (name, exchange, by_place[name, scenario, Mode.BLOCKING])
        for (name, scenario, mode), exchange in by_place.items()
        if mode is Mode.STREAMING
    )


def pair(rng: Random) -> tuple[str, Exchange, Exchange]:
    """Return a dialect, a streamed exchange, and the blocking one to the same request."""
    return rng.choice(_pairs())


@cache
def _examples() -> tuple[tuple[str, str, Request], ...]:
    return tuple(
        (rule.id, name, request)
        for rule in RULES.values()
        for name in DIALECTS
        if name in rule.severity and rule.subject is not Subject.REQUEST
        for request in examples(rule, name, _ROOT)
    )


def asked(rng: Random) -> tuple[str, str, Request]:
    """Return a request to `serve`: the rule that shows in its answer, its dialect, the request."""
    return rng.choice(_examples())
