"""How sure the dialect is of an exchange."""

from __future__ import annotations

import pytest

from toolwire.dialects.bedrock_converse import DIALECT
from toolwire.dialects.dialect import Answer, PlannedCall
from toolwire.io.framing import eventstream
from toolwire.model.conversation import Conversation, Tool, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Request, Response

ENDPOINT = Endpoint("https://bedrock-runtime.us-east-1.amazonaws.com", "us.amazon.nova-micro-v1:0")
EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
ASK = Conversation((UserTurn("?"),), (Tool("a"),))
HOST = "https://h.example"


def sure(request: Request | None, body: bytes) -> float:
    """Return the confidence in an exchange."""
    response = Response(200, (), body)
    return DIALECT.recognise(Exchange(request, response, EVIDENCE)).confidence


@pytest.mark.parametrize("stream", [False, True])
def test_our_own_exchanges_are_recognised_from_either_half(*, stream: bool) -> None:
    """By path, by request body under a foreign path, and by response alone."""
    asked = Conversation(ASK.turns, ASK.tools, stream=stream)
    request = DIALECT.encode(asked, ENDPOINT)
    body = DIALECT.respond(request, Answer(calls=(PlannedCall("a", {}),))).body
    assert sure(request, b"") == 0.97
    assert sure(None, body) == 0.95
    elsewhere = Request("POST", f"{HOST}/v1/x", (), request.body)
    assert sure(elsewhere, b"") == 0.6
    assert sure(elsewhere, body) == 0.95


def test_payloads_without_frames_are_recognised() -> None:
    """The first decoded event is enough."""
    assert sure(None, b'{"contentBlockStart":{"contentBlockIndex":0,"start":{}}}\n') == 0.95


def test_bodies_of_novas_own_are_none_of_converse() -> None:
    """InvokeModel's Nova asks and answers nearly so; no address tells them apart there."""
    asked = (
        b'{"toolConfig": {"tools": [{"toolSpec": {}}]}, "messages": [{"content": [{"text": "?"}]}]'
    )
    nova = asked + b', "inferenceConfig": {"max_new_tokens": 5}}'
    chunk = eventstream.encode({":event-type": "chunk", ":message-type": "event"}, b'{"bytes": ""}')
    said = b'{"output": {"message": {"content": []}}, "stopReason": "end_turn", "usage": %s}'
    assert sure(Request("POST", "", (), asked + b"}"), b"") == 0.8
    assert sure(Request("POST", "", (), nova), said % b"{}") == 0.0
    assert sure(Request("POST", "", (), asked + b"}"), chunk) == 0.0
    assert sure(None, said % b"{}") == 0.95
    assert sure(None, said % b'{"cacheReadInputTokenCount": null}') == 0.0


@pytest.mark.parametrize(
    ("url", "confidence"),
    [
        (f"{HOST}/model/m/converse?x=1", 0.97),
        (f"{HOST}/model/m/converse-stream", 0.97),
        (f"{HOST}/converse", 0.6),
        (f"{HOST}/model/m/invoke", 0.0),
        (f"{HOST}/model/m/invoke-with-response-stream", 0.0),
    ],
)
def test_paths(url: str, confidence: float) -> None:
    """The documented path is as good as certain, its last step alone is likely."""
    assert sure(Request("POST", url, (), b"{}"), b"{}") == confidence


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b'{"message":"No."}',
        b'{"stopReason":"x","output":{"text":"y"}}',
        b'{"output":{"message":{"content":[]}}}',
        b'{"stopReason":"x","output":{"message":{"content":[',
        b"\0\0\0\x10",
        eventstream.encode({":event-type": "chunk"}, b'{"bytes":"e30="}'),
    ],
)
def test_other_bodies_are_not_claimed(body: bytes) -> None:
    """Errors, other formats, other event streams and broken bodies are not Converse."""
    assert sure(None, body) == 0.0
