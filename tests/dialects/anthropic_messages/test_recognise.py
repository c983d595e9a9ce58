"""Recognition by path, by bytes, and of what is something else."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response

DIALECT = load_dialect("anthropic-messages")
EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")


def confidence(url: str | None, asked: bytes = b"", answered: bytes = b"") -> float:
    """Return how sure the dialect is of an exchange."""
    request = None if url is None else Request("POST", url, (), asked)
    return DIALECT.recognise(Exchange(request, Response(200, (), answered), EVIDENCE)).confidence


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        ("https://api.anthropic.com/v1/messages", b""),
        ("https://api.anthropic.com/v1/messages?beta=true", b""),
        ("https://x.services.ai.azure.com/anthropic/v1/messages", b""),
        ("https://api.minimaxi.com/anthropic/v1/messages", b""),
        (
            "https://y.invalid/v1/projects/p/locations/l/publishers/anthropic/models/m:rawPredict",
            b"",
        ),
        ("https://y.invalid/publishers/anthropic/models/m:streamRawPredict", b""),
        ("https://b.invalid/model/m/invoke", b'{"anthropic_version":"bedrock-2023-05-31"}'),
        ("https://b.invalid/model/m/invoke-with-response-stream", b'{"anthropic_version":"x"}'),
    ],
)
def test_known_paths_are_enough(url: str, asked: bytes) -> None:
    """Hosts differ, the paths of the wire format do not."""
    assert confidence(url, asked) > 0.9


@pytest.mark.parametrize(
    "answered",
    [
        b'{"content":[],"stop_reason":"end_turn","type":"message"}',
        b'event: message_start\ndata: {"type": "message_start"}\n\n',
        b'data: {"type":"message_start"}\n\n',
        b'\x00\x00\x01{"bytes":"eyJ0eXBlIjoibWVzc2FnZV9zdGFydCIsIm1lc3NhZ2UiOnt9fQ=="}',
    ],
)
def test_a_response_alone_is_recognised(answered: bytes) -> None:
    """Recordings that kept no request are told by their body."""
    assert confidence(None, answered=answered) > 0.9


def test_an_error_body_alone_is_likely() -> None:
    """The error object is this dialect's, but others wrap errors alike."""
    assert 0.5 < confidence(None, answered=b'{"type":"error","error":{"type":"x"}}') < 0.9


@pytest.mark.parametrize(
    ("url", "asked", "answered"),
    [
        (
            "https://api.openai.com/v1/chat/completions",
            b'{"messages":[]}',
            b'{"choices":[{"stop_reason":null}]}',
        ),
        ("https://b.invalid/model/m/converse", b"{}", b'{"stopReason":"tool_use"}'),
        (
            "https://b.invalid/model/m/invoke",
            b'{"messages":[]}',
            b'{"generation":"","stop_reason":"stop"}',
        ),
        (None, b"", b'{"error":{"message":"x"}}'),
        (None, b"", b'{"type":"message","stop_reason"'),
        (None, b"", b'data: {"choices":[]}\n\n'),
        (None, b"", b'[{"stop_reason":1}]'),
        (None, b"", b""),
    ],
)
def test_other_formats_are_not_taken_for_this_one(
    url: str | None, asked: bytes, answered: bytes
) -> None:
    """Words alone do not make a message."""
    assert confidence(url, asked, answered) <= 0.2
