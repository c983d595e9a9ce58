"""What was meant by a word that nobody knows."""

from __future__ import annotations

import pytest

from toolwire.io.nearest import hint_for, meant, nearest, unknown
from toolwire.rules import RULES

SUITES = ("parallel_calls", "single_call", "sequential_calls", "tool_choice")
MANY = tuple(f"name-{letter * 9}" for letter in "abcdefghijklmnopqrstuvwxyz")


@pytest.mark.parametrize(
    ("word", "meant_"),
    [
        ("paralel_calls", ("parallel_calls",)),
        ("parallel-calls", ("parallel_calls",)),
        ("Single_Call", ("single_call",)),
        ("parallel", ("parallel_calls",)),
        ("zebra", ()),
        ("", ()),
    ],
)
def test_the_nearest_word_is_named(word: str, meant_: tuple[str, ...]) -> None:
    """Letters left out, signs and case taken for others, an end left away; far words are nothing."""
    assert nearest(word, SUITES) == meant_


def test_a_letter_for_a_digit_is_hardly_a_mistake() -> None:
    """Of many ids that differ in one sign the one is meant that looks the same."""
    assert nearest("TC3O4", RULES) == ("TC304",)


def test_several_that_are_as_near_are_named() -> None:
    """Nobody can tell which of two was meant; of many three are named, in their order."""
    assert meant("TC30", ["TC301", "TC302"]) == "did you mean TC301 or TC302?"
    assert meant("TC30", ["TC301", "TC302", "TC303", "TC304"]) == (
        "did you mean TC301, TC302 or TC303?"
    )


def test_the_error_is_one_line_with_the_word_that_was_meant() -> None:
    """It says what there is none of, and asks; or names the command that lists them."""
    assert str(unknown("suite", "paralel_calls", SUITES)) == (
        "no suite 'paralel_calls'; did you mean parallel_calls?"
    )
    assert str(unknown("suite", "zebra", SUITES, where="-s")) == (
        "-s: no suite 'zebra'; `toolwire list suites` lists them"
    )
    assert str(unknown("mood", "x", [])) == "no mood 'x'"


def test_what_no_command_lists_is_named_in_part() -> None:
    """A hint never holds more than a few of many names."""
    assert hint_for("zebra", ["model", "mode"]) == "known: model, mode"
    assert hint_for("modell", ["model", "mode"]) == "did you mean model?"
    assert hint_for("?", []) == ""
    assert hint_for("!", MANY).endswith("name-hhhhhhhhh and 18 more")
    assert str(unknown("letter", "!", MANY)).endswith("and 18 more")


def test_a_long_word_is_cut() -> None:
    """A word as long as a file is neither compared nor repeated whole."""
    text = str(unknown("suite", "x" * 100_000, SUITES))
    assert len(text) < 300
    assert text.endswith("`toolwire list suites` lists them")
