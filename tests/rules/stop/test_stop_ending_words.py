"""TC415: a text that has to end before a word of the request."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import Conversation, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange
from toolwire.model.observation import Finding
from toolwire.rules import RULES, judge

_WHOLE = "red, green, blue, amber, violet"


def told(name: str, answer: Answer) -> list[str]:
    """Return which rules an answer breaks to a request whose text has to end before `amber`."""
    return [one.rule for one in _told(name, answer)]


def _told(name: str, answer: Answer) -> list[Finding]:
    dialect = load_dialect(name)
    asked = Conversation((UserTurn(f'Say "{_WHOLE}" and nothing else.'),))
    request = dialect.encode(asked, Endpoint("https://api.example.invalid", "reference-model"))
    body = object_of(parse(request.body))
    RULES["TC415"].probing[name](body)
    request = replace(request, body=dump(body))
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    exchange = Exchange(request, dialect.respond(request, answer), evidence)
    return [one for one in judge(dialect.decode(exchange)) if one.rule == "TC415"]


@pytest.mark.parametrize("name", list(RULES["TC415"].severity))
def test_a_text_that_ends_before_the_word_is_right(name: str) -> None:
    """Whatever the format calls such an end, the reference responder says it."""
    assert told(name, Answer(text="red, green, blue, ", ended_at="amber")) == []


@pytest.mark.parametrize("name", list(RULES["TC415"].severity))
@pytest.mark.parametrize("text", [_WHOLE, "red, green, blue, amber"])
def test_a_text_with_the_word_in_it_is_told(name: str, text: str) -> None:
    """The word is neither passed over nor kept."""
    assert told(name, Answer(text=text)) == ["TC415"]


@pytest.mark.parametrize("name", list(RULES["TC415"].severity))
@pytest.mark.parametrize("begun", ["a", "ambe"])
def test_a_text_that_ends_within_the_word_is_told(name: str, begun: str) -> None:
    """A stream that sends each piece at once gives out the beginning of the word."""
    found = _told(name, Answer(text=f"red, green, blue, {begun}", ended_at="amber"))
    assert [one.message for one in found] == [
        "The text ends within a word at which the request wants it to end."
    ]


def test_a_limit_may_cut_within_the_word() -> None:
    """What was cut by the limit did not come to the word."""
    assert told("openai-chat", Answer(text="red, green, blue, am", cut=True)) == []


@pytest.mark.parametrize("name", list(RULES["TC415"].severity))
def test_an_end_told_as_the_limit_is_told(name: str) -> None:
    """A client asks such an answer to go on."""
    assert told(name, Answer(text="red, green, blue, ", cut=True)) == ["TC415"]


@pytest.mark.parametrize(
    ("name", "found"),
    [("anthropic-messages", ["TC415"]), ("gemini-generate", []), ("openai-chat", [])],
)
def test_an_end_of_its_own_is_told_where_there_is_a_word_for_the_other(
    name: str, found: list[str]
) -> None:
    """Anthropic says which of the two it was; a client of OpenAI's cannot know."""
    assert told(name, Answer(text="red, green, blue, ")) == found


@pytest.mark.parametrize("text", ["Hello.", "red, green"])
def test_a_model_that_says_something_else_is_not_told(text: str) -> None:
    """Only where the written text ended right at the word the reason is known."""
    assert told("anthropic-messages", Answer(text=text)) == []


def test_a_word_that_is_told_beside_another_reason_is_told_once() -> None:
    """llama.cpp says `end_turn` and the word: TC406 holds the two together."""
    dialect = load_dialect("anthropic-messages")
    asked = Conversation((UserTurn(f'Say "{_WHOLE}" and nothing else.'),))
    request = dialect.encode(asked, Endpoint("https://api.example.invalid", "reference-model"))
    sent = {**object_of(parse(request.body)), "stop_sequences": ["amber"]}
    request = replace(request, body=dump(sent))
    response = dialect.respond(request, Answer(text="red, green, blue, "))
    body = {**object_of(parse(response.body)), "stop_sequence": "amber"}
    exchange = Exchange(
        request, replace(response, body=dump(body)), Evidence(EvidenceLevel.DOCUMENTED, "test")
    )
    found = {one.rule for one in judge(dialect.decode(exchange))}
    assert found & {"TC406", "TC415"} == {"TC406"}


@pytest.mark.parametrize(
    ("name", "severity"),
    [
        ("anthropic-messages", "warning"),
        ("cohere-v2", "warning"),
        ("openai-chat", "info"),
        # Its own vendor alone documents it, and with such words.
        ("ollama-chat", "warning"),
        # Nobody documents these without them.
        ("cohere-v1", "warning"),
        ("gemini-generate", "warning"),
    ],
)
def test_a_word_that_is_passed_over_is_graver_where_the_format_has_a_reason_for_it(
    name: str, severity: str
) -> None:
    """Who can tell such an end has to know the words; another server may have none."""
    assert [one.severity for one in _told(name, Answer(text=_WHOLE))] == [severity]
