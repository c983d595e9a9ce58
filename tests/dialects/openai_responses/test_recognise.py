"""How Responses traffic is told from other traffic."""

from __future__ import annotations

import pytest

from toolwire.dialects.openai_responses import DIALECT
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response

BODY = b'{"model":"m","input":"Hi."}'
ANSWER = b'{"id":"r","object":"response","status":"completed","output":[]}'
STREAM = b'event: response.created\ndata: {"type":"response.created","response":{}}\n\n'
RESUMED = b'data: {"type":"response.output_text.delta","sequence_number":7,"delta":"a"}\n\n'
COMPLETION = b'{"object":"chat.completion","choices":[]}'


def sure(url: str | None, response: bytes, body: bytes = BODY) -> float:
    """Return the confidence for a request to a URL and a response; no URL, no request."""
    request = None if url is None else Request("POST", url, (), body)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return DIALECT.recognise(Exchange(request, Response(200, (), response), evidence)).confidence


@pytest.mark.parametrize(
    "url",
    [
        "https://api.openai.com/v1/responses",
        "https://api.x.ai/v1/responses/",
        "https://r.openai.azure.com/openai/responses?api-version=2025-04-01-preview",
        "https://chatgpt.com/backend-api/codex/responses",
        "https://bedrock-mantle.us-east-1.api.aws/openai/v1/responses",
        "http://localhost:1234/v1/responses#x",
    ],
)
def test_the_path_and_an_input_are_enough(url: str) -> None:
    """Whatever comes back, even an error or nothing."""
    assert sure(url, b'{"error":{"message":"No."}}') > 0.95
    assert sure(url, b"") > 0.95


def test_a_path_alone_is_a_guess() -> None:
    """Other services end their paths so too; the response then decides."""
    url = "https://forms.example.invalid/v1/forms/1/responses"
    assert 0.5 <= sure(url, b"{}", b"{}") < 0.7
    assert sure(url, ANSWER, b"{}") > 0.9


@pytest.mark.parametrize(
    "response", [ANSWER, b"\xef\xbb\xbf " + ANSWER, STREAM, b": hi\n\n" + STREAM, RESUMED]
)
def test_the_response_alone_is_enough(response: bytes) -> None:
    """Responses without their request are told by the object or the first event."""
    assert sure(None, response) > 0.9
    assert 0.8 < sure("https://gateway.example.invalid/x", response) <= 0.9


@pytest.mark.parametrize(
    "response",
    [
        b"",
        b"\xff\xfe",
        b'{"object":"response","output":',
        b'{"object":"chat.completion","note":"response","output":"response"}',
        b'{"x":{"object":"response","output":[]}}',
        b'{"object":"response"}',
        b'["response","output"]',
        COMPLETION,
        b"data: " + COMPLETION + b"\n\ndata: [DONE]\n\n",
        RESUMED.replace(b"sequence_number", b"number"),
        b'data: {"type":"text","sequence_number":7}\n\n',
        b'event: message_start\ndata: {"type":"message_start"}\n\n',
        b'{"object":"response","output":' + b"[" * 100_000,
    ],
)
def test_other_bodies_are_not_taken_for_responses(response: bytes) -> None:
    """Mentioning the words is not being one, and broken bodies do not raise."""
    assert sure(None, response) == 0.0
    assert sure("https://api.openai.com/v1/chat/completions", response) == 0.0
