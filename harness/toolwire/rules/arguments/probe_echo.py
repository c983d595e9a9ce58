"""Probes of what comes back: calls and texts that a prompt writes out, to be repeated as they are.

A model may disobey, and that is no server's fault. So a difference counts only where it is one
that parsers make and models seldom do, and each rule says which."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, ToolCall
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.rules.mutate.faults import Change
from toolwire.rules.views.asked_for import asked
from toolwire.rules.views.probe_answer import answered

READ: Final = "2026-11-21"

SHOWN: Final = 200


def wanted_value(reading: Reading) -> list[PlannedCall]:
    """Return the calls that the last words of the user write out, of tools that are offered."""
    what = asked(reading)
    return [] if what is None or what.since else list(what.calls)


def pairs(reading: Reading) -> Iterator[tuple[PlannedCall, ToolCall]]:
    """Pair what was written out with what came: calls of one name in their order."""
    came: dict[str | None, deque[ToolCall]] = {}
    for call in reading.reply.tool_calls:
        came.setdefault(call.name, deque()).append(call)
    for wanted in wanted_value(reading):
        if others := came.get(wanted.name):
            yield wanted, others.popleft()


def texts(wanted: Json, came: Json) -> Iterator[tuple[str, Json]]:
    """Yield every text of a wanted value that did not come back, with what came in its place."""
    if isinstance(wanted, dict):
        there = object_of(came)
        for key, value in wanted.items():
            if key in there:
                yield from texts(value, there[key])
    elif isinstance(wanted, list):
        if isinstance(came, list) and len(came) == len(wanted):
            for value, other in zip(wanted, came, strict=True):
                yield from texts(value, other)
    elif isinstance(wanted, str) and came != wanted:
        yield wanted, came


def changed(reading: Reading) -> Iterator[tuple[ToolCall, str, Json]]:
    """Yield the call, what was asked for and what came, of each text that came back changed."""
    for wanted, call in pairs(reading):
        if call.parse_error is None:
            for text, came in texts(wanted.arguments, call.arguments):
                yield call, text, came


def recut(text: str, came: str) -> bool:
    """Return whether one text is the other with one piece missing or doubled.

    A single letter or digit is left to the model.
    """
    before = common(text, came)
    after = common(text[::-1], came[::-1])
    if len(came) < len(text):
        lost = len(text) - len(came)
        piece = text[before : before + lost]
        return before + after >= len(came) and not (lost == 1 and piece.isalnum())
    more = len(came) - len(text)
    piece = came[before : before + more]
    doubled = before + after >= len(text) and piece in (
        text[max(0, before - more) : before],
        text[before : before + more],
    )
    return more > 0 and doubled and not (more == 1 and piece.isalnum())


def common(one: str, other: str) -> int:
    """Return how many characters two texts begin with alike."""
    shorter = min(len(one), len(other))
    return next((n for n in range(shorter) if one[n] != other[n]), shorter)


def again(
    change: Callable[[list[PlannedCall]], list[PlannedCall]],
) -> Callable[[str, Mode], Change]:
    """Plant an answer with other calls than the prompt writes out."""

    def plant(name: str, mode: Mode) -> Change:
        def other(exchange: Exchange) -> Answer:
            return Answer(calls=tuple(change(wanted_value(load_dialect(name).decode(exchange)))))

        return answered(other)(name, mode)

    return plant


def with_location(
    change: Callable[[str], str],
) -> Callable[[list[PlannedCall]], list[PlannedCall]]:
    """Make a change of the first call's location one of the planned calls."""

    def apply(calls: list[PlannedCall]) -> list[PlannedCall]:
        first, *others = calls
        location = change(str(first.arguments["location"]))
        return [PlannedCall(first.name, {"location": location}), *others]

    return apply
