"""TC008: words for the kind of an error that are known to be another program's, and those that may be the format's."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.model.observation import Finding, Severity
from toolwire.rules import judge
from toolwire.rules.mutate.edit import body, put, raw_body
from toolwire.rules.mutate.scenarios import clean

ANTHROPIC = "anthropic-messages"
OPENAI = "openai-chat"


def told(name: str, word: str) -> list[Finding]:
    """Return what is found of the kind of an error that says a word."""
    dialect = load_dialect(name)
    said = body(lambda value: put(value, ("error", "type"), word))
    found = judge(dialect.decode(said(clean(dialect, "refused", Mode.BLOCKING))))
    return [one for one in found if one.rule == "TC008"]


@pytest.mark.parametrize(
    ("word", "whose"),
    [
        ("new_api_error", "new-api"),
        ("upstream_error", "gateways such as new-api"),
        ("one_api_error", "One API"),
        ("server_error", "OpenAI"),
        ("insufficient_quota", "OpenAI"),
        ("internal_error", "servers such as vLLM"),
    ],
)
def test_a_word_of_anothers_is_told_with_whose_it_is(word: str, whose: str) -> None:
    """Who looks for overloaded_error in an error does not know a gateway's own word for it."""
    (finding,) = told(ANTHROPIC, word)
    assert finding.severity is Severity.WARNING
    assert f"a word of {whose}," in finding.message
    assert finding.expected == ["invalid_request_error"]
    assert finding.actual == word


@pytest.mark.parametrize("word", ["invalid_request_error", "quota_exceeded_error", "model_error"])
def test_a_word_that_nobody_is_known_to_have_may_be_added(word: str) -> None:
    """Anthropic documents that its set of words grows."""
    assert not told(ANTHROPIC, word)


@pytest.mark.parametrize(
    "word", ["BadRequestError", "NotFoundError", "HTTPException", "APIError", "None"]
)
def test_a_name_of_an_exception_is_information_in_openais_formats(word: str) -> None:
    """It is vLLM's documented form; of Anthropic's words it is none, as before."""
    (finding,) = told(OPENAI, word)
    assert finding.severity is Severity.INFO
    assert "in its own code" in finding.message
    (other,) = told(ANTHROPIC, word)
    assert other.severity is Severity.WARNING
    assert other.message == "The error is of a kind that there is none of."


@pytest.mark.parametrize(
    "word", ["invalid_request_error", "new_api_error", "Bad Request", "tokens"]
)
def test_vendors_of_openais_formats_have_words_of_their_own(word: str) -> None:
    """Nobody says what they may be."""
    assert not told(OPENAI, word)


def test_an_error_that_was_passed_on_is_told_of_once() -> None:
    """One with no mark and OpenAI's members in it is another rule's, whatever its kind."""
    dialect = load_dialect(ANTHROPIC)
    whole = b'{"error": {"message": "No.", "type": "server_error", "param": null, "code": "400"}}'
    exchange = raw_body(lambda _: whole)(clean(dialect, "refused", Mode.BLOCKING))
    assert not [one for one in judge(dialect.decode(exchange)) if one.rule == "TC008"]
