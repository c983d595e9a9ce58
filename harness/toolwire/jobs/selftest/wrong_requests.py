"""Requests that the published type of a dialect refuses, made of its clean ones.

Each mandatory member left out, each wrong type, each number out of range and each word that is none:
whatever change of one place makes a request that was right no longer fit the dialect's request schema.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from toolwire.dialects import Dialect
from toolwire.dialects.exempt import Operator
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import dump, parse
from toolwire.jobs.selftest.document_mutants import changes
from toolwire.jobs.selftest.mutant import place_of
from toolwire.jobs.selftest.other_values import words_of
from toolwire.model.exchange import Mode, Request
from toolwire.rules.mutate.scenarios import carried, clean

#: Scenarios whose requests have, together, every member that ours have.
_ASKED: Final = ("single_call", "named_choice", "required_choice", "strict_call", "two_results")


@dataclass(frozen=True, slots=True)
class WrongRequest:
    """A request with one change that its published type refuses.

    Attributes:
        operator: what was done.
        place: where, without numbers: `/messages/*/role`.
        request: what is sent.
    """

    operator: Operator
    place: str
    request: Request


def wrong_requests(dialect: Dialect) -> Iterator[WrongRequest]:
    """Yield the wrong requests of a dialect, one for each change and place."""
    fits = validator(dialect.name, "request").is_valid
    seen: set[tuple[Operator, str]] = set()
    for scenario in carried(dialect):
        request = clean(dialect, scenario, Mode.BLOCKING).request
        if scenario not in _ASKED or request is None:
            continue
        document = parse(request.body)
        if not fits(document):
            continue
        for change in changes(document, words=words_of(dialect.name)):
            key = (change.operator, place_of(change.path))
            if key not in seen and not fits(change.document):
                seen.add(key)
                yield WrongRequest(*key, replace(request, body=dump(change.document)))
