"""Taking back a call whose arguments are no JSON (TC799)."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.rules import judge

URL = "https://example.invalid/v1/responses"
JSON = (("content-type", "application/json"),)


def found(status: int, message: str, arguments: str = '{"a": ') -> list[str]:
    """Return the severities of what is found of a refusal."""
    call: JsonObject = {
        "type": "function_call",
        "call_id": "call_1",
        "name": "get_weather",
        "arguments": arguments,
    }
    error = dump({"error": {"message": message, "type": "invalid_request_error"}})
    exchange = Exchange(
        Request("POST", URL, JSON, dump({"model": "m", "input": [call]})),
        Response(status, JSON, error),
        Evidence(EvidenceLevel.LIVE, "a test"),
    )
    reading = load_dialect("openai-responses").decode(exchange)
    return [one.severity.value for one in judge(reading, "TC799") if one.rule == "TC799"]


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "Unterminated string starting at: line 1 column 7 (char 6)"),
        (500, "Failed to parse tool call arguments as JSON"),
        (400, ""),
    ],
)
def test_who_fails_over_it_is_told_of(status: int, message: str) -> None:
    """In words of its parser, with a failure, or without a word."""
    assert found(status, message) == ["warning"]


def test_who_says_that_it_has_to_be_json_is_not() -> None:
    """As MiniMax does."""
    assert not found(400, "invalid params, invalid function arguments json string")


@pytest.mark.parametrize("arguments", ["{}", "", "[1]"])
def test_other_refusals_are_not_its_matter(arguments: str) -> None:
    """Where each call of the history has JSON, or nothing."""
    assert not found(400, "The request is not valid.", arguments)
