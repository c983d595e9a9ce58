"""Gemini generateContent is told from its neighbours by URL or by body."""

from __future__ import annotations

import pytest

from toolwire.dialects.gemini_generate import DIALECT
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
HOST = "https://generativelanguage.googleapis.com"
VERTEX = "https://aiplatform.googleapis.com/v1/projects/p/locations/l/publishers"
CANDIDATES = b'{"candidates":[{"content":{"parts":[{"text":"a"}],"role":"model"}}]}'
CHAT = b'{"object":"chat.completion","choices":[]}'


def confidence(url: str | None, sent: bytes = b"{}", received: bytes = b"{}") -> float:
    """Return how sure the dialect is; no request at all when the URL is None."""
    request = None if url is None else Request("POST", url, (), sent)
    exchange = Exchange(request, Response(200, (), received), EVIDENCE)
    return DIALECT.recognise(exchange).confidence


@pytest.mark.parametrize(
    "url",
    [
        f"{HOST}/v1beta/models/m:generateContent",
        f"{HOST}/v1beta/models/m:streamGenerateContent?alt=sse",
        f"{VERTEX}/google/models/m:generateContent",
        "https://proxy.invalid/gemini/m:streamGenerateContent",
    ],
)
def test_the_method_in_the_url_is_enough(url: str) -> None:
    """AI Studio, Vertex and proxies of them are recognised without reading a body."""
    assert confidence(url, b"not json", b"") == 1.0


@pytest.mark.parametrize(
    ("url", "sent", "received"),
    [
        (f"{HOST}/v1beta/openai/chat/completions", b'{"messages":[]}', CHAT),
        (f"{HOST}/v1beta/interactions", b'{"input":"a","tools":[]}', b'{"steps":[]}'),
        (f"{VERTEX}/anthropic/models/m:rawPredict", b'{"messages":[]}', b'{"content":[]}'),
        ("https://api.openai.com/v1/responses", b'{"input":[]}', b'{"output":[]}'),
        ("https://x.invalid/", b'{"messages":[{"content":"\\"contents\\" parts"}]}', CHAT),
        ("https://x.invalid/", b'{"contents":["x"]}', b"{}"),
        (None, b"", CHAT),
        (None, b"", b'{"error":{"message":"No.","type":"x","code":"y"}}'),
        (None, b"", b'{"choices":[{"message":{"content":"\\"candidates\\""}}]}'),
        (None, b"", b'data: {"choices":[]}\n\n'),
        (None, b"", b'"candidates"'),
        (None, b"", b'{"candidates"'),
        (None, b"", b""),
    ],
)
def test_neighbours_are_not_taken(url: str | None, sent: bytes, received: bytes) -> None:
    """Google's other APIs, other vendors and broken bodies get next to nothing."""
    assert confidence(url, sent, received) <= 0.2


@pytest.mark.parametrize(
    "received",
    [
        CANDIDATES,
        b"[" + CANDIDATES + b"]",
        b"data: " + CANDIDATES + b"\r\n\r\n",
        b": hello\n\ndata:" + CANDIDATES + b"\n\n",
        b'{"promptFeedback":{"blockReason":"SAFETY"}}',
    ],
)
def test_a_response_alone_is_recognised(received: bytes) -> None:
    """Without its request a message is known by its members, in every framing."""
    assert confidence(None, received=received) == 0.9


def test_a_request_body_is_recognised_behind_an_unknown_path() -> None:
    """A gateway's own path does not hide `contents[].parts`."""
    sent = b'{"contents":[{"parts":[{"text":"a"}]}]}'
    assert confidence("https://gateway.invalid/llm", sent) == 0.8


def test_a_google_error_alone_is_only_likely() -> None:
    """Every Google API has the same error body."""
    error = b'{"error":{"code":400,"message":"No.","status":"INVALID_ARGUMENT"}}'
    assert confidence(None, received=error) == 0.5


def test_an_error_of_another_google_api_is_not_taken() -> None:
    """A request for embeddings, of which no address was kept, shows that the error is another method's."""
    error = b'{"error":{"code":429,"message":"Slow down.","status":"RESOURCE_EXHAUSTED"}}'
    assert confidence("", b'{"instances":[{"content":"tide"}]}', error) == 0.0
    assert confidence("", b'{"contents":[{"text":"tide"}]}', error) == 0.5
