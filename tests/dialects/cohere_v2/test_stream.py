"""Streamed v2 responses: events in order, out of order, cut and hostile."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects.cohere_v2 import DIALECT
from toolwire.io.framing import ndjson, sse
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Response
from toolwire.model.reply import ABSENT, CallDelta, Reading, Unread, Usage, WireError

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
START: JsonObject = {
    "id": "s1",
    "type": "message-start",
    "delta": {"message": {"role": "assistant", "content": [], "tool_plan": "", "tool_calls": []}},
}


def event(kind: str, message: Json = None, **members: Json) -> JsonObject:
    """Make one event."""
    delta: JsonObject = {} if message is None else {"delta": {"message": message}}
    return {"type": kind, **delta, **members}


def opened(index: int, name: str, arguments: Json = "") -> JsonObject:
    """Make the event that opens a call."""
    call: JsonObject = {
        "id": f"{name}_1",
        "type": "function",
        "function": {"name": name, "arguments": arguments},
    }
    return event("tool-call-start", {"tool_calls": call}, index=index)


def piece(index: int, arguments: Json) -> JsonObject:
    """Make the event that adds to a call's arguments."""
    return event(
        "tool-call-delta", {"tool_calls": {"function": {"arguments": arguments}}}, index=index
    )


def ended(**members: Json) -> JsonObject:
    """Make the last event."""
    return {"type": "message-end", "delta": {"finish_reason": "TOOL_CALL", **members}}


def read(*events: Json, tail: bytes = b"") -> Reading:
    """Decode a stream of these events."""
    data = b"".join(sse.encode(dump(e).decode()) for e in events) + tail
    response = Response(200, (("content-type", "text/event-stream"),), data)
    return DIALECT.decode(Exchange(None, response, EVIDENCE))


@pytest.mark.parametrize("media", ["application/stream+json", "application/json", "text/plain"])
def test_events_on_lines_are_read_as_the_others(media: str) -> None:
    """Who does not ask for server-sent events gets the same events, one on each line."""
    events = [START, opened(0, "a"), piece(0, "{}"), ended()]
    lines = b"".join(ndjson.encode(dump(one).decode()) for one in events)
    exchange = Exchange(None, Response(200, (("content-type", media),), lines), EVIDENCE)
    assert DIALECT.recognise(exchange).confidence >= 0.9
    reading = DIALECT.decode(exchange)
    assert (reading.mode, reading.reply) == (Mode.STREAMING, read(*events).reply)


def test_two_calls_that_alternate_are_told_apart_by_index() -> None:
    """Fragments belong to the call of their index, in whatever order they come."""
    reading = read(
        START,
        event("tool-plan-delta", {"tool_plan": "I will "}),
        event("tool-plan-delta", {"tool_plan": "look."}),
        opened(0, "a"),
        opened(1, "b"),
        piece(1, '{"y":'),
        piece(0, '{"x": '),
        piece(0, "1}"),
        piece(1, "2}"),
        event("tool-call-end", index=0),
        event("tool-call-end", index=1),
        ended(usage={"tokens": {"input_tokens": 7, "output_tokens": 8}}),
        tail=sse.encode("[DONE]"),
    )
    reply = reading.reply
    assert [(c.name, c.id, c.arguments, c.raw) for c in reply.tool_calls] == [
        ("a", "a_1", {"x": 1}, '{"x": 1}'),
        ("b", "b_1", {"y": 2}, '{"y":2}'),
    ]
    assert (reply.text, reply.reasoning, reply.id) == (None, "I will look.", "s1")
    assert (reply.stop, reply.stop_pointer) == ("TOOL_CALL", "event[11]/delta/finish_reason")
    assert (reply.usage, reply.complete, reply.unread) == (Usage(7, 8), True, ())
    assert (reading.mode, len(reading.events)) == (Mode.STREAMING, 13)


