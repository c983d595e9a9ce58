"""What one answer tells: presence, confidence, and no dialect from another's answer."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.reference import answer
from toolwire.jobs.verify.forms import detected
from toolwire.jobs.verify.presence import Weighed, weigh, weigh_stream
from toolwire.jobs.verify.sighting import Presence, confidence_of
from toolwire.model.conversation import Conversation, Json, UserTurn
from toolwire.model.errors import CUT_OFF
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Request, Response

BASE = "http://127.0.0.1:1"
EVIDENCE = Evidence(EvidenceLevel.LIVE, BASE)
JSON = (("content-type", "application/json"),)
NOTHING = Response(404, JSON, b'{"detail":"Not Found"}')


def request_in(name: str, *, stream: bool = False) -> Request:
    """Return a plain request of a dialect."""
    asked = Conversation(turns=(UserTurn("Hello"),), stream=stream)
    return load_dialect(name).encode(asked, Endpoint(BASE, "tiny"))


def weighed(name: str, status: int, body: Json | bytes, nothing: Response = NOTHING) -> Weighed:
    """Weigh a body that a request of a dialect is answered with."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    exchange = Exchange(request_in(name), Response(status, JSON, data), EVIDENCE)
    return weigh(name, exchange, "tiny", nothing)


def answered(asked: str, told: str, *, stream: bool = False) -> Weighed:
    """Weigh a good answer of one dialect to a request of another."""
    said = answer(Conversation(turns=(UserTurn("Hello"),), stream=stream))
    response = load_dialect(told).respond(request_in(told, stream=stream), said)
    exchange = Exchange(request_in(asked, stream=stream), response, EVIDENCE)
    return weigh_stream(asked, exchange) if stream else weigh(asked, exchange, "tiny", NOTHING)


@pytest.mark.parametrize("name", DIALECTS)
def test_a_good_answer_is_enough(name: str) -> None:
    """Its own body says what it is, without a call and without the stream."""
    found = answered(name, name)
    assert found.presence is Presence.ANSWERS
    assert confidence_of(found.facts) >= (0.4 if name == "chatml" else 0.9)
    assert answered(name, name, stream=True).presence in (Presence.ANSWERS, Presence.BUSY)


@pytest.mark.parametrize("asked", detected())
@pytest.mark.parametrize("told", detected())
def test_the_answer_of_another_dialect_is_not_enough(asked: str, told: str) -> None:
    """A server that says the same at every path speaks one dialect."""
    if asked != told:
        assert confidence_of(answered(asked, told).facts) < 0.5


@pytest.mark.parametrize(
    ("name", "status", "body", "presence", "least", "most"),
    [
        # Not there.
        ("openai-chat", 404, {"detail": "Not Found"}, Presence.ABSENT, 0, 0),
        ("openai-chat", 405, {"error": {"message": "no", "type": "x"}}, Presence.ABSENT, 0, 0),
        ("openai-chat", 200, b"<!doctype html><p>hello", Presence.ABSENT, 0, 0),
        ("openai-chat", 200, {"ok": True}, Presence.ABSENT, 0, 0),
        ("openai-chat", 302, b"", Presence.ABSENT, 0, 0),
        # There, and refused in its own words.
        ("openai-chat", 400, {"error": {"message": "m", "type": "t"}}, Presence.REFUSES, 0.6, 0.6),
        (
            "anthropic-messages",
            400,
            {"type": "error", "error": {"type": "t", "message": "m"}},
            Presence.REFUSES,
            0.8,
            0.8,
        ),
        (
            "gemini-generate",
            400,
            {"error": {"code": 400, "message": "m", "status": "INVALID_ARGUMENT"}},
            Presence.REFUSES,
            0.7,
            0.8,
        ),
        ("bedrock-converse", 400, {"__type": "ValidationException"}, Presence.REFUSES, 0.8, 0.9),
        ("cohere-v2", 422, {"message": "m"}, Presence.REFUSES, 0.5, 0.5),
        ("ollama-chat", 400, {"error": "m"}, Presence.REFUSES, 0.5, 0.5),
        (
            "openai-responses",
            422,
            {"detail": [{"loc": ["body"], "msg": "m"}]},
            Presence.REFUSES,
            0.5,
            0.5,
        ),
        # There, and refused in somebody else's words.
        ("openai-chat", 400, {"message": "m"}, Presence.REFUSES, 0.4, 0.4),
        # The path is there, the model is not.
        ("ollama-chat", 404, {"error": "model 'tiny' not found"}, Presence.REFUSES, 0.5, 0.6),
        ("openai-chat", 429, {"error": {"message": "m", "type": "t"}}, Presence.BUSY, 0.6, 0.6),
        ("openai-chat", 500, b"oops", Presence.BUSY, 0.4, 0.4),
        ("anthropic-messages", 401, {"message": "key"}, Presence.LOCKED, 0.4, 0.4),
    ],
)
def test_a_failure_says_what_it_says(  # noqa: PLR0917 - the columns of the table above
    name: str, status: int, body: Json | bytes, presence: Presence, least: float, most: float
) -> None:
    """Absent, locked, refused and busy are told apart by status, words and control."""
    found = weighed(name, status, body)
    assert found.presence is presence
    assert least <= confidence_of(found.facts) <= most


def test_what_is_said_everywhere_says_nothing() -> None:
    """A gate that refuses every path, and a server that fails at every one, are no dialect."""
    error: Json = {"error": {"message": "m", "type": "t"}}
    locked = Response(401, JSON, json.dumps(error).encode())
    found = weighed("openai-chat", 401, error, locked)
    assert found.presence is Presence.LOCKED
    assert confidence_of(found.facts) < 0.5
    refused = Response(400, JSON, json.dumps(error).encode())
    assert weighed("openai-chat", 400, error, refused).presence is Presence.ABSENT


@pytest.mark.parametrize("name", ["openai-chat", "gemini-generate"])
def test_half_a_document_says_that_it_was_cut(name: str) -> None:
    """It is no other format: the stream is asked for, and decides."""
    said = answer(Conversation(turns=(UserTurn("Hello"),)))
    whole = load_dialect(name).respond(request_in(name), said)
    half = replace(whole, body=whole.body[:-9], broken_off=True)
    found = weigh(name, Exchange(request_in(name), half, EVIDENCE), "tiny", NOTHING)
    assert found.presence is Presence.BUSY
    assert [one.text for one in found.facts] == [CUT_OFF]
    end = replace(whole, broken_off=True)
    found = weigh(name, Exchange(request_in(name), end, EVIDENCE), "tiny", NOTHING)
    assert found.presence is Presence.ANSWERS
