"""Bedrock's recorded traffic: schemas, echo, request reading, server tools and detection."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.support.recorded import recorded
from tests.support.wire import bodies
from toolwire.dialects.bedrock_converse import DIALECT
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import object_of, parse
from toolwire.model.exchange import Exchange, Fidelity, Mode
from toolwire.model.reply import Absent

#: Bodies that break a schema, all of hand-made fixtures of vercel/ai kept without requests: nine
#: answers without `metrics`, five of them with a `type` beside `text`; three streams whose
#: metadata has no metrics; one with an empty `start`.
BY_HAND = {"response": 9, "chunk": 4}


def spoken(shared: Path, api: str = DIALECT.name) -> Iterator[tuple[str, Exchange]]:
    """Yield (file:line, exchange) of every recorded Bedrock line of one API."""
    for line in recorded(shared, "bedrock"):
        if line.api == api:
            yield line.place.removeprefix("bedrock/"), line.exchange


def test_recorded_bodies_satisfy_the_schemas(shared: Path) -> None:
    """All that AWS sent or took does; thirteen bodies written by hand do not."""
    seen: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    for place, exchange in spoken(shared):
        for kind, value in bodies(DIALECT.decode(exchange)):
            assert not isinstance(value, Absent), place
            seen[kind] += 1
            if not validator(DIALECT.name, kind).is_valid(value):
                assert exchange.fidelity is Fidelity.EDITED, place
                broken[kind] += 1
    assert broken == BY_HAND
    assert seen == {"request": 113, "response": 96, "chunk": 677}


def test_recorded_exchanges_are_read_whole(shared: Path) -> None:
    """Every reply is complete with a stop, every request understood, every result named."""
    results = 0
    for place, exchange in spoken(shared):
        reading = DIALECT.decode(exchange)
        reply = reading.reply
        assert (reply.complete, reply.unread, reply.error) == (True, (), None), place
        assert reply.stop in DIALECT.stops, place
        assert (exchange.request is None) is (reading.conversation is None), place
        if reading.conversation is None:
            continue
        assert reading.conversation.stream is (reading.mode is Mode.STREAMING), place
        calls = {call.id: call.name for call in reading.conversation.calls()}
        for turn in reading.conversation.turns:
            for result in getattr(turn, "results", ()):
                results += 1
                assert calls[result.call_id] == result.name is not None, place
                assert result.content, place
    assert results == 51


def test_recorded_messages_go_back_as_they_came(shared: Path) -> None:
    """A blocking echo is the recorded content; a streamed one satisfies the request schema."""
    message = validator(DIALECT.name, "request")
    for place, exchange in spoken(shared):
        reading = DIALECT.decode(exchange)
        echo = reading.reply.echo
        assert echo is not None, place
        content = parse(echo)
        if not isinstance(reading.body, Absent):
            assert echo in exchange.response.body, place
            output = object_of(object_of(reading.body)["output"])
            assert content == object_of(output["message"])["content"], place
        elif exchange.fidelity is not Fidelity.EDITED:
            said = {"messages": [{"role": "assistant", "content": content}]}
            assert message.is_valid(said), place


def test_usage_and_reasoning_agree_with_botocore(shared: Path) -> None:
    """Counts and reasoning are those of expected.jsonl, in every row that has them."""
    rows = (shared / "corpus" / "expected.jsonl").read_text(encoding="utf-8").splitlines()
    expected = {
        f"{row['file'].rpartition('/')[2]}:{row['line']}": row
        for row in map(json.loads, rows)
        if row["dialect"] == DIALECT.name and row["outcome"] == "ok"
    }
    for place, exchange in spoken(shared):
        row = expected.pop(place, None)
        if row is not None:
            reply = DIALECT.decode(exchange).reply
            assert reply.reasoning == row["reasoning"], place
            assert reply.usage is not None, place
            counts = {"input": reply.usage.input, "output": reply.usage.output}
            assert counts == row["usage"], place
    assert not expected


def test_calls_of_the_services_own_tools_are_not_the_clients(shared: Path) -> None:
    """Two rows show such a call, answered in the same message; botocore's types tell it apart."""
    found = []
    for place, exchange in spoken(shared):
        reply = DIALECT.decode(exchange).reply
        if b"server_tool_use" in exchange.response.body:
            assert (reply.tool_calls, reply.stop) == ((), "end_turn")
            kinds = [key for block in json.loads(reply.echo or b"[]") for key in block]
            assert kinds[:2] == ["toolUse", "toolResult"]
            found.append(place)
    assert found == ["crmne__ruby_llm.jsonl:122", "crmne__ruby_llm.jsonl:123"]


def test_recorded_exchanges_are_recognised(shared: Path) -> None:
    """With their request and without it; what other APIs of Bedrock carry is not claimed."""
    for place, exchange in spoken(shared):
        alone = Exchange(None, exchange.response, exchange.evidence)
        assert DIALECT.recognise(exchange).confidence > 0.9, place
        assert DIALECT.recognise(alone).confidence > 0.9, place
    for api in ("anthropic-messages", "bedrock-invoke"):
        others = list(spoken(shared, api))
        assert others
        assert all(DIALECT.recognise(exchange).confidence == 0.0 for _, exchange in others)
