"""Rules about both modes: the same request, streamed and not.

The borders: text beside calls is TC505's; that one mode says the reply was cut by the token
limit is TC408's; everything else is TC908's. What is compared, and when, is said in `pair`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final, TypeVar

from toolwire.dialects import DIALECTS, Answer, load_dialect
from toolwire.model.conversation import Conversation
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.rules.mutate.scenarios import SCENARIOS
from toolwire.rules.rule import Mutation, Violation
from toolwire.rules.views.pair import compare
from toolwire.rules.views.pair_difference import DifferencePart

Told = TypeVar("Told")

STREAMED = (Mode.STREAMING,)

EVERY: Final = tuple(DIALECTS)


def told_of_one_request(
    reading: Reading, tell: Callable[[Reading], Told | None]
) -> tuple[Told, Told] | None:
    """Return what a stream and the whole reply to the same request tell; None where one does not."""
    twin = reading.twin
    if twin is None or not (reading.ok and twin.ok) or _asked(reading) != _asked(twin):
        return None
    streamed, whole = tell(reading), tell(twin)
    return None if streamed is None or whole is None else (streamed, whole)


def _asked(reading: Reading) -> Conversation | None:
    conversation = reading.conversation
    return None if conversation is None else replace(conversation, stream=False)


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
