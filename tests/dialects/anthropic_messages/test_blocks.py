"""Blocks of the server's own: beside calls they are no calls, and they go back as they came."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.dialects.anthropic_messages.blocks import BLOCKS, BlockKind, kind_of
from toolwire.io.framing import sse
from toolwire.io.json_text import dump, items_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Response
from toolwire.model.reply import Reading
from toolwire.rules import judge

CALL: JsonObject = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}
COMPACTION: JsonObject = {"type": "compaction", "content": None, "encrypted_content": None}
SERVED = sorted(name for name, kind in BLOCKS.items() if kind is BlockKind.SERVED)


def answered(*blocks: JsonObject, stop: str = "tool_use") -> Reading:
    """Return the reading of a whole message with these blocks."""
    message: JsonObject = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-x",
        "content": [*blocks],
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    return read(dump(message), "application/json")


def read(body: bytes, media: str) -> Reading:
    """Return the reading of a response whose request was not kept."""
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    response = Response(200, (("content-type", media),), body)
    return load_dialect("anthropic-messages").decode(Exchange(None, response, evidence))


def streamed(*deltas: JsonObject, stop: str = "compaction") -> Reading:
    """Return the reading of a stream with one block, which is compacted, that grows by deltas."""
    usage: JsonObject = {"input_tokens": 1, "output_tokens": 1}
    message: JsonObject = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-x",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage,
    }
    events: list[JsonObject] = [
        {"type": "message_start", "message": message},
        {"type": "content_block_start", "index": 0, "content_block": COMPACTION},
        *({"type": "content_block_delta", "index": 0, "delta": delta} for delta in deltas),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": usage},
        {"type": "message_stop"},
    ]
    body = b"".join(sse.encode(dump(event).decode(), str(event["type"])) for event in events)
    return read(body, "text/event-stream")


@pytest.mark.parametrize("kind", [*SERVED, "of_a_later_version"])
def test_a_block_of_the_server_is_no_call(kind: str) -> None:
    """Whatever has id, name and input beside a call: only the call is the client's."""
    reading = answered({"type": kind, "id": "srv_1", "name": "search", "input": {}}, CALL)
    assert [call.id for call in reading.reply.tool_calls] == ["toolu_1"]
    assert not reading.reply.unread


@pytest.mark.parametrize("kind", [None, 7, ["text"], {"type": "text"}])
def test_a_type_that_is_no_word_is_no_kind(kind: Json) -> None:
    """Hostile types are passed over."""
    assert kind_of({"type": kind}) is None


def test_a_compaction_goes_back_as_it_came() -> None:
    """Its one delta has what the block was opened without, so the message can be said again."""
    told: JsonObject = {"content": "So far.", "encrypted_content": "c2VjcmV0"}
    reading = streamed({"type": "compaction_delta", **told})
    assert reading.reply.echo is not None
    assert items_of(parse(reading.reply.echo)) == [{**COMPACTION, **told}]
    assert reading.reply.text is None


def test_a_compaction_that_failed_goes_back_too() -> None:
    """The summary is null, and the block is sent back with it."""
    reading = streamed({"type": "compaction_delta", "content": None})
    assert reading.reply.echo is not None
    assert items_of(parse(reading.reply.echo)) == [COMPACTION]


def test_a_pause_after_a_compaction_is_no_fault() -> None:
    """The beta's own stop reason is a word of the API, whole and streamed."""
    whole = answered({**COMPACTION, "content": "So far."}, stop="compaction")
    parts = streamed({"type": "compaction_delta", "content": "So far."})
    assert [finding.rule for one in (whole, parts) for finding in judge(one)] == []
