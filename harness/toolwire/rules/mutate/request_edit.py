"""Small edits of a request, from which request rules build their one-place mutations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.mutate.edit import at
from toolwire.rules.rule import Mutation

#: An in-place change of a request body.
Change = Callable[[JsonObject], None]


def ask(change: Change) -> Callable[[Exchange], Exchange]:
    """Make a mutation out of an in-place change of the request's body."""

    def apply(exchange: Exchange) -> Exchange:
        request = exchange.request
        assert request is not None
        value = parse(request.body)
        assert isinstance(value, dict)
        change(value)
        return replace(exchange, request=replace(request, body=dump(value)))

    return apply


def asks(scenario: str, changes: Mapping[str, Change], fault: str = "") -> tuple[Mutation, ...]:
    """Return one mutation a dialect: its change of the request, the answer left as it is.

    Blocking only: a request is judged alike however it is answered.
    """
    return tuple(
        Mutation(dialect, Mode.BLOCKING, scenario, ask(change), fault)
        for dialect, change in changes.items()
    )


def moved(
    url: Callable[[str], str], apply: Callable[[Exchange], Exchange]
) -> Callable[[Exchange], Exchange]:
    """Make a mutation that also sends the request elsewhere."""

    def both(exchange: Exchange) -> Exchange:
        changed = apply(exchange)
        assert changed.request is not None
        request = replace(changed.request, url=url(changed.request.url))
        return replace(changed, request=request)

    return both


def with_model(name: str) -> Change:
    """Make a change that asks for another model, whose server wants more back."""

    def change(value: JsonObject) -> None:
        value["model"] = name

    return change


def copied(value: Json, path: tuple[str | int, ...], places: Iterable[int]) -> None:
    """Repeat members of the array at `path` at its end, in place."""
    holder = at(value, path)
    assert isinstance(holder, list)
    holder += [parse(dump(holder[place])) for place in places]
