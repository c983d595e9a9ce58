"""How sure v2 is about exchanges, and its sibling and others beside it."""

from __future__ import annotations

import pytest

from toolwire.dialects.cohere_v1 import DIALECT as V1
from toolwire.dialects.cohere_v2 import DIALECT as V2
from toolwire.dialects.dialect import Answer, Dialect, PlannedCall, Refusal
from toolwire.model.conversation import Conversation, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Request, Response

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
ANSWERS = (
    Answer(text="Hi."),
    Answer(text="Cut", cut=True),
    Answer(calls=(PlannedCall("event_type", {"event_type": "x", "message": "y"}),)),
)


def exchange(dialect: Dialect, answer: Answer, path: str | None, *, stream: bool) -> Exchange:
    """Encode and respond."""
    asked = Conversation((UserTurn("?"),), stream=stream)
    request = dialect.encode(asked, Endpoint("https://h", "m", path))
    return Exchange(request, dialect.respond(request, answer), EVIDENCE)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize(("spoken", "other"), [(V1, V2), (V2, V1)])
def test_the_two_generations_are_told_apart(
    spoken: Dialect, other: Dialect, answer: Answer, *, stream: bool
) -> None:
    """By path, by the response alone, and less surely by the response under a foreign path."""
    known = exchange(spoken, answer, None, stream=stream)
    foreign = exchange(spoken, answer, "/elsewhere", stream=stream)
    alone = Exchange(None, known.response, EVIDENCE)
    for found, least in ((known, 0.95), (alone, 0.9), (foreign, 0.6)):
        assert spoken.recognise(found).confidence >= least
        assert other.recognise(found).confidence == 0.0
    assert spoken.recognise(foreign).confidence == 0.6


@pytest.mark.parametrize("spoken", [V1, V2])
def test_an_error_is_known_by_its_path(spoken: Dialect) -> None:
    """A flat error could be anybody's; the request says whose it is."""
    refused = Answer(refusal=Refusal(400, "invalid_request", "No."))
    known = exchange(spoken, refused, None, stream=False)
    assert spoken.recognise(known).confidence > 0.9
    assert spoken.recognise(Exchange(None, known.response, EVIDENCE)).confidence == 0.0


def test_the_path_is_read_without_its_query() -> None:
    """A query, a fragment or a slash after the path change nothing."""
    response = Response(200, (), b"")
    for tail in ("?a=b", "#x", "/"):
        request = Request("POST", f"https://h/v2/chat{tail}", (), b"{}")
        assert V2.recognise(Exchange(request, response, EVIDENCE)).confidence > 0.9


def test_a_v1_path_alone_is_not_enough() -> None:
    """Others chat under /v1/chat, with messages."""
    request = Request("POST", "https://h/v1/chat", (), b'{"messages":[{"message":"x"}]}')
    assert V1.recognise(Exchange(request, Response(200, (), b"{}"), EVIDENCE)).confidence == 0.0


@pytest.mark.parametrize(
    "body",
    [
        b'{"id":"1","choices":[{"message":{"role":"assistant"},"finish_reason":"ERROR"}]}',
        b'{"message":{"role":"assistant"},"done":true,"done_reason":"stop"}',
        b'{"message":{"role":"assistant"},"finish_reason":"stop"}',
        b'{"message":{"role":"user"},"finish_reason":"COMPLETE"}',
        b'{"candidates":[{"finishReason":"MAX_TOKENS"}]}',
        b'event: message_start\ndata: {"type":"message_start"}\n\n',
        b'{"text":"x","finish_reason":"COMPLETE"',
        b'{"data":{"text":"x","generation_id":"y"}}',
        b'{"text":"event_type stream-start"}',
        b'{"a":{"event_type":"stream-start"}}\n',
        b"<html>",
        b"",
    ],
)
def test_other_formats_are_not_taken_for_either(body: bytes) -> None:
    """Bodies that look alike in parts are nobody's here."""
    alone = Exchange(None, Response(200, (), body), EVIDENCE)
    assert [d.recognise(alone).confidence for d in (V1, V2)] == [0.0, 0.0]
