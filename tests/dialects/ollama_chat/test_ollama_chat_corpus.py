"""Recorded traffic of the dialect is recognised, valid and read without loss."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.support.recorded import recorded
from tests.support.wire import bodies
from toolwire.dialects.ollama_chat import DIALECT
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import parse
from toolwire.jobs.lint.detect import detect
from toolwire.model.exchange import Mode
from toolwire.model.reply import Absent, Reading


def readings(shared: Path) -> list[Reading]:
    """Return the reading of every recorded exchange of this dialect."""
    found = []
    for line in recorded(shared, "ollama"):
        sure = DIALECT.recognise(line.exchange).confidence
        ours = line.api == DIALECT.name
        assert (sure > 0.9) if ours else (sure < 0.5), (line.place, line.api, sure)
        if ours:
            found.append(DIALECT.decode(line.exchange))
    return found


def test_recorded_exchanges_are_read_whole(shared: Path) -> None:
    """Seven exchanges of three generations of servers: with and without ids and thinking."""
    seen: Counter[str] = Counter()
    for reading in readings(shared):
        reply = reading.reply
        assert (reply.complete, reply.unread, reply.error) == (True, (), None)
        assert reading.exchange.request is None or reading.conversation is not None
        assert reply.usage is not None
        assert reply.stop == "stop"
        seen[reading.mode.value] += 1
        seen["calls"] += len(reply.tool_calls)
        seen["ids"] += sum(call.id is not None for call in reply.tool_calls)
        seen["thinking"] += reply.reasoning is not None
        assert all(isinstance(call.arguments, dict) for call in reply.tool_calls)
        assert detect(reading.exchange).dialect == DIALECT.name
    assert seen == {"blocking": 4, "streaming": 3, "calls": 8, "ids": 2, "thinking": 2}


def test_recorded_bodies_satisfy_the_schemas(shared: Path) -> None:
    """Every request, response and line is valid."""
    checked: Counter[str] = Counter()
    for reading in readings(shared):
        for kind, body in bodies(reading):
            checked[kind] += 1
            assert not isinstance(body, Absent)
            problems = validator(DIALECT.name, kind).iter_errors(body)
            assert [problem.message for problem in problems] == [], kind
    assert checked == {"request": 3, "response": 4, "chunk": 7}


def test_recorded_messages_go_back_as_they_came(shared: Path) -> None:
    """The echo of a blocking reply is the recorded message; that of a stream has its calls."""
    for reading in readings(shared):
        echo = reading.reply.echo
        assert echo is not None
        if reading.mode is Mode.BLOCKING:
            assert isinstance(reading.body, dict)
            assert parse(echo) == reading.body["message"]
            assert echo in reading.exchange.response.body
            continue
        message = parse(echo)
        assert isinstance(message, dict)
        sent = [
            entry
            for event in reading.events
            if isinstance(event.json, dict) and isinstance(said := event.json["message"], dict)
            if isinstance(entries := said.get("tool_calls", []), list)
            for entry in entries
        ]
        assert message["tool_calls"] == sent
