"""Converse against botocore: its parser on our streams, its serialiser beside our requests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from botocore.eventstream import EventStream
from botocore.exceptions import EventStreamError
from botocore.loaders import Loader
from botocore.model import OperationModel, ServiceModel
from botocore.parsers import create_parser
from botocore.serialize import create_serializer
from botocore.validate import ParamValidator
from hypothesis import given
from hypothesis import strategies as st

from tests.support.lanes import LANES
from tests.support.recorded import recorded
from tests.support.wire import EVIDENCE
from toolwire.dialects import Answer
from toolwire.dialects.bedrock_converse import DIALECT
from toolwire.io.framing import eventstream
from toolwire.io.json_text import dump
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Endpoint, Exchange, Mode, Response
from toolwire.model.reply import Reading

LANE = LANES["bedrock-converse"]
ENDPOINT = Endpoint("https://bedrock-runtime.us-east-1.amazonaws.com", "us.amazon.nova-micro-v1:0")
ARN = "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-v1:0"
#: Members of recorded events that botocore's model does not have: padding, and a count.
UNMODELLED = ("p", "serverToolUsage")


@cache
def operation(name: str) -> OperationModel:
    """Return botocore's model of an operation."""
    model = Loader().load_service_model("bedrock-runtime", "service-2")
    return ServiceModel(model).operation_model(name)


class _Raw:
    """What botocore wants of an HTTP response: a stream of bytes."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    def stream(self) -> Iterator[bytes]:
        """Yield the body in odd pieces."""
        for start in range(0, len(self._body), 37):
            yield self._body[start : start + 37]


def theirs(body: bytes) -> Iterator[dict[str, Any]]:
    """Yield `{event type: payload}` as botocore's own parser reads a stream."""
    asked = operation("ConverseStream")
    parser = create_parser("rest-json")._event_stream_parser
    yield from EventStream(_Raw(body), asked.get_event_stream_output(), parser, asked.name)


def ours(body: bytes) -> Reading:
    """Return our reading of a stream."""
    headers = (("content-type", "application/vnd.amazon.eventstream"),)
    return DIALECT.decode(Exchange(None, Response(200, headers, body), EVIDENCE))


def modelled(value: Any) -> Any:
    """Return an event without the members that botocore's model does not have."""
    if isinstance(value, dict):
        return {key: modelled(item) for key, item in value.items() if key not in UNMODELLED}
    return [modelled(item) for item in value] if isinstance(value, list) else value


def calls_of(events: list[dict[str, Any]]) -> list[tuple[str, str, Any]]:
    """Put calls together from botocore's events, by the documented rule."""
    deltas = [e["contentBlockDelta"] for e in events if "contentBlockDelta" in e]
    pieces = {
        index: "".join(d["delta"]["toolUse"]["input"] for d in run if "toolUse" in d["delta"])
        for index, run in groupby(deltas, lambda d: d["contentBlockIndex"])
    }
    starts = [e["contentBlockStart"] for e in events if "contentBlockStart" in e]
    return [
        (
            s["start"]["toolUse"]["toolUseId"],
            s["start"]["toolUse"]["name"],
            json.loads(pieces[s["contentBlockIndex"]]),
        )
        for s in starts
    ]


@given(LANE.answers())
def test_botocore_reads_the_responders_streams_as_we_do(answer: Answer) -> None:
    """The same events in the same order, and the same calls out of them."""
    reading = LANE.answered(answer, Mode.STREAMING)
    events = list(theirs(reading.exchange.response.body))
    assert [{event.name: event.json} for event in reading.events] == events
    assert [(c.id, c.name, c.arguments) for c in reading.reply.tool_calls] == calls_of(events)
    texts = [e["contentBlockDelta"]["delta"] for e in events if "contentBlockDelta" in e]
    said = [delta["text"] for delta in texts if "text" in delta]
    assert reading.reply.text == ("".join(said) if said else None)
    assert reading.reply.stop == next(
        e["messageStop"]["stopReason"] for e in events if "messageStop" in e
    )


@given(LANE.answers())
def test_botocore_reads_the_responders_bodies_whole(answer: Answer) -> None:
    """Every member of a blocking answer is one that botocore's model has."""
    response = LANE.answered(answer, Mode.BLOCKING).exchange.response
    shape = operation("Converse").output_shape
    sent = {"status_code": 200, "headers": dict(response.headers), "body": response.body}
    parsed = create_parser("rest-json").parse(sent, shape)
    del parsed["ResponseMetadata"]
    assert parsed == json.loads(response.body)