def test_deltas_are_kept_as_they_stand() -> None:
    """Each piece of a call keeps its event, its number and the members that are there."""
    reading = read(START, opened(0, "a"), piece(0, "{}"), ended())
    place = "delta/message/tool_calls"
    assert reading.deltas == (
        CallDelta(1, f"event[1]/{place}", 0, 0, "a_1", "a", "function", ""),
        CallDelta(2, f"event[2]/{place}", 0, 0, arguments="{}"),
    )
    assert reading.reply.tool_calls[0].pointer == f"event[1]/{place}"


def test_parts_and_calls_have_numbers_of_their_own() -> None:
    """Part 0 and call 0 are two things; thinking and text are told apart."""
    reply = read(
        START,
        event("content-start", {"content": {"type": "thinking", "thinking": ""}}, index=0),
        event("content-delta", {"content": {"thinking": "Hm."}}, index=0),
        event("content-start", {"content": {"type": "text", "text": ""}}, index=1),
        event("content-delta", {"content": {"text": "Cold"}}, index=1),
        opened(0, "a", "{}"),
        event("content-delta", {"content": {"text": "."}}, index=1),
        event("citation-start", {"citations": {"start": 0, "end": 4}}, index=0),
        ended(),
    ).reply
    assert (reply.text, reply.reasoning) == ("Cold.", "Hm.")
    assert reply.text_pointer == "event[3]/delta/message/content"
    assert reply.tool_calls[0].raw == "{}"
    assert reply.echo is not None
    assert parse(reply.echo) == {
        "role": "assistant",
        "content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Cold."}],
        "tool_calls": [
            {"id": "a_1", "type": "function", "function": {"name": "a", "arguments": "{}"}}
        ],
        "citations": [{"start": 0, "end": 4}],
    }


def test_a_call_without_fragments_has_empty_arguments() -> None:
    """Servers send calls without arguments so; it is observed, not mended to an object."""
    (call,) = read(START, opened(0, "a"), event("tool-call-end", index=0), ended()).reply.tool_calls
    assert (call.raw, call.arguments, call.parse_error) == ("", None, "empty")


@pytest.mark.parametrize(
    ("events", "unread"),
    [
        ((START, piece(0, "{}")), Unread("event[1]", "a piece of a call that was not started")),
        (
            (START, event("content-delta", {"content": {"text": "x"}}, index=0)),
            Unread("event[1]", "a piece of a part that was not started"),
        ),
        (
            (START, event("tool-call-start", {"tool_calls": [{}]}, index=0)),
            Unread("event[1]/delta/message/tool_calls", "not an object"),
        ),
        (
            (START, event("tool-call-delta", None, index=0)),
            Unread("event[1]/delta/message/tool_calls", "not an object"),
        ),
        (
            (START, opened(0, "a"), piece(0, {"x": 1})),
            Unread("event[2]/delta/message/tool_calls/function/arguments", "not a string"),
        ),
        (
            (START, event("content-start", {"content": "x"}, index=0)),
            Unread("event[1]/delta/message/content", "not an object"),
        ),
        (
            (
                START,
                event("content-start", {"content": {"type": "text"}}, index=0),
                event("content-delta", {"content": {"x": 1}}, index=0),
            ),
            Unread("event[2]/delta/message/content", "neither text nor thinking"),
        ),
        (
            (event("message-start", {"content": ["x"]}),),
            Unread("event[0]/delta/message/content", "not empty"),
        ),
        ((START, [1]), Unread("event[1]", "the event is not an object")),
        ((START, START), Unread("event[1]", "a second message in one stream")),
    ],
)
def test_what_does_not_fit_is_kept_and_spoils_the_echo(
    events: tuple[Json, ...], unread: Unread
) -> None:
    """A message with a part that could not be read is reported and not said again."""
    reply = read(*events, ended()).reply
    assert reply.unread == (unread,)
    assert reply.echo is None


def test_an_event_that_is_not_json_is_kept() -> None:
    """The text stays in the events, and the rest of the stream is read."""
    reading = read(START, opened(0, "a", "{}"), tail=b"data: {oops\n\n" + sse.encode("[DONE]"))
    assert reading.events[2].json is ABSENT
    assert reading.reply.unread == (Unread("event[2]", "the event is not JSON"),)
    assert len(reading.reply.tool_calls) == 1


