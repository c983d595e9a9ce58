"""Findings of what never reached a model, or never came from it, that tell one cause."""

from __future__ import annotations

from dataclasses import replace

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


def test_later_words_that_are_not_read_are_not_counted() -> None:
    """Nor is a call made that is due behind results; what else is counted too low is another cause."""
    unread = one("TC732", "The reply does nothing of what the last words of the user write out.")
    fewer = "Fewer tokens are counted of the prompt than its words take: a part was not counted, or not read"
    for case, text in (
        ("history_forms.right_long_behind", f"{fewer}: a long text of the user behind a result."),
        ("round_trip.line_words_2", f"{fewer}."),
    ):
        assert rules(unread, one("TC146", text, case=case)) == ["TC732"]
    tools = one("TC146", f"{fewer}: long descriptions of tools.", case="history_forms.right_tools")
    assert rules(unread, tools) == ["TC732", "TC146"]
    words = "Behind a result come words, though the prompt writes out a call that takes it over."
    assert rules(unread, one("TC670", words)) == ["TC732"]
    streamed = replace(unread, modes=("streaming",))
    assert rules(streamed, one("TC670", words)) == ["TC732", "TC670"]
