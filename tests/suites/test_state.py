"""Finding the opaque tokens of reasoning in replies of every form."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.framing import sse
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Response
from toolwire.model.reply import Reading
from toolwire.suites.state import shows_state, state_of, texts_of


def _read(name: str, *bodies: JsonObject, stream: bool = False) -> Reading:
    data = (
        b"".join(sse.encode(dump(body).decode(), str(body.get("type", ""))) for body in bodies)
        if stream
        else dump(bodies[0])
    )
    kind = "text/event-stream" if stream else "application/json"
    response = Response(200, (("content-type", kind),), data)
    return load_dialect(name).decode(
        Exchange(None, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    )


def _message(*content: Json) -> JsonObject:
    return {"type": "message", "role": "assistant", "content": list(content)}


THINKING: JsonObject = {"type": "thinking", "thinking": "Hm.", "signature": "seal"}


@pytest.mark.parametrize(
    ("reading", "state"),
    [
        (_read("anthropic-messages", _message(THINKING)), ("seal",)),
        (_read("anthropic-messages", _message(THINKING, {**THINKING, "signature": "two"})),
         ("seal", "two")),
        (_read("anthropic-messages", _message({"type": "text", "text": "Hi."})), ()),
        (_read("anthropic-messages", _message({**THINKING, "signature": ""})), ()),
        (_read("gemini-generate", {"candidates": [{"content": {"role": "model", "parts": [
            {"functionCall": {"name": "f", "args": {}}, "thoughtSignature": "c2Vh"}]}}]}),
         ("c2Vh",)),
        (_read("openai-chat", {"choices": [{"index": 0, "message": {
            "role": "assistant", "content": None, "reasoning_content": "Hm."}}]}), ()),
    ],
)  # fmt: skip
def test_tokens_are_found_in_wire_order(reading: Reading, state: tuple[str, ...]) -> None:
    """Only filled-in tokens count, in the order in which they came."""
    assert state_of(reading) == state


def test_arguments_are_not_searched() -> None:
    """A tool may have an argument called `signature`; that is not reasoning."""
    use: Json = {"type": "tool_use", "id": "t", "name": "sign", "input": {"signature": "Ana"}}
    reading = _read("anthropic-messages", _message(use))
    assert state_of(reading) == ()
    assert not shows_state(reading)


def test_words_kept_apart_are_reasoning_too() -> None:
    """Reasoning without a token counts; a plain reply does not."""
    thought: JsonObject = {"role": "assistant", "content": "Hi.", "reasoning_content": "Hm."}
    plain: JsonObject = {"role": "assistant", "content": "Hi."}
    shown = [
        shows_state(_read("openai-chat", {"choices": [{"index": 0, "message": message}]}))
        for message in (thought, plain)
    ]
    assert shown == [True, False]


def test_the_last_token_of_an_item_counts() -> None:
    """A stream that sends an item's token unfinished and then whole has one token."""
    events: list[JsonObject] = [
        {"type": "content_block_start", "index": 0,
         "content_block": {**THINKING, "id": "rs_1", "signature": "se"}},
        {"type": "content_block_start", "index": 1,
         "content_block": {**THINKING, "id": "rs_1", "signature": "seal"}},
        {"type": "content_block_start", "index": 2,
         "content_block": {**THINKING, "signature": "other"}},
    ]  # fmt: skip
    assert state_of(_read("anthropic-messages", *events, stream=True)) == ("seal", "other")


def test_every_string_of_a_value_is_yielded() -> None:
    """Strings at any depth, and nothing else."""
    assert sorted(texts_of({"a": ["x", 1, {"b": "y"}], "c": None, "d": "z"})) == ["x", "y", "z"]
