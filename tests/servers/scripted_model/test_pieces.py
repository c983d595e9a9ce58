"""Pieces: a reply is cut without loss, and each token says where it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servers.scripted_model.pieces import SHARED, State, cut, states
from toolwire.model.errors import ToolwireError

WORDS = st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=4, max_size=80)


@given(st.lists(WORDS, min_size=1, max_size=4, unique=True))
def test_the_tokens_of_a_reply_are_its_text(words: list[str]) -> None:
    """Any text, with calls in it, comes back joined, and no place looks like another."""
    text = "\n".join(f"<tool_call>\n{word}\n</tool_call>" for word in words)
    tokens = cut(text)
    assert "".join(tokens) == text
    seen = list(states(tokens))
    assert len(set(seen)) == len(seen)


def test_equal_calls_are_cut_differently() -> None:
    """Two calls that are the same to the letter still tell where in the reply they are."""
    call = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Paris"}}\n</tool_call>'
    tokens = cut(f"{call}\n{call}\n{call}")
    pieces = [token for token in tokens if token not in SHARED]
    assert len(set(pieces)) == len(pieces)
    assert "".join(tokens) == f"{call}\n{call}\n{call}"


def test_a_shared_token_is_told_by_the_piece_before_it() -> None:
    """A tag stands many times in a reply; the last piece makes the difference."""
    assert list(states(("<tool_call>", "one", "</tool_call>", "\n"), "start")) == [
        State("start", "<tool_call>"),
        State("one"),
        State("one", "</tool_call>"),
        State("one", "\n"),
    ]


@pytest.mark.parametrize("text", ["<tool_call>a</tool_call>a<tool_call>", "<think>\n<think>"])
def test_a_text_too_short_to_differ_is_refused(text: str) -> None:
    """What cannot be told apart is an error, and not a reply that goes wrong."""
    with pytest.raises(ToolwireError, match=r"cannot be told apart|twice in a row"):
        cut(text)
