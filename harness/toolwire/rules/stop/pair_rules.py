"""Rules about both modes: the same request, streamed and not.

The borders: text beside calls is TC505's; that one mode says the reply was cut by the token
limit is TC408's; everything else is TC908's. What is compared, and when, is said in `pair`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import DIALECTS, Answer, load_dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.rules.mutate.scenarios import SCENARIOS
from toolwire.rules.rule import Mutation, Violation
from toolwire.rules.views.pair import DifferencePart, compare

STREAMED = (Mode.STREAMING,)

EVERY: Final = tuple(DIALECTS)


def compared_part(part: DifferencePart) -> Callable[[Reading], Iterator[Violation]]:
    """Return the check that tells the differences of one part of two answers."""

    def check(reading: Reading) -> Iterator[Violation]:
        if reading.twin is None:
            return
        for found in compare(reading).differences:
            if found.part is part:
                yield Violation(
                    found.pointer, found.message, *found.sides, found.severity, found.varies
                )

    return check


def answered(
    scenario: str,
    fault: str,
    change: Callable[[Answer], Answer],
    dialects: Iterable[str] = EVERY,
) -> tuple[Mutation, ...]:
    """Let the streamed request be answered otherwise, by bytes that are right in themselves."""
    answer = change(SCENARIOS[scenario][1])

    def otherwise(name: str) -> Callable[[Exchange], Exchange]:
        def apply(exchange: Exchange) -> Exchange:
            assert exchange.request is not None
            return replace(exchange, response=load_dialect(name).respond(exchange.request, answer))

        return apply

    return tuple(
        Mutation(name, Mode.STREAMING, scenario, otherwise(name), fault) for name in dialects
    )
