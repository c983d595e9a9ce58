"""What stands in the place of words that were told, or around pieces of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate.long_text import SAYABLE
from toolwire.rules.mutate.scenarios import ONE, clean

OLLAMA = load_dialect("ollama-chat")
MARKED = '"The tide"" is low"" at noon""."'
LEFT = "[TOOL_RESULTS]18 C"


def told(scenario: str, mode: Mode, answer: Answer) -> list[tuple[str, Severity]]:
    """Return the findings on an answer to a scenario's request, as they count by themselves."""
    staged = clean(OLLAMA, scenario, mode)
    assert staged.request is not None
    exchange = replace(staged, response=OLLAMA.respond(staged.request, answer))
    return [(one.rule, one.counted) for one in judge(OLLAMA.decode(exchange))]


def test_marks_around_each_piece_are_counted_over_a_run() -> None:
    """Whoever joins the pieces has quotation marks between the words; around all a model puts them."""
    assert ("TC509", Severity.INFO) in told("say_so", Mode.STREAMING, Answer(text=MARKED))
    assert told("say_so", Mode.STREAMING, Answer(text='"The tide is low at noon."')) == []


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("lost", [slice(-30), slice(9, None)])
def test_words_beside_a_call_are_counted_apart_from_words_alone(mode: Mode, lost: slice) -> None:
    """A stream that loses their end where the call begins has every word of an answer without calls."""
    cut = Answer(text=SAYABLE[lost], calls=(ONE,))
    assert told("said_at_length", mode, cut) == [("TC590", Severity.INFO)]
    other = Answer(text="I will look it up at once.", calls=(ONE,))
    assert told("said_at_length", mode, other) == []
    alone = [("TC509", Severity.INFO)] if mode is Mode.STREAMING else []
    assert told("say_so", mode, Answer(text="The tide is low at")) == alone


def test_a_call_of_a_tool_that_is_not_there_is_no_answer_in_words() -> None:
    """It is counted over a run, and a call of an offered tool is the model's choice."""
    calls = (PlannedCall("respond", {"text": "18 C"}),)
    assert ("TC510", Severity.INFO) in told("told_back", Mode.BLOCKING, Answer(calls=calls, turn=1))
    again = (PlannedCall("get_weather", {"location": "Paris"}),)
    found = told("told_back", Mode.BLOCKING, Answer(calls=again, turn=1))
    assert "TC510" not in {rule for rule, _ in found}


def test_the_mark_before_results_is_a_control_token() -> None:
    """Mistral's template writes it, and no model says it."""
    assert ("TC506", Severity.WARNING) in told("plain_text", Mode.BLOCKING, Answer(text=LEFT))


def test_the_mark_of_a_beginning_is_a_control_token() -> None:
    """Alone it is no HTML: with its end it may be text that is struck out."""
    found = told("plain_text", Mode.BLOCKING, Answer(text="<s>Hello."))
    assert found == [("TC506", Severity.WARNING)]
    assert told("plain_text", Mode.BLOCKING, Answer(text="<s>Bye.</s> Hello.")) == []
