"""Times of an answer, in every dialect and framing, however the network cut it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from toolwire.dialects import dialects, load_dialect
from toolwire.jobs.audit.timing import timing
from toolwire.model.exchange import Chunk, Exchange, Mode, Response
from toolwire.rules.mutate.scenarios import clean

#: Dialects that write calls as text stream no pieces of calls.
IN_TEXT = {"chatml", "prompted"}
NAMES = sorted(one.name for one in dialects())


def single_call(name: str, mode: Mode) -> Exchange:
    """Return a correct exchange with one call."""
    return clean(load_dialect(name), "single_call", mode)


def cut(exchange: Exchange, ends: list[int]) -> Exchange:
    """Return the exchange as if its body had come in pieces, one a second."""
    body = exchange.response.body
    starts = [0, *ends[:-1]]
    chunks = (
        Chunk(body[a:b], float(n)) for n, (a, b) in enumerate(zip(starts, ends, strict=True), 1)
    )
    return replace(exchange, response=replace(exchange.response, chunks=tuple(chunks)))


def shows_a_call(exchange: Exchange, name: str, end: int) -> bool:
    """Say whether a body that ended there would show a piece of a call in a whole event."""
    response = replace(exchange.response, body=exchange.response.body[:end], chunks=())
    reading = load_dialect(name).decode(replace(exchange, response=response))
    whole = len(reading.events)
    return any(delta.event < whole for delta in reading.deltas)


@pytest.mark.parametrize("name", NAMES)
def test_the_first_call_is_seen_when_its_event_is_whole(name: str) -> None:
    """The piece it came with is the first after which the dialect itself sees the call."""
    exchange = single_call(name, Mode.STREAMING)
    size = len(exchange.response.body)
    for seed in range(12):
        ends = sorted({*Random(seed).sample(range(1, size), min(9, size - 2)), size})
        pieces = cut(exchange, ends)
        reading = load_dialect(name).decode(pieces)
        times = timing(reading)
        assert (times["first_byte"], times["total"]) == (1.0, float(len(ends)))
        assert bool(reading.deltas) == (name not in IN_TEXT)
        if name in IN_TEXT:
            assert "first_call" not in times
            continue
        seen = [n for n, end in enumerate(ends, 1) if shows_a_call(exchange, name, end)]
        assert times["first_call"] == seen[0]


@pytest.mark.parametrize("name", NAMES)
def test_a_blocking_answer_has_no_first_call(name: str) -> None:
    """It comes at once, however many pieces the network made of it."""
    exchange = single_call(name, Mode.BLOCKING)
    reading = load_dialect(name).decode(cut(exchange, [5, len(exchange.response.body)]))
    assert timing(reading) == {"first_byte": 1.0, "total": 2.0}


def test_an_answer_without_times_has_none() -> None:
    """What was composed or came without a body says nothing of time."""
    exchange = single_call("openai-chat", Mode.STREAMING)
    assert timing(load_dialect("openai-chat").decode(exchange)) == {}
    empty = replace(exchange, response=Response(204, (), b""))
    assert timing(load_dialect("openai-chat").decode(empty)) == {}


def test_times_are_told_to_the_millisecond() -> None:
    """Digits beyond it are those of the machine, and fill every line of results."""
    exchange = single_call("openai-chat", Mode.BLOCKING)
    chunk = Chunk(exchange.response.body, 9.840199)
    late = replace(exchange, response=replace(exchange.response, chunks=(chunk,)))
    assert timing(load_dialect("openai-chat").decode(late)) == {"first_byte": 9.84, "total": 9.84}
