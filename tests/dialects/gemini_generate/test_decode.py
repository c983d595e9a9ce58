"""Responses are read as they stand: blocking, SSE, JSON array."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.dialects.gemini_generate.messages import (
    EVENTS,
    FIND,
    JSON,
    array,
    decode,
    message,
    sse,
)
from tests.support.wire import EVIDENCE
from toolwire.dialects.gemini_generate import DIALECT
from toolwire.io.json_text import dump, parse
from toolwire.model.exchange import Exchange, Mode, Request, Response
from toolwire.model.reply import ABSENT


def test_a_blocking_reply_is_read_with_pointers() -> None:
    """Text, calls, stop, usage, id and model come with where they stand."""
    body = dump(
        message(
            {"text": "Thinking ", "thought": True},
            {"text": "I look"},
            {"functionCall": {"id": "a1", "name": "find", "args": {"n": 1.5}}},
            {"text": " it up"},
            {"functionCall": {"name": "now"}, "thoughtSignature": "c2ln"},
            stop="STOP",
            usageMetadata={"promptTokenCount": 3, "candidatesTokenCount": 2, "totalTokenCount": 9},
            responseId="r1",
            modelVersion="gemini-test",
        )
    )
    reading = decode(body)
    reply = reading.reply
    assert reading.mode is Mode.BLOCKING
    assert (reading.events, reading.deltas, reading.body_error) == ((), (), None)
    assert (reply.text, reply.text_pointer) == (
        "I look it up",
        "/candidates/0/content/parts/1/text",
    )
    assert reply.reasoning == "Thinking "
    assert [(c.id, c.name, c.arguments, c.raw, c.pointer) for c in reply.tool_calls] == [
        ("a1", "find", {"n": 1.5}, None, "/candidates/0/content/parts/2/functionCall"),
        (None, "now", {}, None, "/candidates/0/content/parts/4/functionCall"),
    ]
    assert (reply.stop, reply.stop_pointer) == ("STOP", "/candidates/0/finishReason")
    assert (reply.usage.input, reply.usage.output, reply.usage.total) == (3, 2, 9)
    assert (reply.id, reply.model, reply.complete) == ("r1", "gemini-test", True)


def test_the_echo_of_a_blocking_reply_is_its_own_bytes() -> None:
    """The candidate's content is cut out of the body, spacing and all."""
    content = b'{ "role":"model","parts": [{"functionCall":{"name":"a","args":{"n":1.0}}}] }'
    body = b'{"candidates": [{"finishReason": "STOP", "content": ' + content + b"}]}"
    assert decode(body).reply.echo == content


@pytest.mark.parametrize("frame", [sse, array])
def test_a_stream_is_read_event_by_event(frame: Callable[..., bytes]) -> None:
    """Pieces of text join, each functionCall part is a call with its event's pointer."""
    reading = decode(
        frame(
            message({"text": "I "}, responseId="r1"),
            message({"text": "look"}),
            message({**FIND, "thoughtSignature": "c2ln"}),
            message(FIND, {"functionCall": {"id": "b", "name": "now"}}),
            message({"text": ""}, stop="STOP", usageMetadata={"promptTokenCount": 3}),
        ),
        headers=EVENTS if frame is sse else JSON,
    )
    reply = reading.reply
    assert reading.mode is Mode.STREAMING
    assert reading.body is ABSENT
    assert [event.number for event in reading.events] == [0, 1, 2, 3, 4]
    assert (reply.text, reply.text_pointer) == (
        "I look",
        "event[0]/candidates/0/content/parts/0/text",
    )
    assert [(c.name, c.pointer) for c in reply.tool_calls] == [
        ("find", "event[2]/candidates/0/content/parts/0/functionCall"),
        ("find", "event[3]/candidates/0/content/parts/0/functionCall"),
        ("now", "event[3]/candidates/0/content/parts/1/functionCall"),
    ]
    assert [(d.event, d.choice, d.index, d.id, d.arguments) for d in reading.deltas] == [
        (2, 0, 0, ABSENT, {"city": "Paris"}),
        (3, 0, 1, ABSENT, {"city": "Paris"}),
        (3, 0, 2, "b", ABSENT),
    ]
    assert (reply.stop, reply.stop_pointer) == ("STOP", "event[4]/candidates/0/finishReason")
    assert reply.complete is True
    assert parse(reply.echo) == {
        "role": "model",
        "parts": [
            {"text": "I look"},
            {**FIND, "thoughtSignature": "c2ln"},
            FIND,
            {"functionCall": {"id": "b", "name": "now"}},
        ],
    }