def test_a_second_message_is_not_mixed_into_the_first() -> None:
    """Only the first message of a stream is read."""
    reply = read(START, opened(0, "a", "{}"), START, opened(0, "b", "{}"), ended()).reply
    assert [call.name for call in reply.tool_calls] == ["a"]
    assert not reply.complete


def test_an_object_as_arguments_stays_an_object() -> None:
    """A server that opens a call with an object is read, and judged by rules."""
    (call,) = read(START, opened(0, "a", {"x": 1}), ended()).reply.tool_calls
    assert (call.arguments, call.raw) == ({"x": 1}, None)


@pytest.mark.parametrize(
    ("last", "error"),
    [
        (ended(error="it broke"), WireError("it broke", None, "event[1]/delta/error")),
        ({"message": "it broke"}, WireError("it broke", None, "event[1]/message")),
        ({"error": {"message": "x", "code": 5}}, WireError("x", "5", "event[1]/error")),
        ({"type": "error", "message": "x"}, WireError("x", None, "event[1]/message")),
        ({"type": "error", "error": "x"}, WireError("x", None, "event[1]/error")),
    ],
)
def test_errors_in_a_stream(last: JsonObject, error: WireError) -> None:
    """An error in the last event, or an event that is nothing else, is the reply's error."""
    reading = read(START, last)
    assert reading.reply.error == error
    assert not reading.ok
    DIALECT.facets(reading)


def test_unknown_and_debug_events_change_nothing() -> None:
    """Events of a later version are kept and passed over."""
    reading = read(START, {"type": "debug", "prompt": "x"}, {"type": "later"}, opened(0, "a", "{}"))
    assert (len(reading.events), reading.reply.unread, reading.reply.error) == (4, (), None)
    assert not reading.reply.complete


def test_a_stream_cut_inside_an_event_says_so() -> None:
    """What came is kept, the message is not complete and has no echo."""
    reply = read(START, opened(0, "a"), tail=b'data: {"type": "tool-ca').reply
    assert reply.unread == (Unread("event[2]", "the stream ended inside an event"),)
    assert (reply.complete, reply.echo, len(reply.tool_calls)) == (False, None, 1)


def test_an_error_status_of_a_stream_is_an_error() -> None:
    """A failed status counts although the body is a stream."""
    response = Response(500, (("content-type", "text/event-stream"),), b": nothing\n\n")
    assert DIALECT.decode(Exchange(None, response, EVIDENCE)).reply.error is not None


EVENTS = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(
            [
                "message-start",
                "message-end",
                "tool-call-start",
                "tool-call-delta",
                "content-start",
                "content-delta",
                "citation-start",
                "tool-plan-delta",
            ]
        )
        | st.integers(),
        "index": st.integers(0, 2) | st.none() | st.booleans() | st.text(max_size=2),
        "delta": st.none()
        | st.fixed_dictionaries(
            {},
            optional={
                "message": st.none()
                | st.dictionaries(
                    st.sampled_from(["tool_calls", "content", "tool_plan", "citations"]),
                    st.none()
                    | st.text(max_size=3)
                    | st.lists(st.none(), max_size=1)
                    | st.dictionaries(
                        st.sampled_from(["id", "type", "function", "text", "thinking"]),
                        st.none() | st.text(max_size=3) | st.just({"arguments": "{"}),
                    ),
                ),
                "finish_reason": st.none() | st.text(max_size=3),
                "error": st.none() | st.text(max_size=3),
            },
        ),
        "message": st.none() | st.text(max_size=3),
    },
)


@given(st.lists(EVENTS, max_size=8))
def test_no_order_of_events_raises(events: list[JsonObject]) -> None:
    """Any events in any order give a reading with facets."""
    reading = read(*events)
    DIALECT.facets(reading)
    assert len(reading.events) == len(events)
    assert reading.reply.complete >= any(e.get("type") == "message-end" for e in events[:1])
