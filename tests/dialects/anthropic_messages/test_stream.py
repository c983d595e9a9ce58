"""Streams of named events, in both framings: whole, cut, and wrong."""

from __future__ import annotations

from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.hostile import hostile
from toolwire.dialects import load_dialect
from toolwire.io.framing import eventstream, sse
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Headers, Mode, Response
from toolwire.model.reply import ABSENT, CallDelta, Reading, Unread, Usage, WireError

DIALECT = load_dialect("anthropic-messages")
SSE_TYPE: Headers = (("content-type", "text/event-stream; charset=utf-8"),)
AWS_TYPE: Headers = (("content-type", "application/vnd.amazon.eventstream"),)

Events = list[JsonObject]


def read(body: bytes, headers: Headers = SSE_TYPE, status: int = 200) -> Reading:
    """Return the reading of a response whose request was not kept."""
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return DIALECT.decode(Exchange(None, Response(status, headers, body), evidence))


def streamed(events: Events) -> bytes:
    """Write events as the API does."""
    return b"".join(sse.encode(dump(e).decode(), str(e.get("type"))) for e in events)


def packed(events: Events) -> bytes:
    """Write events as Bedrock does."""
    return b"".join(
        eventstream.encode(
            {":event-type": "chunk", ":message-type": "event"},
            dump({"bytes": b64encode(dump(e)).decode(), "p": "abcd"}),
        )
        for e in events
    )


def opened(index: Json, block: JsonObject) -> JsonObject:
    """Return a content_block_start."""
    return {"type": "content_block_start", "index": index, "content_block": block}


def more(index: Json, kind: str, **members: Json) -> JsonObject:
    """Return a content_block_delta."""
    return {"type": "content_block_delta", "index": index, "delta": {"type": kind, **members}}


def use(ident: str, name: str) -> JsonObject:
    """Return the opening block of a call."""
    return {"type": "tool_use", "id": ident, "name": name, "input": {}}


START: JsonObject = {
    "type": "message_start",
    "message": {
        "id": "msg_1",
        "model": "m",
        "content": [],
        "stop_reason": None,
        "usage": {"input_tokens": 7, "output_tokens": 1},
    },
}
DELTA: JsonObject = {
    "type": "message_delta",
    "delta": {"stop_reason": "tool_use", "stop_sequence": None},
    "usage": {"input_tokens": None, "output_tokens": 9},
}
STOP: JsonObject = {"type": "message_stop"}
FULL: Events = [
    START,
    opened(0, {"type": "thinking", "thinking": "", "signature": ""}),
    {"type": "ping"},
    more(0, "thinking_delta", thinking="Hm"),
    more(0, "signature_delta", signature="c2ln"),
    opened(1, {"type": "text", "text": ""}),
    more(1, "text_delta", text="Let "),
    more(1, "text_delta", text="me."),
    more(1, "citations_delta", citation={"type": "page"}),
    opened(2, {**use("srvtoolu_1", "web_search"), "type": "server_tool_use"}),
    more(2, "input_json_delta", partial_json='{"q":1}'),
    opened(3, use("toolu_1", "add")),
    more(3, "input_json_delta", partial_json=""),
    more(3, "input_json_delta", partial_json='{"a": 1.50'),
    more(3, "input_json_delta", partial_json=', "b": "é"}'),
    {"type": "content_block_stop", "index": 3},
    opened(4, use("toolu_2", "now")),
    more(4, "input_json_delta", partial_json=""),
    opened(5, use("toolu_3", "now")),
    DELTA,
    STOP,
]


