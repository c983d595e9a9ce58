"""Detection where neither URL nor headers were kept: by bodies alone, and never a wrong guess."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import dump
from toolwire.jobs.lint.detect import detect
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.rules.mutate.scenarios import every_clean
from toolwire.traffic import read

SCHEMA: JsonObject = {"type": "object", "properties": {}}
FUNCTION: Json = {"type": "function", "function": {"name": "f", "parameters": SCHEMA}}
ASKED: Json = [{"role": "user", "content": "Hello."}]
#: Errors of OpenAI's kind, as blocking body, as event, in an array, and of Mistral's kind.
OPENAI: JsonObject = {"error": {"message": "No.", "type": "invalid", "param": None, "code": None}}
GOOGLE: JsonObject = {"error": {"code": 400, "message": "No.", "status": "INVALID_ARGUMENT"}}
PLAIN: JsonObject = {"message": "No."}


def bare(exchange: Exchange) -> Exchange:
    """Return an exchange without URL and headers."""
    request = exchange.request
    kept = None if request is None else Request(request.method, "", (), request.body)
    return replace(exchange, request=kept, response=replace(exchange.response, headers=()))


def found(asked: JsonObject | None, answered: bytes | Json, status: int = 400) -> str | None:
    """Return the dialect that is found in two bodies."""
    body = answered if isinstance(answered, bytes) else dump(answered)
    request = None if asked is None else Request("POST", "", (), dump(asked))
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return detect(Exchange(request, Response(status, (), body), evidence)).dialect


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_a_clean_answer_tells_its_dialect_by_itself(name: str) -> None:
    """Every answer of the reference responder, refusals aside, is known by the bodies alone."""
    clean = [exchange for _, _, exchange in every_clean(load_dialect(name))]
    answered = [exchange for exchange in clean if exchange.response.status < 400]
    assert answered
    assert {detect(bare(exchange)).dialect for exchange in answered} == {name}


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_a_refusal_is_named_rightly_or_not_at_all(name: str) -> None:
    """What two formats write alike is `unknown`: a wrong dialect would be findings about nothing."""
    for _, _, exchange in every_clean(load_dialect(name)):
        alone = replace(bare(exchange), request=None)
        for kept in (bare(exchange), alone):
            if kept.response.status >= 400:
                assert detect(kept).dialect in (None, name)


@pytest.mark.parametrize(
    ("asked", "answered", "name"),
    [
        ({"model": "m", "messages": ASKED}, OPENAI, "openai-chat"),
        ({"model": "m", "messages": ASKED, "tools": [FUNCTION]}, OPENAI, "openai-chat"),
        ({"messages": ASKED, "tools": [FUNCTION]}, OPENAI, "openai-chat"),
        ({"model": "m", "messages": ASKED}, [GOOGLE], "openai-chat"),
        ({"model": "m", "messages": ASKED}, GOOGLE, "openai-chat"),
        ({"model": "m", "messages": ASKED}, {"object": "error", **PLAIN}, "openai-chat"),
        ({"model": "m", "input": ASKED}, OPENAI, "openai-responses"),
        ({"model": "m", "input": "Hello.", "instructions": "Be."}, OPENAI, "openai-responses"),
        ({"contents": [{"parts": [{"text": "Hello."}]}]}, GOOGLE, "gemini-generate"),
        ({"contents": [{"parts": [{"text": "Hello."}]}]}, b"", "gemini-generate"),
        ({"messages": [{"role": "user", "content": [{"text": "Hi."}]}]}, PLAIN, "bedrock-converse"),
        ({"anthropic_version": "v", "messages": ASKED}, PLAIN, "anthropic-messages"),
        ({"model": "m", "system": "Be.", "messages": ASKED}, GOOGLE, "anthropic-messages"),
        (
            {"model": "m", "messages": ASKED, "tools": [{"name": "f", "input_schema": SCHEMA}]},
            OPENAI,
            "anthropic-messages",
        ),
        ({"model": "m", "messages": ASKED, "tool_choice": "REQUIRED"}, PLAIN, "cohere-v2"),
        ({"model": "m", "message": "Hello.", "chat_history": []}, PLAIN, "cohere-v1"),
        ({"model": "m", "messages": ASKED, "options": {}}, {"error": "No."}, "ollama-chat"),
    ],
)
def test_an_error_is_named_by_what_was_asked(
    asked: JsonObject, answered: bytes | Json, name: str
) -> None:
    """The request's body says which route it went, where the error says nothing."""
    assert found(asked, answered) == name


