"""What is a torn text, what are thoughts in a text, and what a model may have written otherwise."""

from __future__ import annotations

import pytest

from toolwire.rules.views.pair_text import moved, torn


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("It returned: 18 C and sunny.", "It rened: 18 C and sunny.", True),
        ("It rened: 18 C and sunny.", "It returned: 18 C and sunny.", True),
        ("It returned: 18 C and sunny.", "It returned: 18 C and su", True),
        ("It returned: 18 C and sunny.", "It returned: 18 C and sunny.", False),
        ("It is very sunny in Paris.", "It is sunny in Paris.", False),
        ("It is sunny in Paris.", "It is sunny.", False),
        ("It is sunny in Paris.", "It rains in Paris today.", False),
        ("It is sunny", "It sunny", False),
        ("", "", False),
    ],
)
def test_a_text_is_torn_where_a_word_is(one: str, other: str, found: object) -> None:
    """A word more or less is a model's; half a word less is not."""
    assert torn(one, other) is found


@pytest.mark.parametrize(
    ("thoughts", "text", "found"),
    [
        ("The user wants weather.\n", "The user wants weather. It is sunny.", True),
        ("The user wants weather.", "\nThe user wants weather.", True),
        ("The user wants weather.", "It is sunny.", False),
        ("Hm.", "Hm. It is sunny.", False),
        ("", "It is sunny.", False),
    ],
)
def test_thoughts_are_found_where_a_text_begins_with_them(
    thoughts: str, text: str, found: object
) -> None:
    """Short ones may be words of both."""
    assert moved(thoughts, text) is found
