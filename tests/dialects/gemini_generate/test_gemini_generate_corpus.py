"""Google's recorded traffic satisfies the dialect's schemas, and is read without loss."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.support.recorded import recorded
from tests.support.wire import bodies
from toolwire.dialects.gemini_generate import DIALECT
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import dump, parse
from toolwire.model.exchange import Mode
from toolwire.model.reply import Absent, Reading

#: (file, line, kind) -> why a recorded body breaks the schema although the server took or
#: sent it. Lines count from 1.
EXPLAINED = {
    (
        "gemini/google__adk-go.jsonl",
        43,
        "request",
    ): "a functionResponse without `response`; the server took it for an empty object",
    (
        "gemini/lmnr-ai__lmnr-python.jsonl",
        2,
        "chunk",
    ): "totalTokenCount null, which protobuf's JSON form never writes: stored by a tool",
    (
        "gemini/lmnr-ai__lmnr-python.jsonl",
        3,
        "chunk",
    ): "totalTokenCount null, which protobuf's JSON form never writes: stored by a tool",
    (
        "gemini/prism-php__prism.jsonl",
        4,
        "chunk",
    ): "a made-up thoughtSignature that is not base64; google-genai refuses the whole chunk",
}


def readings(shared: Path) -> Iterator[tuple[str, int, Reading]]:
    """Yield file, line and reading of every recorded exchange of this dialect."""
    for line in recorded(shared, "gemini", "vertex"):
        if line.api == DIALECT.name:
            yield line.file, line.number, DIALECT.decode(line.exchange)


def test_recorded_bodies_satisfy_the_schemas(shared: Path) -> None:
    """Every body is valid, but for the lines explained above."""
    checked: Counter[str] = Counter()
    broken = set()
    for file, line, reading in readings(shared):
        for kind, body in bodies(reading):
            checked[kind] += 1
            assert not isinstance(body, Absent)
            if not validator(DIALECT.name, kind).is_valid(body):
                broken.add((file, line, kind))
    assert broken == set(EXPLAINED)
    assert checked["request"] > 600
    assert checked["response"] > 400
    assert checked["chunk"] > 400
    assert checked["error"] > 10


def test_recorded_exchanges_are_read_whole(shared: Path) -> None:
    """Requests are understood, replies complete, streamed arguments put together."""
    total = 0
    streamed = 0
    for file, line, reading in readings(shared):
        total += 1
        where = f"{file}:{line}"
        assert reading.exchange.request is None or reading.conversation is not None, where
        assert reading.conversation is None or reading.conversation.turns, where
        assert reading.reply.complete, where
        assert reading.reply.unread == (), where
        if b'"partialArgs"' in reading.exchange.response.body:
            streamed += 1
            assert all(isinstance(c.arguments, dict) for c in reading.reply.tool_calls), where
    assert total > 600
    assert streamed == 4


def test_recorded_messages_go_back_as_they_came(shared: Path) -> None:
    """The echo of a blocking reply is the recorded content; that of a stream keeps signatures."""
    signed = 0
    for file, line, reading in readings(shared):
        where = f"{file}:{line}"
        if reading.reply.error is not None:
            continue
        assert reading.reply.echo is not None, where
        echo = parse(reading.reply.echo)
        if reading.mode is Mode.BLOCKING:
            assert echo == reading.body["candidates"][0]["content"], where
            assert reading.reply.echo in reading.exchange.response.body, where
            continue
        sent = [part for event in reading.events for part in parts_of(event.json)]
        kept = [
            part
            for part in sent
            if ("text" not in part or "thoughtSignature" in part) and not is_piece(part)
        ]
        assert [part for part in echo["parts"] if part in kept] == kept, where
        assert signatures(echo["parts"]) == signatures(sent), where
        signed += bool(signatures(sent))
        calls = [part["functionCall"] for part in echo["parts"] if "functionCall" in part]
        assert [call.get("args", {}) for call in calls] == [
            call.arguments for call in reading.reply.tool_calls
        ], where
        assert dump(echo) == reading.reply.echo, where
    assert signed > 30


def is_piece(part: Any) -> bool:
    """Return whether a part is one of several that make a streamed call."""
    call = part.get("functionCall")
    return call == {} or (call is not None and bool(call.keys() & {"partialArgs", "willContinue"}))


def signatures(parts: Any) -> list[str]:
    """Return the thought signatures of parts, in order."""
    return [part["thoughtSignature"] for part in parts if "thoughtSignature" in part]


def parts_of(message: Any) -> Any:
    """Return the parts of the first candidate of a streamed message."""
    candidates = message.get("candidates") or [{}]
    return candidates[0].get("content", {}).get("parts", [])
