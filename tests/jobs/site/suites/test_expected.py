"""What a step asks for and expects, in words."""

from __future__ import annotations

import pytest

from toolwire.jobs.site.suites.expected import FAULT_WORDS, choice_text, expected
from toolwire.model.conversation import ChoiceMode, ToolChoice
from toolwire.suites.faults import FAULTS
from toolwire.suites.model import ArgumentTest, Expectation, ExpectedCall, Step


def told(expectation: Expectation) -> list[str]:
    """Return the sentences of an expectation."""
    return list(expected(Step(expectation, user="Hello.")))


def test_calls_are_told_with_their_arguments() -> None:
    """How many, in which order, and what each argument has to be."""
    paris = ExpectedCall("get_weather", (("location", ArgumentTest("contains", "Paris")),))
    assert told(Expectation((paris, ExpectedCall("get_time")), any_order=True)) == [
        '2 calls, in any order: get_weather, where location contains "Paris"; get_time.'
    ]
    assert told(Expectation(())) == ["No call."]
    assert told(Expectation()) == []


@pytest.mark.parametrize(
    ("test", "words"),
    [
        (ArgumentTest("equals", {"a": [1, None]}), 'is {"a": [1, null]}'),
        (ArgumentTest("contains_any", ["x", 2]), 'contains one of "x", 2'),
        (ArgumentTest("type", "integer"), "is of type integer"),
        (ArgumentTest("present", value=True), "is there"),
        (ArgumentTest("present", value=False), "is not there"),
    ],
)
def test_every_kind_of_test_has_words(test: ArgumentTest, words: str) -> None:
    """Of an argument, and of the text."""
    assert told(Expectation((ExpectedCall("f", (("x", test),)),))) == [
        f"One call: f, where x {words}."
    ]
    assert told(Expectation(text=(test,))) == [f"The text {words}."]


def test_refusals_stops_and_thoughts_are_told() -> None:
    """What is refused, how the reply ends, and what has to come back."""
    (refused,) = told(Expectation(refused=True))
    assert "400 to 499" in refused
    assert len({*(told(Expectation(stop=one))[0] for one in ("tool_call", "end", "length"))}) == 3
    assert "unchanged" in told(Expectation(echo=True))[0]
    assert "unsupported, not as failed" in told(Expectation(may_refuse=True))[0]


def test_every_tool_choice_has_words() -> None:
    """A request without one says nothing."""
    assert choice_text(None) == ""
    assert choice_text(ToolChoice(ChoiceMode.NAMED, "get_time")) == "get_time demanded by name"
    others = (ChoiceMode.AUTO, ChoiceMode.NONE, ChoiceMode.REQUIRED)
    assert all(f"({mode})" in choice_text(ToolChoice(mode)) for mode in others)


def test_every_fault_has_words() -> None:
    """And no words are of a fault that is gone."""
    assert FAULT_WORDS.keys() == FAULTS.keys()
