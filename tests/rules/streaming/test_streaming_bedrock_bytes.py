"""What is said of AWS event streams whose bytes went through a decoder of text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import raw_body
from toolwire.rules.mutate.scenarios import clean


def _decoded(data: bytes) -> bytes:
    return data.decode("utf-8", "replace").encode()


def _by_chance(data: bytes) -> bytes:
    return data[:8] + b"\xef\xbf\xbd" + data[11:]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_decoded, "A message is broken: the bytes of the stream were decoded as text."),
        (_by_chance, "A message is broken."),
    ],
)
def test_bytes_that_were_decoded_as_text_are_told_as_such(
    change: Callable[[bytes], bytes], message: str
) -> None:
    """A stream that is text as a whole, and has the mark of bytes that are none, was decoded as one."""
    dialect = load_dialect("bedrock-converse")
    exchange = raw_body(change)(clean(dialect, "single_call", Mode.STREAMING))
    (found,) = judge(dialect.decode(exchange))
    assert (found.rule, found.message) == ("TC913", message)
