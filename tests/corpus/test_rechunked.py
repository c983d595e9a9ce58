"""Recorded streams, cut into other pieces: the reply does not depend on how bytes arrive."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from tests.support.framings import DECODERS
from toolwire.dialects import load_dialect
from toolwire.io.framing import sse
from toolwire.jobs.lint.detect import detect
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.traffic import read


class _Cut:
    """A framing's decoder that passes what it is fed on in pieces."""

    def __init__(self, decoder: Any, cuts: Callable[[int], list[int]]) -> None:
        self._decoder, self._cuts = decoder, cuts

    def feed(self, data: bytes) -> list[Any]:
        edges = sorted({0, *self._cuts(len(data)), len(data)})
        pieces = (data[start:end] for start, end in pairwise(edges))
        return [frame for piece in pieces for frame in self._decoder.feed(piece)]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._decoder, name)


@contextmanager
def _rechunked(cuts: Callable[[int], list[int]]) -> Iterator[None]:
    """Let every framing receive its bytes in the given pieces."""
    with ExitStack() as patches:
        for framing, name in DECODERS.items():
            cutting = _cutting(getattr(framing, name), cuts)
            patches.enter_context(patch.object(framing, name, cutting))
        # What is cut apart at once, as the whole was, reaches no decoder.
        patches.enter_context(patch.object(sse, "_alike", return_value=None))
        yield


def _cutting(decoder: Callable[[], Any], cuts: Callable[[int], list[int]]) -> Callable[[], _Cut]:
    return lambda: _Cut(decoder(), cuts)


@cache
def _streams(shared: Path) -> tuple[tuple[Exchange, Reading], ...]:
    """Return every recorded stream and how it reads in one piece."""
    found = []
    for exchange in read([shared / "corpus"]):
        if isinstance(exchange, Exchange) and (name := detect(exchange).dialect):
            reading = load_dialect(name).decode(exchange)
            if reading.mode is Mode.STREAMING:
                found.append((exchange, reading))
    return tuple(found)


def _same(exchange: Exchange, whole: Reading, cuts: Callable[[int], list[int]]) -> bool:
    with _rechunked(cuts):
        pieces = load_dialect(whole.dialect).decode(exchange)
    return (pieces.reply, pieces.events, pieces.deltas) == (whole.reply, whole.events, whole.deltas)


def test_the_pieces_reach_the_decoders(shared: Path) -> None:
    """The property below is about pieces: a stream really is fed in as many as were cut."""
    exchange, whole = _streams(shared)[0]
    fed: list[int] = []

    def cuts(size: int) -> list[int]:
        fed.append(size)
        return [size // 2]

    assert _same(exchange, whole, cuts)
    assert fed == [len(exchange.response.body)]


def test_every_recorded_stream_reads_the_same_in_random_pieces(shared: Path) -> None:
    """All recorded streams, each cut once at random byte boundaries, give the same reading."""
    random_ = random.Random(20261121)
    differing = [
        exchange.evidence.source
        for exchange, whole in _streams(shared)
        if not _same(exchange, whole, lambda size: [random_.randrange(size + 1) for _ in range(9)])
    ]
    assert differing == []


@given(data=st.data())
@settings(max_examples=examples(200), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_recorded_stream_reads_the_same_in_any_pieces(
    shared: Path, data: st.DataObject
) -> None:
    """Whatever the boundaries, inside a character or a frame's head too, nothing changes."""
    exchange, whole = data.draw(st.sampled_from(_streams(shared)))
    size = len(exchange.response.body)
    cuts = data.draw(st.lists(st.integers(0, size), max_size=12))
    assert _same(exchange, whole, lambda length: [cut for cut in cuts if cut <= length])
