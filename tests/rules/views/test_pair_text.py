"""What is a torn text, what are thoughts in a text, and what a model may have written otherwise."""

from __future__ import annotations

import pytest

from toolwire.model.conversation import ToolCall
from toolwire.model.reply import Reply
from toolwire.rules.views.pair_text import (
    closed_up,
    how_torn,
    moved,
    parted,
    stands_first,
    torn,
)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("It retuIt returned: 18 C.", "The beginning of the text stands there twice"),
        ("It returned: 18 C.rned: 18 C.", "The end of the text stands there twice"),
        (
            "It retureturned: 18 C.",
            "A piece of the text stands there twice in one mode, amid a word.",
        ),
        ("It returned: 18 18 C.", "A piece of the text stands there twice"),
        ("It retu18 rned: 18 C.", "A piece of the text is missing"),
        ("It rened: 18 C.", "A piece of the text is missing"),
        ("Well, It returned: 18 C.", "A piece of the text is missing"),
    ],
)
def test_what_stands_twice_is_no_missing_piece(other: str, said: str) -> None:
    """A second piece repeats the first, or a last one comes again; a piece cut out of the middle does not."""
    assert how_torn("It returned: 18 C.", other).startswith(said)
    assert how_torn(other, "It returned: 18 C.").startswith(said)


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


@pytest.mark.parametrize(
    ("text", "call", "found"),
    [
        ("/content/0/text", "/content/1", True),
        ("/content/10/text", "/content/9", False),
        ("event[1]/delta", "event[4]/start/toolUse", True),
        (
            "event[0]/candidates/0/content/parts/1/text",
            "event[0]/candidates/0/content/parts/0",
            False,
        ),
        ("/choices/0/message/content", "/choices/0/message/tool_calls/0", None),
        ("", "/content/0", None),
    ],
)
def test_words_stand_before_calls_or_behind_them_where_parts_have_an_order(
    text: str, call: str, found: object
) -> None:
    """Two members of an object have none."""
    reply = Reply(text="One moment.", text_pointer=text)
    assert stands_first(reply) is None
    called = ToolCall("get_time", pointer=call)
    assert stands_first(Reply(text="x", text_pointer=text, tool_calls=(called,))) is found


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        (("I look it up first.", ""), ("I look it", "up first."), True),
        (("I look it up.", "It is sunny."), ("I look", " it up.\n\nIt is sunny."), True),
        (("I look it up.", "It is sunny."), ("I look it up. It is", "sunny."), True),
        (("I look it up.", "It is sunny."), ("I look it up.\n", "It is sunny."), False),
        (("I look it up.", "It is sunny."), ("Ilook itup.", "It is sunny."), False),
        (("I look it up.", "It is sunny."), ("I look.", "It is sunny."), False),
        (("Hm.", ""), ("H", "m."), False),
        (("", ""), ("", ""), False),
    ],
)
def test_the_same_words_are_parted_otherwise(
    one: tuple[str, str], other: tuple[str, str], found: object
) -> None:
    """A model that thinks otherwise says other words."""
    assert parted(one, other) is found


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("I look it up first.", "I lookit up first.", True),
        ("I look it up first.", "Ilookitupfirst.", True),
        ("I look it up first.", "I look  it up\nfirst. ", False),
        ("I look it up first.", "I look it upon first.", False),
        ("I am.", "Iam.", False),
    ],
)
def test_blanks_between_words_are_gone(one: str, other: str, found: object) -> None:
    """How many stand there is no matter, nor is what a few letters say."""
    assert closed_up(one, other) is found
    assert closed_up(other, one) is found
