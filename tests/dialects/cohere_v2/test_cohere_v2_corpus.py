"""Cohere's recorded traffic: schemas, echo, request reading and detection."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from tests.support.recorded import recorded
from tests.support.wire import bodies
from toolwire.dialects.cohere_v1 import DIALECT as V1
from toolwire.dialects.cohere_v2 import DIALECT
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import object_of, parse
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Absent


def test_recorded_bodies_satisfy_the_schemas(shared: Path) -> None:
    """All of them do: 38 requests, 30 responses and 322 events, without an exception."""
    seen: Counter[str] = Counter()
    for line in recorded(shared, "cohere"):
        place, exchange = line.place, line.exchange
        for kind, value in bodies(DIALECT.decode(exchange)):
            seen[kind] += 1
            assert not isinstance(value, Absent), place
            assert validator(DIALECT.name, kind).is_valid(value), (place, kind)
    assert seen == {"request": 38, "response": 30, "chunk": 322}


def test_recorded_exchanges_are_read_whole(shared: Path) -> None:
    """Every request is understood, every reply complete with usage, nothing is unread."""
    results = 0
    for line in recorded(shared, "cohere"):
        place, exchange = line.place, line.exchange
        reading = DIALECT.decode(exchange)
        assert (exchange.request is None) is (reading.conversation is None), place
        reply = reading.reply
        assert (reply.complete, reply.unread, reply.error) == (True, (), None), place
        assert reply.stop in DIALECT.stops, place
        assert reply.usage is not None, place
        if reading.conversation is not None:
            calls = {call.id: call.name for call in reading.conversation.calls()}
            for turn in reading.conversation.turns:
                for result in getattr(turn, "results", ()):
                    results += 1
                    assert calls[result.call_id] == result.name is not None, place
                    assert result.content, place
    assert results > 15


def test_usage_plan_and_thinking_agree_with_the_sdk(shared: Path) -> None:
    """Counts are the SDK's, its plan and its reasoning are our reasoning, never text."""
    exchanges = {line.place: line.exchange for line in recorded(shared, "cohere")}
    plans = 0
    rows = (shared / "corpus" / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    for row in map(json.loads, rows):
        if row["dialect"] != DIALECT.name:
            continue
        place = f"cohere/{row['file'].rpartition('/')[2]}:{row['line']}"
        reply = DIALECT.decode(exchanges.pop(place)).reply
        assert reply.usage is not None, place
        assert (reply.usage.input, reply.usage.output) == (
            row["usage"]["input"],
            row["usage"]["output"],
        ), place
        assert reply.reasoning == (row["reasoning"] or row["plan"]), place
        plans += row["plan"] is not None
    assert not exchanges
    assert plans > 20


def test_recorded_messages_go_back_as_they_came(shared: Path) -> None:
    """A blocking echo is the recorded message; a streamed one holds all that was streamed."""
    for line in recorded(shared, "cohere"):
        place, exchange = line.place, line.exchange
        reading = DIALECT.decode(exchange)
        echo = reading.reply.echo
        assert echo is not None, place
        message = object_of(parse(echo))
        if not isinstance(reading.body, Absent):
            assert echo in exchange.response.body, place
            assert message == object_of(reading.body)["message"], place
        assert message["role"] == "assistant", place
        assert ("tool_calls" in message) is bool(reading.reply.tool_calls), place
        assert ("content" in message) >= bool(reading.reply.text), place


def test_recorded_exchanges_are_recognised(shared: Path) -> None:
    """With their request and without it, as this generation and not as the other."""
    for line in recorded(shared, "cohere"):
        place, exchange = line.place, line.exchange
        alone = Exchange(None, exchange.response, exchange.evidence)
        assert DIALECT.recognise(exchange).confidence > 0.9, place
        assert DIALECT.recognise(alone).confidence > 0.9, place
        assert V1.recognise(exchange).confidence == 0.0, place


def test_other_providers_traffic_is_not_taken(shared: Path) -> None:
    """No line of another format is claimed, with its request or without."""
    claimed: Counter[str] = Counter()
    others = {path.name for path in (shared / "corpus").iterdir() if path.is_dir()} - {"cohere"}
    for line in recorded(shared, *others):
        alone = Exchange(None, line.exchange.response, line.exchange.evidence)
        for spoken in (V1, DIALECT):
            sure = max(spoken.recognise(e).confidence for e in (line.exchange, alone))
            claimed[spoken.name] += sure > 0.0
    assert claimed == {"cohere-v1": 0, "cohere-v2": 0}