@given(answer=LANE.answers(), data=st.data())
def test_botocore_refuses_what_we_report(*, answer: Answer, data: st.DataObject) -> None:
    """A flipped byte in a stream makes botocore raise, and leaves an unread part with us."""
    body = bytearray(LANE.answered(answer, Mode.STREAMING).exchange.response.body)
    body[data.draw(st.integers(8, len(body) - 1))] ^= 0x55
    reading = ours(bytes(body))
    assert reading.reply.unread
    assert reading.reply.echo is None
    try:
        events = list(theirs(bytes(body)))
    except Exception:  # noqa: BLE001 - whatever botocore raises is a refusal
        return
    # Bytes botocore waits for in vain: a length that grew.
    assert len(events) <= len(reading.events)


def test_exceptions_inside_a_stream_are_botocores() -> None:
    """Type and message of an exception event are what botocore raises with."""
    body = eventstream.encode(
        {":message-type": "exception", ":exception-type": "throttlingException"},
        dump({"message": "Too many tokens."}),
    )
    error = ours(body).reply.error
    assert error is not None
    with pytest.raises(EventStreamError) as raised:
        list(theirs(body))
    assert raised.value.response["Error"] == {"Code": error.code, "Message": error.message}


def test_recorded_streams_have_botocores_events(shared: Path) -> None:
    """Every recorded Converse stream gives botocore's events, but for two members it does not know."""
    count = 0
    for line in recorded(shared, "bedrock"):
        framed = line.exchange.response.body.startswith(b"\0")
        if not framed or DIALECT.recognise(line.exchange).confidence < 0.9:
            continue
        reading = DIALECT.decode(line.exchange)
        assert reading.mode is Mode.STREAMING
        found = [{e.name: modelled(e.json)} for e in reading.events]
        assert found == list(theirs(line.exchange.response.body)), line.place
        count += 1
    assert count == 26


CALLS = (ToolCall("get_time", "t1", {"zone": "Ω"}), ToolCall("get_time", "t2", {}))
TOOL = Tool("get_time", "Time.", {"type": "object", "properties": {}}, strict=True)
CONVERSATIONS = [
    Conversation((UserTurn("?"),)),
    Conversation((UserTurn("?"),), (TOOL, Tool("now")), ToolChoice(ChoiceMode.REQUIRED)),
    Conversation(
        (
            UserTurn("?"),
            AssistantTurn("Let me.", CALLS),
            ResultsTurn(
                (ToolResult("t1", "get_time", "9"), ToolResult("t2", None, "no", error=True))
            ),
            UserTurn("And?"),
        ),
        (TOOL,),
        ToolChoice(ChoiceMode.NAMED, "get_time"),
        system="Be brief.",
    ),
]


@given(
    asked=st.sampled_from(CONVERSATIONS),
    model=st.sampled_from([ENDPOINT.model, ARN]),
    stream=st.booleans(),
)
def test_requests_are_what_botocore_would_send(
    *, asked: Conversation, model: str, stream: bool
) -> None:
    """Body and path satisfy botocore's model and are what its serialiser makes of them."""
    name = "ConverseStream" if stream else "Converse"
    shape = operation(name).input_shape
    endpoint = Endpoint(ENDPOINT.base_url, model)
    streamed = Conversation(
        asked.turns, asked.tools, asked.choice, system=asked.system, stream=stream
    )
    request = DIALECT.encode(streamed, endpoint)
    members = {"modelId": model, **json.loads(request.body)}
    assert not ParamValidator().validate(members, shape).has_errors()
    sent = create_serializer("rest-json").serialize_to_request(members, operation(name))
    assert request.url == ENDPOINT.base_url + sent["url_path"]
    assert request.method == sent["method"]
    assert json.loads(request.body) == json.loads(sent["body"])


def test_a_member_of_a_block_that_is_null_is_dropped() -> None:
    """Of a union one member is there, whatever others are written out as null."""
    use: JsonObject = {"toolUseId": "tooluse_1", "name": "add", "input": {"a": 1}}
    blocks: list[Json] = [{"text": "Hm.", "toolUse": None}, {"text": None, "toolUse": use}]
    body = dump({"output": {"message": {"role": "assistant", "content": blocks}}})
    response = {"body": body, "headers": {}, "status_code": 200}
    parsed = create_parser("rest-json").parse(response, operation("Converse").output_shape)
    kept: list[Json] = [{"text": "Hm."}, {"toolUse": use}]
    assert parsed["output"]["message"]["content"] == kept
    exchange = Exchange(
        None, Response(200, (("content-type", "application/json"),), body), EVIDENCE
    )
    assert DIALECT.decode(exchange).reply.echo == dump(kept)