@pytest.mark.parametrize(
    ("write", "headers"), [(streamed, SSE_TYPE), (packed, AWS_TYPE), (streamed, ()), (packed, ())]
)
def test_a_whole_stream_is_read_in_either_framing(write: object, headers: Headers) -> None:
    """Parts are joined by block, usage and stop taken from the last word, with or without headers."""
    assert callable(write)
    reading = read(write(FULL), headers)
    reply = reading.reply
    assert reading.mode is Mode.STREAMING
    assert reading.body is ABSENT
    assert [event.json for event in reading.events] == FULL
    assert (reply.text, reply.text_pointer, reply.reasoning) == (
        "Let me.",
        "event[5]/content_block",
        "Hm",
    )
    assert reply.tool_calls == (
        ToolCall(
            "add",
            "toolu_1",
            {"a": 1.5, "b": "é"},
            '{"a": 1.50, "b": "é"}',
            pointer="event[11]/content_block",
        ),
        ToolCall("now", "toolu_2", {}, "", pointer="event[16]/content_block"),
        ToolCall("now", "toolu_3", {}, None, pointer="event[18]/content_block"),
    )
    assert (reply.stop, reply.stop_pointer) == ("tool_use", "event[19]/delta/stop_reason")
    assert (reply.id, reply.model, reply.usage) == ("msg_1", "m", Usage(7, 9))
    assert (reply.complete, reply.unread, reading.ok) == (True, (), True)


def test_the_echo_is_the_message_in_its_blocking_shape() -> None:
    """Thinking, signature and citations are whole, and arguments keep their own spelling."""
    assert (
        read(streamed(FULL)).reply.echo
        == (
            '[{"type":"thinking","thinking":"Hm","signature":"c2ln"},'
            '{"type":"text","text":"Let me.","citations":[{"type":"page"}]},'
            '{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"q":1}},'
            '{"type":"tool_use","id":"toolu_1","name":"add","input":{"a": 1.50, "b": "é"}},'
            '{"type":"tool_use","id":"toolu_2","name":"now","input":{}},'
            '{"type":"tool_use","id":"toolu_3","name":"now","input":{}}]'
        ).encode()
    )


def test_every_piece_of_a_call_is_a_delta_with_its_place() -> None:
    """Openings carry id, name and input; fragments carry text; server tools are left out."""
    deltas = read(streamed(FULL)).deltas
    assert [d.event for d in deltas] == [11, 12, 13, 14, 16, 17, 18]
    assert deltas[0] == CallDelta(
        11, "event[11]/content_block", 0, 3, "toolu_1", "add", "tool_use", {}
    )
    assert deltas[2] == CallDelta(13, "event[13]/delta", 0, 3, arguments='{"a": 1.50')


def test_a_message_may_open_with_its_calls() -> None:
    """Programmatic tool calling: the calls stand in message_start and no block follows."""
    call: JsonObject = {**use("toolu_9", "roll"), "input": {"player": 1}}
    start: JsonObject = {
        "type": "message_start",
        "message": {"id": "m", "content": [call], "stop_reason": "tool_use"},
    }
    reading = read(streamed([start, STOP]))
    pointer = "event[0]/message/content/0"
    assert reading.reply.tool_calls == (
        ToolCall("roll", "toolu_9", {"player": 1}, pointer=pointer),
    )
    assert (reading.reply.stop, reading.deltas[0].pointer) == ("tool_use", pointer)
    assert reading.reply.echo == dump([call])


def test_arguments_that_do_not_parse_are_kept() -> None:
    """The text stays, with the reason, and such a message has no echo."""
    events = [
        START,
        opened(0, use("t", "n")),
        more(0, "input_json_delta", partial_json='{"a":'),
        DELTA,
        STOP,
    ]
    reply = read(streamed(events)).reply
    (call,) = reply.tool_calls
    assert (call.arguments, call.raw) == (None, '{"a":')
    assert call.parse_error
    assert reply.unread[0].pointer == call.pointer
    assert reply.echo is None


@pytest.mark.parametrize(
    ("event", "unread"),
    [
        (
            more(4, "text_delta", text="x"),
            Unread("event[1]", "a delta of a block that was not started"),
        ),
        (opened(0, []), Unread("event[1]/content_block", "not an object")),  # type: ignore[arg-type] # wrong on purpose
        ({"type": "content_block_delta", "index": 0}, Unread("event[1]/delta", "not an object")),
        (START, Unread("event[1]", "a second message in one stream")),
    ],
)
def test_events_that_fit_nowhere_are_kept_as_unread(event: JsonObject, unread: Unread) -> None:
    """What cannot be placed is reported with its event, and the message has no echo."""
    reply = read(streamed([START, event, DELTA, STOP])).reply
    assert reply.unread == (unread,)
    assert reply.echo is None


