"""Cutting a body never changes it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.jobs.serve.chunks import pieces
from toolwire.model.exchange import Mode
from toolwire.rules.mutate.scenarios import clean


@pytest.mark.parametrize("name", DIALECTS)
def test_a_stream_goes_out_event_by_event(name: str) -> None:
    """There are as many pieces as events, and together they are the body."""
    spoken = load_dialect(name)
    exchange = clean(spoken, "parallel_calls", Mode.STREAMING)
    cut = list(pieces(exchange.response.body))
    assert b"".join(cut) == exchange.response.body
    assert len(cut) == len(spoken.decode(exchange).events)


@given(st.binary(max_size=200), st.none() | st.integers(1, 50))
def test_no_byte_is_lost_whatever_the_body(body: bytes, size: int | None) -> None:
    """Broken frames, half frames and noise arrive as they are."""
    cut = list(pieces(body, size))
    assert b"".join(cut) == body
    assert b"" not in cut
    if size is not None:
        assert all(len(piece) == size for piece in cut[:-1])


@given(st.binary(max_size=60))
def test_a_wrong_length_in_a_message_ends_the_cutting(rest: bytes) -> None:
    """A binary stream whose lengths lead nowhere still comes whole."""
    body = b"\0" + rest
    assert b"".join(pieces(body)) == body
