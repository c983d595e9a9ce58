"""Quoted places, many of one text, against one look at a time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from toolwire.rules.views.leaks import control_in, quoted
from toolwire.rules.views.quoting import Quotes, in_literal, in_prose

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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Llama 3 uses <|a|> at the start", True),
        ("It ends with <|b|> and <|a|> too", True),
        ("Each turn ends with <|a|>.", True),
        ("Each turn ends with <|a|>. Then comes another", True),
        ("It knows <|a|>, <|b|> and <|c|>", True),
        ("It knows <|b|>, <|a|> and <|c|>", True),
        ("Hello there <|a|>.5", False),
        ("Hello there <|a|>, ", False),
        ("Hello. <|a|>.", False),
        ("<|b|>,<|a|> more", False),
        ("Hello. <|a|>", False),
        ("Hello there <|a|>", False),
        ("Hello there <|a|> assistant", False),
        ("<|b|> assistant <|a|> to the user", False),
        ("Hello<|a|>there is more", False),
        ("\n<|a|> is at the start", False),
    ],
)
def test_a_token_is_said_where_words_stand_on_both_sides(text: str, said: bool) -> None:  # noqa: FBT001 - a table
    """Names of roles are no words of a sentence, and what is left of turns has no others."""
    at = text.index("<|a|>")
    assert in_prose(text, at, at + len("<|a|>")) is said


def test_a_literal_begins_where_one_may() -> None:
    """An apostrophe within a word, and a quote that closes, begin none."""
    assert in_literal("x = '<a>b'", 5)
    assert in_literal('f("b <a>")', 5)
    assert not in_literal("it isn't <a>b'", 9)
    assert not in_literal('"Oslo"<a>"', 6)
    assert not in_literal("x = '<a>\n'", 5)