def test_an_echo_keeps_signatures_on_text_parts_apart() -> None:
    """Text is joined only where nothing but text is on both parts; thoughts stay thoughts."""
    parts = [
        {"text": "T1", "thought": True},
        {"text": "T2", "thought": True},
        {"text": "a"},
        {"text": "b"},
        {"text": "", "thoughtSignature": "c2ln"},
        {"text": "c"},
    ]
    echo = decode(sse(*map(message, parts))).reply.echo
    assert parse(echo)["parts"] == [
        {"text": "T1T2", "thought": True},
        {"text": "ab"},
        {"text": "", "thoughtSignature": "c2ln"},
        {"text": "c"},
    ]


def test_server_side_parts_are_no_calls() -> None:
    """Code execution and server tools are neither calls nor text, but stay in the echo."""
    parts = [
        {"executableCode": {"language": "PYTHON", "code": "1"}},
        {"codeExecutionResult": {"outcome": "OUTCOME_OK"}},
        {"toolCall": {"id": "s1"}},
        {"toolResponse": {"id": "s1"}},
    ]
    reply = decode(sse(message(*parts, stop="STOP"))).reply
    assert (reply.text, reply.tool_calls, reply.unread) == (None, (), ())
    assert parse(reply.echo)["parts"] == parts


def test_a_call_without_a_name_is_kept() -> None:
    """A nameless part that continues nothing is a call without a name."""
    reply = decode(dump(message({"functionCall": {}}, stop="STOP"))).reply
    assert [(c.name, c.arguments) for c in reply.tool_calls] == [(None, {})]


def test_wrong_types_are_observed_not_mended() -> None:
    """Text where an object belongs stays text; what is no part is reported unread."""
    reply = decode(
        dump(message({"functionCall": {"name": 5, "args": '{"a":1}'}}, {"functionCall": "x"}, 7))
    ).reply
    assert [(c.name, c.arguments, c.raw) for c in reply.tool_calls] == [(None, '{"a":1}', None)]
    assert [unread.pointer for unread in reply.unread] == [
        "/candidates/0/content/parts/1/functionCall",
        "/candidates/0/content/parts/2",
    ]


def test_only_the_first_candidate_makes_the_reply() -> None:
    """Pieces of other candidates are seen as deltas, whatever order they come in."""
    other = {"index": 1, "content": {"parts": [FIND]}, "finishReason": "MAX_TOKENS"}
    first = {"index": 0, "content": {"parts": [{"text": "a"}]}, "finishReason": "STOP"}
    reading = decode(sse({"candidates": [other]}, {"candidates": [first]}))
    assert (reading.reply.text, reading.reply.stop, reading.reply.tool_calls) == ("a", "STOP", ())
    assert [delta.choice for delta in reading.deltas] == [1]


@pytest.mark.parametrize("frame", [sse, array, dump])
def test_a_blocked_prompt_stops_with_its_block_reason(frame: Callable[..., bytes]) -> None:
    """Without candidates the block reason is the stop, and the reply is whole."""
    reply = decode(frame({"promptFeedback": {"blockReason": "SAFETY"}})).reply
    assert (reply.stop, reply.complete, reply.text) == ("SAFETY", True, None)
    assert reply.stop_pointer.endswith("/promptFeedback/blockReason")


def test_what_was_asked_is_read_once_with_the_response() -> None:
    """The request is there as JSON and in neutral terms; an unreadable one is None."""
    url = "https://host.invalid/v1beta/models/m:streamGenerateContent"
    response = Response(200, JSON, b"{}")
    body = b'{"contents":[{"role":"user","parts":[{"text":"Hi"}]}]}'
    reading = DIALECT.decode(Exchange(Request("POST", url, (), body), response, EVIDENCE))
    assert reading.request == parse(body)
    assert reading.conversation.stream is True
    broken = DIALECT.decode(Exchange(Request("POST", url, (), b"{"), response, EVIDENCE))
    assert (broken.request, broken.conversation) == (None, None)
