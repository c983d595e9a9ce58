"""Which clean answers of a dialect are changed, and the mutants that this makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TypeAlias

from toolwire.dialects import Dialect
from toolwire.jobs.selftest.exempt_places import is_closed
from toolwire.jobs.selftest.generic import mutants
from toolwire.jobs.selftest.mutant import Mutant
from toolwire.jobs.selftest.refusals import refusals
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate.other_values import words_of
from toolwire.rules.mutate.scenarios import every_clean

#: The name of its scenario, how it was answered, and the exchange.
CleanAnswer: TypeAlias = "tuple[str, Mode, Exchange]"

#: Scenarios whose answers are changed although there are no calls in them: what is told of a text,
#: and of one that was cut. The others without calls say nothing else.
_TEXTS = frozenset({"plain_text", "cut_text"})


def answers(dialect: Dialect) -> tuple[CleanAnswer, ...]:
    """Return every clean answer of a dialect, errors of every status among them."""
    return (*every_clean(dialect), *refusals(dialect))


def planted(dialect: Dialect, clean: Iterable[CleanAnswer]) -> Iterator[Mutant]:
    """Yield the mutants of those clean answers that hold calls, a text or an error."""
    closed, words = partial(is_closed, dialect.name), words_of(dialect.name)
    for scenario, mode, exchange in clean:
        failed = exchange.response.status >= 400
        if failed or scenario in _TEXTS or dialect.decode(exchange).reply.tool_calls:
            yield from mutants(scenario, mode, exchange, closed, words)
