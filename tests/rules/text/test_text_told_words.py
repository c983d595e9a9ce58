"""TC512: what a reply says besides what it was told to say, and what it may."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, load_dialect
from toolwire.model.exchange import Mode
from toolwire.model.observation import Finding, Severity
from toolwire.rules import judge
from toolwire.rules.mutate.scenarios import clean

OLLAMA = load_dialect("ollama-chat")
TIDE = "The tide is low at noon."
PROMPT = f'No tool is needed here. Say "{TIDE}" and nothing else.'


def told(scenario: str, text: str) -> list[Finding]:
    """Return what TC512 says of a text in answer to a scenario's request."""
    staged = clean(OLLAMA, scenario, Mode.BLOCKING)
    assert staged.request is not None
    answer = Answer(text=text, turn=1 if scenario == "told_back" else 0)
    exchange = replace(staged, response=OLLAMA.respond(staged.request, answer))
    return [one for one in judge(OLLAMA.decode(exchange)) if one.rule == "TC512"]


@pytest.mark.parametrize(
    ("scenario", "text"),
    [
        ("say_so", f"User: {PROMPT}\nAssistant: {TIDE}"),
        ("say_so", f"{TIDE}\n{TIDE}"),
        ("say_so", TIDE.lower()),
        ("say_so", f"assistant: {TIDE}"),
        ("say_so", f'{{"response": "{TIDE}"}}'),
        ("say_so", f"<answer>{TIDE}</answer>"),
        ("told_back", "<response>\n18 C\n</response>"),
        ("say_so", f'[{{"name": "get_weather", "properties": {{}}}}] "properties" {TIDE}'),
        ("told_back", "It returned 18 c."),
        ("told_back", "AI: It returned 18 C."),
        ("told_back", '{"answer": "18 C"}'),
    ],
)
def test_what_one_answer_may_have_is_counted_over_a_run(scenario: str, text: str) -> None:
    """A model may do any of it once, so that one answer counts for nothing."""
    assert {one.counted for one in told(scenario, text)} == {Severity.INFO}


@pytest.mark.parametrize(
    ("scenario", "text"),
    [
        ("say_so", TIDE),
        ("say_so", f'"{TIDE}"'),
        ("say_so", f"Sure! {TIDE} Shall I say more?"),
        ("say_so", f"Note: {TIDE}"),
        ("say_so", "The Tide is low at noon."),
        ("say_so", "I would rather talk of tools."),
        ("say_so", f"<b>Note</b> {TIDE}"),
        ("say_so", "<think>the words</think>"),
        ("plain_text", "assistant: Hello. assistant: Hello."),
        ("told_back", "The weather: 18 C."),
        ("told_back", '{"answer": "fair"}'),
    ],
)
def test_what_is_a_models_way_to_speak(scenario: str, text: str) -> None:
    """Politeness, quotation marks, other words and what nobody told it to say are the model's."""
    assert told(scenario, text) == []


def test_the_marks_of_a_part_are_no_models_doing() -> None:
    """A model that writes them was shown them: they stand in none of the conversation's texts."""
    for text in ("[{'type': 'text', 'text': '18 C'}]", '[{"type": "text", "text": "18 C"}]'):
        assert {one.counted for one in told("told_back", text)} == {Severity.WARNING}


def test_characters_of_html_are_no_models_doing() -> None:
    """No model that is told to repeat a text writes its quotation marks as entities."""
    staged = clean(OLLAMA, "say_so", Mode.BLOCKING)
    assert staged.request is not None
    other = staged.request.body.replace(b"low at noon", b"low & slow")
    request = replace(staged.request, body=other)
    for text, severities in (("low &amp; slow", {Severity.WARNING}), ("low & slow", set())):
        response = OLLAMA.respond(request, Answer(text=f"The tide is {text}."))
        exchange = replace(staged, request=request, response=response)
        found = [one for one in judge(OLLAMA.decode(exchange)) if one.rule == "TC512"]
        assert {one.counted for one in found} == severities
