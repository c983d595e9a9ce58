"""Requests that a dialect's vendor refuses, made of its clean ones.

Each mandatory member left out, each wrong type, each number out of range and each word that is none:
whatever change of one place makes a request that was right no longer fit the dialect's request schema,
at the members that it has and at those that only the schema names. And each pairing that is broken, as
the rules about requests break it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from toolwire.dialects import Dialect
from toolwire.dialects.schemas import schema, validator
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode, Request
from toolwire.model.observation import Severity
from toolwire.rules import RULES, Subject, judge_request
from toolwire.rules.mutate.document_edit import changes
from toolwire.rules.mutate.document_place import place_of
from toolwire.rules.mutate.other_values import words_of
from toolwire.rules.mutate.scenarios import carried, clean
from toolwire.rules.mutate.schema_misfits import Misfit, misfits
from toolwire.rules.proof import exchanges

#: Scenarios whose requests have, together, every member that ours have.
_ASKED: Final = ("single_call", "named_choice", "required_choice", "strict_call", "two_results")


@dataclass(frozen=True, slots=True)
class WrongRequest:
    """A request with one change that its published type refuses.

    Attributes:
        change: what was done: an operator's word, or the keyword of the schema that is not kept.
        place: where, without numbers: `/messages/*/role`.
        request: what is sent.
    """

    change: str
    place: str
    request: Request


def wrong_requests(dialect: Dialect) -> Iterator[WrongRequest]:
    """Yield the wrong requests of a dialect, one for each change and place."""
    fits = validator(dialect.name, "request").is_valid
    seen: set[tuple[str, str]] = set()
    for scenario in carried(dialect):
        request = clean(dialect, scenario, Mode.BLOCKING).request
        if scenario not in _ASKED or request is None:
            continue
        document = parse(request.body)
        if not fits(document):
            continue
        for made in _changes(dialect.name, document):
            key = (made.change, place_of(made.path))
            if key not in seen and not fits(made.document):
                seen.add(key)
                yield WrongRequest(*key, replace(request, body=dump(made.document)))


def _changes(name: str, document: Json) -> Iterator[Misfit]:
    for edit in changes(document, words=words_of(name)):
        yield Misfit(str(edit.operator), edit.path, edit.document)
    yield from misfits(schema(name, "request"), document)


@dataclass(frozen=True, slots=True)
class BrokenRequest:
    """A request that breaks a rule whose `error` says that the vendor refuses it.

    Attributes:
        rule: its id.
        fault: how, in a few words; "" where the rule can be broken in one way only.
        request: what is sent.
    """

    rule: str
    fault: str
    request: Request


def broken_requests(dialect: Dialect) -> Iterator[BrokenRequest]:
    """Yield a request for each fault that a request rule finds at `error` in a dialect."""
    for rule in RULES.values():
        if rule.subject is not Subject.REQUEST:
            continue
        for mutation in rule.mutations:
            if mutation.dialect != dialect.name:
                continue
            exchange = exchanges.mutated(rule, mutation)
            found = judge_request(dialect.decode(exchange))
            severe = any(f.rule == rule.id and f.severity is Severity.ERROR for f in found)
            if severe and exchange.request is not None:
                yield BrokenRequest(rule.id, mutation.fault, exchange.request)