def test_an_orphan_fragment_is_still_a_delta() -> None:
    """Rules about streaming see the piece, although no call can be made of it."""
    reading = read(streamed([START, more(4, "input_json_delta", partial_json="{}"), STOP]))
    assert reading.deltas == (CallDelta(1, "event[1]/delta", 0, 4, arguments="{}"),)
    assert reading.reply.tool_calls == ()


def test_calls_that_share_an_index_stay_apart() -> None:
    """A server that numbers every block 0 breaks a rule, but no call is lost."""
    events = [START]
    for ident in ("t1", "t2"):
        events += [
            opened(0, use(ident, "n")),
            more(0, "input_json_delta", partial_json=f'{{"x":"{ident}"}}'),
        ]
    calls = read(streamed([*events, DELTA, STOP])).reply.tool_calls
    assert [(c.id, c.arguments) for c in calls] == [("t1", {"x": "t1"}), ("t2", {"x": "t2"})]


def test_what_the_start_has_made_is_not_what_the_message_has() -> None:
    """Its count is of what was made so far: where no later event counts, nothing is told of the whole."""
    silent: JsonObject = {key: value for key, value in DELTA.items() if key != "usage"}
    other: JsonObject = {**DELTA, "usage": {"input_tokens": 7}}
    for last, made in ((DELTA, 9), (silent, None), (other, None)):
        usage = read(streamed([START, opened(0, use("t1", "n")), last, STOP])).reply.usage
        assert usage is not None
        assert (usage.input, usage.output) == (7, made)
    # Without a block of its own there is nothing that the start does not have.
    usage = read(streamed([START, silent, STOP])).reply.usage
    assert usage is not None
    assert usage.output == 1


def test_a_block_that_is_opened_twice_is_one() -> None:
    """The second opening says nothing new; behind a piece, or of another call, it is another block."""
    call, piece = use("toolu_1", "look_up"), more(0, "input_json_delta", partial_json='{"a": 1}')
    begun: JsonObject = {"type": "message_start", "message": {"id": "msg_1", "content": []}}
    twice = read(streamed([begun, opened(0, call), opened(0, call), piece]))
    assert [one.arguments for one in twice.reply.tool_calls] == [{"a": 1}]
    assert [one.pointer for one in twice.reply.unread] == ["event[2]/content_block"]
    later = read(streamed([begun, opened(0, call), piece, opened(0, call)]))
    other = read(streamed([begun, opened(0, call), opened(0, use("toolu_2", "look_up"))]))
    assert [len(one.reply.tool_calls) for one in (later, other)] == [2, 2]


def test_content_of_the_start_that_blocks_tell_again_is_told_once() -> None:
    """What the blocks tell is the message, and can be sent back; a block behind the content is one more."""
    call, piece = use("toolu_1", "look_up"), more(0, "input_json_delta", partial_json='{"a": 1}')
    held: JsonObject = {**call, "input": {"a": 1}}
    begun: JsonObject = {"type": "message_start", "message": {"id": "msg_1", "content": [held]}}
    again = read(streamed([begun, opened(0, call), piece, DELTA, STOP]))
    assert [one.pointer for one in again.reply.tool_calls] == ["event[1]/content_block"]
    assert [one.pointer for one in again.reply.unread] == ["event[0]/message/content"]
    assert [one.event for one in again.deltas] == [1, 2]
    assert again.reply.echo is not None
    behind = read(streamed([begun, opened(1, use("toolu_2", "look_up")), DELTA, STOP]))
    assert (len(behind.reply.tool_calls), behind.reply.unread) == (2, ())


def test_a_second_message_is_read_on_as_the_sdk_reads_it() -> None:
    """Its blocks come after the first's, a delta goes to the first block of its index."""
    second: Events = [
        START,
        opened(0, use("t2", "n")),
        more(0, "input_json_delta", partial_json='{"x": 1}'),
        DELTA,
        STOP,
    ]
    reading = read(streamed([START, opened(0, use("t1", "n")), *second]))
    calls = reading.reply.tool_calls
    assert [(c.id, c.arguments) for c in calls] == [("t1", {"x": 1}), ("t2", {})]
    assert [part.pointer for part in reading.reply.unread] == ["event[2]"]
    assert reading.reply.echo is None


