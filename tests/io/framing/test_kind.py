"""How a body is framed, by its first byte."""

from __future__ import annotations

import pytest

from toolwire.io.framing.kind import Framing, framing_of, is_messages, start_of


@pytest.mark.parametrize(
    ("body", "framing"),
    [
        (b"\0\0\0\x10", Framing.MESSAGES),
        (b'\xef\xbb\xbf\n {"a": 1}', Framing.LINES),
        (b"\r\n[{}", Framing.ARRAY),
        (b"data: {}", Framing.OTHER),
        (b"", Framing.OTHER),
    ],
)
def test_the_first_byte_tells_the_framing(body: bytes, framing: Framing) -> None:
    """A byte order mark and white space before it say nothing."""
    assert framing_of(body) is framing
    assert is_messages(body) is (framing is Framing.MESSAGES)


def test_a_start_is_short_whatever_the_body() -> None:
    """A long body of white space is not copied, and has no start."""
    assert start_of(b" " * 1_000_000 + b"{") == b""
