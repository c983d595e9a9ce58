"""Pauses between attempts, without waiting for them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.model.exchange import Response
from toolwire.transport.live.retry import Retry, named_pause

NOW = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)


def busy(**headers: str) -> Response:
    """Return a 429 with headers."""
    return Response(429, tuple((k.replace("_", "-"), v) for k, v in headers.items()), b"")


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry_after": "7"}, 7.0),
        ({"Retry_After": " 1.5 "}, 1.5),
        ({"retry_after": "Sat, 21 Nov 2026 12:01:00 GMT"}, 60.0),
        ({"retry_after": "Sat, 21 Nov 2026 11:00:00 GMT"}, 0.0),
        ({"retry_after": "Saturday, 21-Nov-26 12:00:30 GMT"}, 30.0),
        ({"retry_after": "7", "retry_after_ms": "250"}, 0.25),
        ({"retry_after": "-7"}, None),
        ({"retry_after": "nan"}, None),
        ({"retry_after": "inf"}, None),
        ({"retry_after": "tomorrow"}, None),
        ({"retry_after": ""}, None),
        ({"retry_after": "Sat, 99 Nov 2026 12:01:00 GMT"}, None),
        ({}, None),
    ],
)
def test_what_endpoints_write(headers: dict[str, str], seconds: float | None) -> None:
    """Seconds, HTTP dates old and new, milliseconds; nonsense names no pause."""
    assert named_pause(busy(**headers), NOW) == seconds


@given(attempt=st.integers(1, 10_000), random=st.floats(0, 1))
def test_pauses_double_up_to_a_cap(attempt: int, random: float) -> None:
    """Between half and all of the doubled base, and never above the cap."""
    retry = Retry(base=0.5, longest=30, random=lambda: random)
    doubled = min(0.5 * 2 ** min(attempt - 1, 20), 30)
    assert doubled / 2 <= retry.pause(attempt) <= doubled


@given(seconds=st.floats(0, 1e9), random=st.floats(0, 1))
def test_a_named_pause_is_never_shortened_below_the_cap(seconds: float, random: float) -> None:
    """It is waited for whole, a little longer, and at most the cap."""
    retry = Retry(longest=30, random=lambda: random)
    pause = retry.pause(1, busy(retry_after=f"{seconds!r}"))
    assert min(seconds, 30) <= pause <= 30
    assert pause <= max(seconds * 1.1, 0) + 1e-6


@given(st.text(max_size=40))
def test_any_header_is_survived(text: str) -> None:
    """A hostile header costs nothing but its pause."""
    assert 0 <= Retry(longest=3).pause(1, busy(retry_after=text, retry_after_ms=text)) <= 3
