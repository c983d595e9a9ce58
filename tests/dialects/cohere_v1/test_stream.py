"""Streamed v1 responses in both framings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects.cohere_v1 import DIALECT
from toolwire.io.framing import ndjson, sse
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Response
from toolwire.model.reply import ABSENT, CallDelta, Reading, Unread, Usage, WireError

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
START: JsonObject = {"event_type": "stream-start", "generation_id": "g"}
CALLS: list[Json] = [
    {"name": "a", "parameters": {"x": 1}},
    {"name": "b", "parameters": {"y": 2}},
]


def said(text: Json) -> JsonObject:
    """Make an event of the answer's text."""
    return {"event_type": "text-generation", "text": text}


def chunk(**delta: Json) -> JsonObject:
    """Make an event with a piece of a call."""
    return {"event_type": "tool-calls-chunk", "tool_call_delta": delta}


def calls(entries: Json, **members: Json) -> JsonObject:
    """Make the event that holds the calls whole."""
    return {"event_type": "tool-calls-generation", "tool_calls": entries, **members}


def ended(**response: Json) -> JsonObject:
    """Make the last event."""
    return {"event_type": "stream-end", "finish_reason": "COMPLETE", "response": response}


def read(*events: Json, tail: bytes = b"", media: str = "application/stream+json") -> Reading:
    """Decode a stream of these events, a line each."""
    data = b"".join(ndjson.encode(dump(e).decode()) for e in events) + tail
    return DIALECT.decode(Exchange(None, Response(200, (("content-type", media),), data), EVIDENCE))


def test_an_answer() -> None:
    """Texts join, and the end brings the stop word and the counts."""
    reply = read(
        START,
        said("It is "),
        said("cold."),
        {"event_type": "citation-generation", "citations": []},
        ended(
            text="It is cold.",
            meta={"tokens": {"input_tokens": 3, "output_tokens": 4}},
            chat_history=[{"role": "CHATBOT", "message": "It is cold."}],
        ),
    ).reply
    assert (reply.text, reply.text_pointer) == ("It is cold.", "event[1]/text")
    assert (reply.stop, reply.stop_pointer) == ("COMPLETE", "event[4]/finish_reason")
    assert (reply.id, reply.usage, reply.complete) == ("g", Usage(3, 4), True)
    assert (reply.tool_calls, reply.unread, reply.error) == ((), (), None)
    assert reply.echo == b'{"role":"CHATBOT","message":"It is cold."}'


def test_calls_are_taken_whole_although_pieces_came_before() -> None:
    """Pieces are kept as deltas in wire order; the whole calls are the reply's."""
    reading = read(
        START,
        {"event_type": "tool-calls-chunk", "text": "I will "},
        {"event_type": "tool-calls-chunk", "text": "look.", "tool_call_delta": None},
        chunk(index=0, name="a"),
        chunk(index=1, name="b"),
        chunk(index=1, parameters='{"y":2}'),
        chunk(index=0, parameters='{"x":1}'),
        calls(CALLS, text="I will look."),
        ended(text="I will look.", tool_calls=CALLS),
    )
    assert reading.reply.tool_calls == (
        ToolCall("a", None, {"x": 1}, pointer="event[7]/tool_calls/0"),
        ToolCall("b", None, {"y": 2}, pointer="event[7]/tool_calls/1"),
    )
    assert reading.reply.text == "I will look."
    assert [(d.event, d.index, d.name, d.arguments) for d in reading.deltas] == [
        (3, 0, "a", ABSENT),
        (4, 1, "b", ABSENT),
        (5, 1, ABSENT, '{"y":2}'),
        (6, 0, ABSENT, '{"x":1}'),
    ]
    assert reading.deltas[0] == CallDelta(3, "event[3]/tool_call_delta", 0, 0, name="a")


def test_pieces_count_where_the_stream_breaks_off() -> None:
    """Without the whole calls, what came of each is shown with what is wrong with it."""
    reply = read(
        START,
        chunk(index=0, name="a"),
        chunk(index=0, parameters='{"x":'),
        chunk(index=1.0, name="b"),
    ).reply
    first, second = reply.tool_calls
    assert (first.name, first.raw, first.arguments) == ("a", '{"x":', None)
    assert first.parse_error
    assert second == ToolCall("b", pointer="event[3]/tool_call_delta")
    assert (reply.complete, reply.echo) == (False, None)


def test_calls_of_the_end_count_where_no_other_event_has_them() -> None:
    """The response that the end repeats is the last resort, for text as well."""
    reply = read(START, ended(text="Now.", tool_calls=CALLS, finish_reason="ERROR")).reply
    assert [call.pointer for call in reply.tool_calls] == [
        "event[1]/response/tool_calls/0",
        "event[1]/response/tool_calls/1",
    ]
    assert (reply.text, reply.text_pointer) == ("Now.", "event[1]/response/text")
    assert reply.stop == "COMPLETE"


def test_the_plan_in_the_delta_is_text() -> None:
    """Words inside a piece, and those of the whole calls, are the reply's text."""
    assert read(START, chunk(text="I will."), calls(CALLS)).reply.text == "I will."
    assert read(START, calls(CALLS, text="I will.")).reply.text == "I will."


def test_a_composed_echo_holds_text_and_calls() -> None:
    """A stream whose end repeats nothing is put together from its events."""
    echo = read(START, said("Hm."), calls(CALLS), ended()).reply.echo
    assert echo is not None
    assert parse(echo) == {"role": "CHATBOT", "message": "Hm.", "tool_calls": CALLS}
    assert read(START, ended()).reply.echo is None


