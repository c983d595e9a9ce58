"""Quoted places, many of one text, against one look at a time."""

from __future__ import annotations

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from toolwire.rules.views.leaks import control_in, quoted
from toolwire.rules.views.quoting import Quotes

PIECES = st.lists(st.sampled_from(["`", "``", "```", "\n", "a", "<|x|>", " ", "é"]), max_size=30)


@given(PIECES)
@settings(max_examples=examples(500))
def test_many_places_at_once_are_quoted_as_each_alone(pieces: list[str]) -> None:
    """Fences, spans, lines and their ends: each place has the answer of a single look."""
    text = "".join(pieces)
    quotes = Quotes(text)
    for at in range(len(text) + 1):
        assert quotes.holds(at) == quoted(text, at), at


def test_a_million_quoted_tokens_are_passed_in_bounded_time() -> None:
    """Tokens in one long line of spans, in many lines, and each of them in the request."""
    for text in ("`<|a|>` " * 100_000, "```\n" + "<|a|>\n" * 100_000, "`<|a|>`\n" * 100_000):
        before = time.process_time()
        assert control_in(text, lambda _marker: False) is None
        assert time.process_time() - before < 2.0
