"""Findings of what never reached a model, or never came from it, that tell one cause."""

from __future__ import annotations

import pytest

from tests.jobs.verify.folded import one, rules

NO_CALL = "The prompt writes out a call of an offered tool, and words came in its place."


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("TC777", "The answer has no word of the system prompt, of which it was to repeat a line."),
        ("TC769", "The answer has no word of what an earlier call was made with."),
        ("TC511", "The words that were to be said came otherwise: HTML entities were written."),
    ],
)
def test_a_call_in_words_that_is_missing_is_told_with_what_befalls_its_text(
    rule: str, message: str
) -> None:
    """Where tools have a member of their own they are lost by themselves."""
    cause = one(rule, message)
    assert rules(one("TC654", NO_CALL, dialect="chatml"), cause) == [rule]
    assert rules(cause, one("TC654", NO_CALL)) == [rule, "TC654"]


def test_another_change_of_a_text_leaves_its_calls_as_they_are() -> None:
    """Angle brackets alone make a call of it."""
    blanks = one("TC511", "The words that were to be said came otherwise: blanks were doubled.")
    assert rules(blanks, one("TC654", NO_CALL, dialect="chatml")) == ["TC511", "TC654"]