def test_server_sent_events_carry_the_same() -> None:
    """The framing changes, the events do not."""
    events = (START, said("Hi"), calls(CALLS), ended(text="Hi"))
    body = b"".join(sse.encode(dump(event).decode()) for event in events)
    response = Response(200, (("content-type", "text/event-stream"),), body)
    framed = DIALECT.decode(Exchange(None, response, EVIDENCE))
    lines = read(*events)
    assert framed.reply == lines.reply
    assert framed.mode is lines.mode is Mode.STREAMING
    assert [event.json for event in framed.events] == [event.json for event in lines.events]


@pytest.mark.parametrize("media", ["application/json", "", "text/event-stream", "text/plain"])
def test_lines_are_known_by_their_first_event(media: str) -> None:
    """A wrong content type does not hide a stream."""
    assert read(START, said("Hi"), media=media).mode is Mode.STREAMING


@pytest.mark.parametrize(
    ("body", "media", "mode"),
    [
        (b"", "application/stream+json", Mode.STREAMING),
        (b'{"event_ty', "application/stream+json", Mode.STREAMING),
        (b'{"event_ty', "application/json", Mode.BLOCKING),
        (b'{"message":"no"}', "application/stream+json", Mode.BLOCKING),
        (b"[1]", "application/stream+json", Mode.BLOCKING),
        (b"", "text/event-stream", Mode.STREAMING),
    ],
)
def test_the_content_type_decides_where_the_bytes_do_not(
    body: bytes, media: str, mode: Mode
) -> None:
    """A stream cut in its first event is still one; an error is not."""
    response = Response(200, (("content-type", media),), body)
    assert DIALECT.decode(Exchange(None, response, EVIDENCE)).mode is mode


def test_the_last_line_may_lack_its_end() -> None:
    """An object that is whole counts, a cut one is reported."""
    whole = read(START, tail=dump(ended(text="x")))
    assert (whole.reply.complete, whole.reply.unread) == (True, ())
    cut = read(START, tail=b'{"event_type":"text-gen')
    assert cut.reply.unread == (Unread("event[1]", "the stream ended inside an event"),)
    assert not cut.reply.complete


@pytest.mark.parametrize(
    ("event", "unread"),
    [
        (said(None), Unread("event[1]/text", "not a string")),
        (calls({}), Unread("event[1]/tool_calls", "not an array")),
        (calls([1]), Unread("event[1]/tool_calls/0", "not an object")),
        (
            chunk(index=0, parameters={}),
            Unread("event[1]/tool_call_delta/parameters", "not a string"),
        ),
        (
            {"event_type": "tool-calls-chunk", "tool_call_delta": [1]},
            Unread("event[1]/tool_call_delta", "not an object"),
        ),
        (7, Unread("event[1]", "the event is not an object")),
    ],
)
def test_what_does_not_fit_is_kept(event: Json, unread: Unread) -> None:
    """It is reported with its place, and no message is composed of what is left."""
    reply = read(START, event, ended()).reply
    assert reply.unread == (unread,)
    assert reply.echo is None


def test_a_line_that_is_not_json_is_kept() -> None:
    """The text stays in the events, and the rest of the stream is read."""
    reading = read(START, said("a"), tail=b"{oops\n" + dump(said("b")) + b"\n")
    assert reading.events[2].json is ABSENT
    assert reading.reply.text == "ab"
    assert reading.reply.unread == (Unread("event[2]", "the event is not JSON"),)


def test_an_error_in_a_stream() -> None:
    """A line that is nothing but a message is the reply's error."""
    reading = read(START, {"message": "it broke"})
    assert reading.reply.error == WireError("it broke", None, "event[1]/message")
    assert DIALECT.facets(reading)["error_field"] == "{message}"


EVENTS = st.fixed_dictionaries(
    {},
    optional={
        "event_type": st.sampled_from(
            [
                "stream-start",
                "text-generation",
                "tool-calls-chunk",
                "tool-calls-generation",
                "stream-end",
            ]
        )
        | st.integers(),
        "text": st.none() | st.text(max_size=3) | st.integers(),
        "tool_call_delta": st.none()
        | st.lists(st.none(), max_size=1)
        | st.dictionaries(
            st.sampled_from(["index", "name", "parameters", "text"]),
            st.none()
            | st.text(max_size=3)
            | st.integers()
            | st.floats(allow_nan=False, allow_infinity=False),
        ),
        "tool_calls": st.none() | st.lists(st.none() | st.just({"name": "a"}), max_size=2),
        "response": st.none()
        | st.dictionaries(
            st.sampled_from(["text", "tool_calls", "chat_history", "meta", "finish_reason"]),
            st.none() | st.text(max_size=3) | st.lists(st.just({"role": "CHATBOT"}), max_size=2),
        ),
        "finish_reason": st.none() | st.text(max_size=3),
        "message": st.none() | st.text(max_size=3),
    },
)


@given(st.lists(EVENTS, max_size=8))
def test_no_order_of_events_raises(events: list[JsonObject]) -> None:
    """Any events in any order give a reading with facets."""
    reading = read(START, *events)
    DIALECT.facets(reading)
    assert len(reading.events) == len(events) + 1
    assert reading.reply.complete is any(e.get("event_type") == "stream-end" for e in events)


@pytest.mark.parametrize(("behind", "names"), [(CALLS, ["a", "b"]), (CALLS[:1], ["a", "b", "a"])])
def test_calls_of_the_end_that_follow_it_are_made_once(
    behind: list[Json], names: list[str]
) -> None:
    """The event that holds them whole comes late; other calls than those of the end are further ones."""
    reply = read(START, ended(tool_calls=CALLS), calls(behind)).reply
    assert [call.name for call in reply.tool_calls] == names
