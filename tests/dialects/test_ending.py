"""What a request's limit makes of an answer."""

from __future__ import annotations

import pytest

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.ending import ended, limited

NAME = "anthropic-messages"


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        ({"max_tokens": 2}, "one "),
        ({"max_tokens": 3}, "one two three"[:6]),
        ({"max_tokens": 4}, "one two three"),
        ({"max_tokens": "2"}, "one two three"),
        ({"max_tokens": 0}, "one two three"),
        ({}, "one two three"),
        ([], "one two three"),
    ],
)
def test_a_text_is_cut_at_the_limit(sent: object, text: str) -> None:
    """Where the request has one, and the text is longer; what stood behind it is not written."""
    planned = Answer(text="one two three", calls=(PlannedCall("get_time", {}),))
    found = limited(planned, load_dialect(NAME), sent)  # type: ignore[arg-type]
    assert found.text == text
    assert found.cut is (text != planned.text)
    assert bool(found.calls) is not found.cut


def test_where_no_limit_is_known_nothing_is_cut() -> None:
    """A name that the format does not know says none."""
    planned = Answer(text="one two three")
    assert limited(planned, load_dialect("openai-chat"), {"num_predict": 1}) is planned


@pytest.mark.parametrize("name", ["max_completion_tokens", "max_tokens"])
def test_the_older_name_of_a_limit_counts(name: str) -> None:
    """Chat Completions has two names for it."""
    planned = Answer(text="one two three")
    assert limited(planned, load_dialect("openai-chat"), {name: 1}).cut


def test_a_call_beyond_the_limit_is_left_out() -> None:
    """One that fits is not, nor the text before either."""
    call = PlannedCall("keep_text", {"text": "one two three"})
    dialect = load_dialect(NAME)
    for text in (None, "one"):
        planned = Answer(text=text, calls=(call,))
        found = limited(planned, dialect, {"max_tokens": 5})
        assert (found.text, found.calls, found.cut) == (text, (), True)
        assert limited(planned, dialect, {"max_tokens": 8}) is planned


@pytest.mark.parametrize(("name", "cut"), [("chatml", True), (NAME, False)])
def test_marks_of_calls_that_are_text_count_for_the_limit(name: str, *, cut: bool) -> None:
    """Where calls have members of their own the arguments alone do."""
    calls = (PlannedCall("keep_text", {"text": "one"}),) * 2
    found = limited(Answer(calls=calls), load_dialect(name), {"max_tokens": 16})
    assert (found.cut, found.calls) == ((True, ()) if cut else (False, calls))


def test_what_ends_a_turn_of_a_prompt_is_no_word_of_its_text() -> None:
    """Every request of the format names it; a word beside it counts."""
    planned = Answer(text="red, amber, <|im_end|>violet")
    dialect = load_dialect("chatml")
    assert ended(planned, dialect, {"stop": ["<|im_end|>"]}) is planned
    found = ended(planned, dialect, {"stop": ["<|im_end|>", "amber"]})
    assert (found.text, found.ended_at) == ("red, ", "amber")