def test_a_delta_of_a_later_version_costs_the_echo_only() -> None:
    """An unknown delta type is drift, not damage, but the message is no longer whole."""
    events = [
        START,
        opened(0, {"type": "text", "text": "a"}),
        more(0, "colour_delta", colour=1),
        DELTA,
        STOP,
    ]
    reply = read(streamed(events)).reply
    assert (reply.text, reply.unread, reply.echo) == ("a", (), None)


@pytest.mark.parametrize(
    ("body", "headers", "error"),
    [
        (
            streamed(
                [START, {"type": "error", "error": {"type": "overloaded_error", "message": "Busy"}}]
            ),
            SSE_TYPE,
            WireError("Busy", "overloaded_error", "event[1]/error"),
        ),
        (sse.encode('{"message":"Oh"}', "error"), SSE_TYPE, WireError("Oh", None, "event[0]")),
        (sse.encode("gateway timeout", "error"), SSE_TYPE, WireError("", None, "event[0]")),
        (sse.encode('{"error":{"code":500}}'), SSE_TYPE, WireError("", "500", "event[0]/error")),
        (
            eventstream.encode(
                {":exception-type": "throttlingException", ":message-type": "exception"},
                b'{"message":"Slow"}',
            ),
            AWS_TYPE,
            WireError("Slow", "throttlingException", "event[0]"),
        ),
    ],
)
def test_errors_inside_a_stream_are_found(body: bytes, headers: Headers, error: WireError) -> None:
    """By payload or by the event's name, in both framings; the stream is then not complete."""
    reading = read(body, headers)
    assert reading.reply.error == error
    assert not reading.reply.complete
    assert not reading.ok


def test_a_stream_with_an_error_status_is_an_error() -> None:
    """The status counts even where no event says what is wrong."""
    assert read(streamed([START, STOP]), status=500).reply.error == WireError("", None, "status")


def test_broken_payloads_of_an_event_stream_are_kept() -> None:
    """Payloads without bytes, with bad base64 or a wrong checksum are unread, not skipped."""
    frames = [dump({"p": "x"}), dump({"bytes": "%%%"}), b"\xff"]
    body = b"".join(eventstream.encode({":event-type": "chunk"}, f) for f in frames)
    broken = bytearray(packed([STOP]))
    broken[-1] ^= 1
    reading = read(body + bytes(broken), AWS_TYPE)
    assert [event.json for event in reading.events] == [ABSENT] * 3
    assert [u.pointer for u in reading.reply.unread] == [
        "event[0]",
        "event[1]",
        "event[2]",
        "event[3]",
    ]
    assert not reading.reply.complete


@given(st.data(), st.sampled_from([(streamed, SSE_TYPE), (packed, AWS_TYPE)]))
def test_a_stream_cut_anywhere_is_not_complete(
    data: st.DataObject, how: tuple[object, Headers]
) -> None:
    """Cut at any byte it does not raise, is not complete, and has no more than was sent."""
    write, headers = how
    assert callable(write)
    whole = write(FULL)
    reading = read(whole[: data.draw(st.integers(0, len(whole) - 1))], headers)
    assert not reading.reply.complete
    assert [event.json for event in reading.events] == FULL[: len(reading.events)]


PIECES = hostile(
    "tool_use text input_json_delta text_delta",
    "type text partial_json input id name citations stop_reason message content usage",
    leaves=8,
)
WRONG = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from([str(e["type"]) for e in FULL] + ["error", "content_block_stop"])
        | PIECES,
        "index": PIECES,
        "delta": PIECES,
        "content_block": PIECES,
        "message": PIECES,
        "usage": PIECES,
        "error": PIECES,
    },
)


@given(st.lists(WRONG | PIECES, max_size=8))
def test_hostile_events_are_read_without_raising(events: list[Json]) -> None:
    """Whatever stands where events are due, every one is kept, and complete means a stop came."""
    body = b"".join(sse.encode(dump(e).decode()) for e in events)
    reading = read(body)
    assert [event.json for event in reading.events] == events
    stops = [e for e in events if isinstance(e, dict) and e.get("type") == "message_stop"]
    assert not reading.reply.complete or stops
    DIALECT.facets(reading)
