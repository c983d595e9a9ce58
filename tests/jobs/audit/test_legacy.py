"""What answers to `functions` show: a call tells less than the tokens of the prompt."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.jobs.audit.controls.meaning import Control
from toolwire.jobs.audit.legacy import Api, api_of, in_the_prompt, names_functions
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.model.reply import Reading

CHAT = load_dialect("openai-chat")
FUNCTION: JsonObject = {"name": "get_weather", "arguments": "{}"}
SAID: Mapping[str, JsonObject] = {
    "words": {"content": "Hello."},
    "function_call": {"content": None, "function_call": FUNCTION},
    "tool_calls": {
        "content": None,
        "tool_calls": [{"id": "call_1", "type": "function", "function": FUNCTION}],
    },
}
STOPS = {"words": "stop", "function_call": "function_call", "tool_calls": "tool_calls"}


def reading(said: str, tokens: int | None, *, named: bool = False, status: int = 200) -> Reading:
    """Return an answer to a request with functions."""
    body: JsonObject = {"model": "m", "messages": [], "functions": [{"name": "get_weather"}]}
    if named:
        body["function_call"] = {"name": "get_weather"}
    message: JsonObject = {"role": "assistant", **SAID[said]}
    choice: JsonObject = {"index": 0, "message": message, "finish_reason": STOPS[said]}
    answer: JsonObject = {"object": "chat.completion", "choices": [choice]}
    if tokens is not None:
        answer["usage"] = {"prompt_tokens": tokens, "completion_tokens": 1, "total_tokens": tokens}
    request = Request("POST", "https://a.invalid/v1/chat/completions", (), dump(body))
    response = Response(status, (("content-type", "application/json"),), dump(answer))
    return CHAT.decode(Exchange(request, response, Evidence(EvidenceLevel.LIVE, "test")))


@pytest.mark.parametrize(
    ("told", "without", "tools", "expected"),
    [
        (90, 30, None, True),
        (30, 30, 90, False),
        (29, 30, 90, False),
        (30, 30, 30, None),
        (30, 30, None, None),
        (None, 30, 90, None),
        (30, None, 90, None),
    ],
)
def test_tokens_tell_only_where_tools_are_counted(
    told: int | None, without: int | None, tools: int | None, *, expected: bool | None
) -> None:
    """As many with functions as without say something only where tools make them more."""
    beside = {Control.WORDS: reading("words", without), Control.TOOLED: reading("words", tools)}
    assert in_the_prompt(reading("words", told), beside) is expected


@pytest.mark.parametrize(
    ("said", "tokens", "forced", "word"),
    [
        ("function_call", 30, None, "supported"),
        ("tool_calls", 30, None, "ignored"),
        ("words", 30, None, "ignored"),
        ("tool_calls", 90, None, "translated"),
        ("words", 90, None, ""),
        ("tool_calls", None, None, "translated"),
        ("words", None, None, ""),
        ("words", None, "words", "ignored"),
        ("words", None, "function_call", "supported"),
        ("words", None, "tool_calls", "translated"),
    ],
)
def test_a_word_for_what_the_server_does(
    said: str, tokens: int | None, forced: str | None, word: str
) -> None:
    """A function_call is support; else the prompt decides, then the form, then the force."""
    beside = {Control.WORDS: reading("words", 30), Control.TOOLED: reading("words", 90)}
    if forced is not None:
        beside[Control.FORCED] = reading(forced, None, named=True)
    assert api_of(reading(said, tokens), beside, ()).word == word


def test_a_failed_control_shows_nothing() -> None:
    """Neither an error nor a cut reply to the forced request says that functions were dropped."""
    failed = {Control.FORCED: reading("words", None, named=True, status=500)}
    assert api_of(reading("words", None), failed, ()) == Api()


@pytest.mark.parametrize(
    ("body", "named"),
    [
        (b'{"error": {"message": "Unrecognized request argument supplied: functions"}}', True),
        (b'{"detail": [{"loc": ["body", "functions"], "msg": "Extra inputs"}]}', True),
        (b'{"error": {"message": "Legacy calls are not supported."}}', True),
        (b'{"error": {"message": "Bad request."}}', False),
        (b"", False),
        (b"\xff\xfe\x00", False),
    ],
)
def test_a_refusal_says_that_it_is_functions(body: bytes, *, named: bool) -> None:
    """In its text, or as the place of the fault; anything else leaves the client guessing."""
    base = reading("words", None)
    response = Response(400, (), body)
    told = Exchange(base.exchange.request, response, base.exchange.evidence)
    assert names_functions(CHAT.decode(told)) is named
