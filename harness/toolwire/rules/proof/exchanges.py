"""The exchanges that a rule is proven with: the clean one, the faulty one, and what is found.

The kill matrix, the rule pages, `toolwire selftest` and `toolwire serve` all take a rule's
mutations from here, so that they prove the same thing.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from toolwire.dialects import load_dialect
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Finding
from toolwire.model.reply import Reading
from toolwire.rules import RULES, judge, judge_request
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.rule import Mutation, Rule, Subject

#: What a mutation raises that looks for what is not there.
NO_PLACE = (
    AssertionError,
    AttributeError,
    LookupError,
    StopIteration,
    ToolwireError,
    TypeError,
    ValueError,
)


@cache
def baseline(rule_id: str, dialect_name: str, scenario: str, mode: Mode) -> Exchange:
    """Return the clean exchange a mutation starts from.

    For a probe rule the request is the one that asks its question.
    """
    probing = RULES[rule_id].probing.get(dialect_name) if rule_id in RULES else None
    if probing is None:
        return _plain(dialect_name, scenario, mode)
    return clean(load_dialect(dialect_name), scenario, mode, probing)


@cache
def _plain(dialect_name: str, scenario: str, mode: Mode) -> Exchange:
    """Return the clean exchange that all rules share which ask no question of their own."""
    return clean(load_dialect(dialect_name), scenario, mode)


def mutated(rule: Rule, mutation: Mutation) -> Exchange:
    """Return the clean exchange of a mutation with its one fault planted."""
    return mutation.apply(baseline(rule.id, mutation.dialect, mutation.scenario, mutation.mode))


def applied(mutation: Mutation, exchange: Exchange) -> Exchange | None:
    """Plant a mutation's fault in any clean exchange; None where it has no place there.

    Mutations are written for the clean exchanges of their scenario. In another they may look for
    a call, an event or a member that is not there, or change nothing: then they do not apply.
    """
    try:
        changed = mutation.apply(exchange)
    except NO_PLACE:
        return None
    return None if changed.response == exchange.response else changed


def reading(rule: Rule, dialect_name: str, scenario: str, exchange: Exchange) -> Reading:
    """Decode an exchange; for a rule about both modes, beside its clean blocking twin."""
    dialect = load_dialect(dialect_name)
    read = dialect.decode(exchange)
    if rule.subject is not Subject.AB:
        return read
    twin = dialect.decode(baseline(rule.id, dialect_name, scenario, Mode.BLOCKING))
    return replace(read, twin=twin)


def findings(rule: Rule, read: Reading) -> tuple[Finding, ...]:
    """Judge a reading by every rule, as a case that probes for this one would.

    The request of a probe is ours, and may be wrong on purpose: it is not judged.
    """
    if rule.subject is Subject.PROBE:
        return judge(read, rule.id)
    return (*judge(read), *judge_request(read))
