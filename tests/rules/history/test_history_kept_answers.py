"""Going on from an answer that a server was to keep (TC758)."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.rules import judge

URL = "https://example.invalid/v1/responses"
RESULT: JsonObject = {"type": "function_call_output", "call_id": "call_1", "output": "18 C"}
JSON = (("content-type", "application/json"),)


def found(status: int, message: str, **members: str) -> list[str]:
    """Return the severities of what is found of a refusal."""
    asked = dump({"model": "m", "input": [RESULT], "store": True, **members})
    error = dump({"error": {"message": message, "type": "invalid_request_error"}})
    exchange = Exchange(
        Request("POST", URL, JSON, asked),
        Response(status, JSON, error),
        Evidence(EvidenceLevel.LIVE, "a test"),
    )
    reading = load_dialect("openai-responses").decode(exchange)
    return [one.severity.value for one in judge(reading, "TC758") if one.rule == "TC758"]


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "No response with id 'resp_1' was found."),
        (404, "Response resp_1 not found."),
        (500, "Internal error: state is not supported"),
    ],
)
def test_an_answer_that_is_not_found_is_told(status: int, message: str) -> None:
    """A failure as well, whatever its words are."""
    assert found(status, message, previous_response_id="resp_1") == ["warning"]


@pytest.mark.parametrize(
    "message",
    [
        "previous_response_id is not supported",
        "This server is stateless.",
        "Response not found: responses are not stored.",
        "It cannot be used by this organization because of Zero Data Retention.",
    ],
)
def test_a_server_may_keep_none(message: str) -> None:
    """It says so in its refusal."""
    assert not found(400, message, previous_response_id="resp_1")


def test_other_refusals_are_not_its_matter() -> None:
    """Where no answer is named."""
    assert not found(400, "The request is not valid.")
