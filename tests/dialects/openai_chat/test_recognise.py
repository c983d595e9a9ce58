"""Recognition of Chat Completions traffic."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects.openai_chat.recognise import recognise
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.traffic import read

EVIDENCE = Evidence(EvidenceLevel.IMPORTED, "test")


def confidence(body: bytes, url: str | None = None) -> float:
    """Return the confidence for a response body and an optional request address."""
    request = None if url is None else Request("POST", url, (), b"{}")
    return recognise(Exchange(request, Response(200, (), body), EVIDENCE)).confidence


@pytest.mark.parametrize(
    "url",
    [
        "https://api.example.invalid/v1/chat/completions",
        "https://a.invalid/openai/deployments/m/chat/completions?api-version=1",
        "<BASE>/chat/completions/",
        "https://a.invalid/v1/chat/completions#stream",
    ],
)
def test_the_path_is_enough(url: str) -> None:
    """Whatever the host and whatever came back, the path says it."""
    assert confidence(b"<html>", url) > 0.9


@pytest.mark.parametrize(
    ("body", "least", "most"),
    [
        (b'{"object":"chat.completion","choices":[]}', 0.9, 1),
        (b'\xef\xbb\xbf {"choices":[{"x":{}}],"created":1}', 0.8, 1),
        (b': hello\n\ndata: {"object": "chat.completion.chunk"}\n\n', 0.9, 1),
        (b'event: x\r\ndata: {"choices":[]}\r\n\r\n', 0.8, 1),
        (b'{"error":{"message":"m"}}', 0, 0.2),
        (b'{"object":"response","output":[{"text":"\\"choices\\""}]}', 0, 0.2),
        (b'{"type":"message","content":[]}', 0, 0.2),
        (b'{"candidates":[]}', 0, 0.2),
        (b'{"object":"chat.completion","choices":[{"messages":[]}]}', 0, 0.2),
        (b'event: message_start\ndata: {"type":"message_start"}\n\n', 0, 0.2),
        (b"", 0, 0),
        (b"{", 0, 0),
        (b"data: [DONE]\n\n", 0, 0),
    ],
)
def test_without_a_request_the_top_level_members_decide(
    body: bytes, least: float, most: float
) -> None:
    """Members of the first object are looked at, not words somewhere in the text."""
    assert least <= confidence(body) <= most


def test_another_path_makes_it_less_sure() -> None:
    """A body of this format under another format's path is a maybe."""
    assert 0.5 <= confidence(b'{"choices":[]}', "https://a.invalid/model/m/invoke") < 0.7


@given(st.binary(max_size=300))
def test_any_body_can_be_looked_at(body: bytes) -> None:
    """Nothing that was recorded makes recognition raise."""
    assert 0.0 <= confidence(b"data:" + body) <= 1.0


def test_recorded_traffic_is_told_apart(shared: Path) -> None:
    """Every Chat Completions line is recognised; no line of another format is."""
    count = 0
    for path in sorted((shared / "corpus").glob("*/*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            apis = [json.loads(line)["api"] for line in lines]
        for api, exchange in zip(apis, read([path]), strict=True):
            assert isinstance(exchange, Exchange)
            found = recognise(exchange).confidence
            if api == "openai-chat":
                count += 1
                assert found >= 0.8, exchange.evidence.source
            elif api != "bedrock-invoke":
                # Bedrock's invoke passes bodies of several formats through, this one too.
                assert found <= 0.2, exchange.evidence.source
    assert count > 1800