def test_an_error_event_is_named_by_what_was_asked() -> None:
    """A stream of nothing but an error has the same status as any."""
    event = b"event: error\ndata: " + dump(OPENAI) + b"\n\n"
    assert found({"model": "m", "messages": ASKED, "stream": True}, event, 200) == "openai-chat"


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        # An error of OpenAI's, in a body with a type as Codex gets it.
        (None, {"type": "error", **OPENAI}),
        # Google's OpenAI-compatible route and its own write this error.
        (None, [GOOGLE]),
        (None, PLAIN),
        (None, OPENAI),
        # Cohere and Ollama have messages and tools alike.
        ({"model": "m", "messages": ASKED, "tools": [FUNCTION]}, {"error": "No."}),
        ({"model": "m", "messages": ASKED, "tools": [FUNCTION]}, PLAIN),
        # Embeddings and moderations have an input too.
        ({"model": "m", "input": ["Hello."]}, OPENAI),
        ({"model": "m", "input": [{"type": "text", "text": "Hello."}]}, OPENAI),
        ({"model": "m", "input": [{"text": "Hello."}]}, OPENAI),
        ({"model": "m", "prompt": "Hello."}, OPENAI),
    ],
)
def test_what_may_be_several_is_unknown(asked: JsonObject | None, answered: Json) -> None:
    """No guess is better than a wrong one."""
    assert found(asked, answered) is None


def test_recorded_traffic_is_named_by_its_bodies(shared: Path) -> None:
    """Of all that was recorded, none is named wrongly without URL and headers, and few not at all."""
    folders = [str(shared / corpus) for corpus in ("corpus", "corpus2")]
    seen: Counter[str] = Counter()
    for exchange in read(folders):
        if isinstance(exchange, Exchange):
            known, alone = detect(exchange).dialect, detect(bare(exchange)).dialect
            seen["same" if known == alone else "unknown" if alone is None else "wrong"] += 1
    assert seen["wrong"] == 0
    assert seen["unknown"] * 1000 < seen["same"]


@pytest.mark.parametrize(
    "body",
    [
        b'{"id":"v1_a","object":"interaction","status":"completed","outputs":[]}',
        b'{"id":"v1_a","status":"completed","steps":[],"usage":{"total_input_tokens":1}}',
        b'event: step.delta\ndata: {"event_type": "step.delta", "index": 0}\n\n',
        b'data: {"event_type":"content.delta","index":0}\n\n',
    ],
)
def test_interactions_are_left_out_by_their_name(body: bytes) -> None:
    """Google's Interactions are no dialect, and said to be what they are."""
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    alone = Exchange(None, Response(200, (), body), evidence)
    other = replace(alone, response=Response(200, (), b'{"steps":[],"event_type":"click"}'))
    assert (detect(alone).dialect, "Interactions" in detect(alone).reason) == (None, True)
    assert "Interactions" not in detect(other).reason


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ({"contents": [{"parts": [{"text": "Hi"}]}]}, {"totalTokens": 2}),
        (
            {"contents": [{"parts": [{"text": "Hi"}]}], "ttl": "60s"},
            {"name": "cachedContents/a", "usageMetadata": {"totalTokenCount": 4000}},
        ),
        ({"model": "m", "system": "s", "messages": ASKED, "max_tokens": 1}, {"input_tokens": 5}),
        (
            {"model": "m", "input": "Hi", "instructions": "s"},
            {"object": "response.input_tokens", "input_tokens": 5},
        ),
        (
            {"model": "m", "input": [{"role": "user", "content": "Hi"}]},
            {"id": "resp_1", "object": "response.compaction", "output": []},
        ),
        (None, {"object": "chat.completion.deleted", "id": "chatcmpl-1", "deleted": True}),
    ],
)
def test_what_is_no_turn_is_left_out_by_its_answer(
    asked: JsonObject | None, answered: Json
) -> None:
    """Counts, caches and the like are asked as turns are, and no answer of a turn begins so."""
    assert found(asked, answered, 200) is None
