"""Streams of semantic events: whole, cut, disordered and wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.conversation import Json, JsonObject, ToolCall
from harness.dialects.openai_responses import DIALECT
from harness.exchange import Evidence, EvidenceLevel, Exchange, Headers, Mode, Response
from harness.framing import sse
from harness.json_text import dump, object_of
from harness.reply import ABSENT, CallDelta, Reading, Unread, Usage, WireError

SSE_TYPE: Headers = (("content-type", "text/event-stream; charset=utf-8"),)

Events = list[JsonObject]


def read(body: bytes, status: int = 200) -> Reading:
    """Return the reading of a streamed response whose request was not kept."""
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return DIALECT.decode(Exchange(None, Response(status, SSE_TYPE, body), evidence))


def streamed(events: Events) -> bytes:
    """Write events as the API does."""
    return b"".join(sse.encode(dump(e).decode(), str(e.get("type"))) for e in events)


def event(kind: str, index: Json = None, **members: Json) -> JsonObject:
    """Return an event; of an output item when it has an index."""
    place: JsonObject = {} if index is None else {"output_index": index}
    return {"type": f"response.{kind}", **place, **members}


def added(index: Json, item: JsonObject) -> JsonObject:
    """Return the event that opens an item."""
    return event("output_item.added", index, item=item)


def done(index: Json, item: JsonObject) -> JsonObject:
    """Return the event that finishes an item."""
    return event("output_item.done", index, item=item)


def use(identity: str, name: str, arguments: str = "") -> JsonObject:
    """Return a call item."""
    return {
        "type": "function_call",
        "id": f"fc_{identity}",
        "call_id": f"call_{identity}",
        "name": name,
        "arguments": arguments,
    }


def said(text: str) -> JsonObject:
    """Return a message item."""
    return {"type": "message", "id": "msg_1", "content": [{"type": "output_text", "text": text}]}


def piece(index: Json, identity: str, delta: Json) -> JsonObject:
    """Return a fragment of arguments."""
    return event("function_call_arguments.delta", index, item_id=identity, delta=delta)


def text(index: Json, delta: Json, content_index: Json = 0) -> JsonObject:
    """Return a fragment of text."""
    return event(
        "output_text.delta", index, item_id="msg_1", content_index=content_index, delta=delta
    )


EMPTY_MESSAGE: JsonObject = {"type": "message", "id": "msg_1", "content": []}
REASONING: JsonObject = {"type": "reasoning", "id": "rs_1", "summary": []}
START = event("created", response={"id": "resp_1", "model": "m", "status": "in_progress"})
END = event(
    "completed",
    response={
        "id": "resp_1",
        "model": "m",
        "status": "completed",
        "output": [],
        "usage": {"input_tokens": 7, "output_tokens": 9, "total_tokens": 16},
    },
)
PART = event("content_part.added", 1, content_index=0, part={"type": "output_text", "text": ""})
THOUGHT: JsonObject = {
    **REASONING,
    "summary": [{"type": "summary_text", "text": "Hm."}],
    "encrypted_content": "whole",
}
FULL: Events = [
    START,
    added(0, {**REASONING, "encrypted_content": "part"}),
    event("reasoning_summary_text.delta", 0, summary_index=0, delta="Hm."),
    done(0, THOUGHT),
    added(1, EMPTY_MESSAGE),
    PART,
    text(1, "Let "),
    text(1, "me."),
    event("output_text.done", 1, content_index=0, text="Let me."),
    done(1, said("Let me.")),
    added(2, {"type": "web_search_call", "id": "ws_1"}),
    event("web_search_call.searching", 2, item_id="ws_1"),
    done(2, {"type": "web_search_call", "id": "ws_1"}),
    added(3, use("1", "add")),
    piece(3, "fc_1", '{"a": 1.50'),
    piece(3, "fc_1", ', "b": "é"}'),
    event("function_call_arguments.done", 3, item_id="fc_1", arguments='{"a": 1.50, "b": "é"}'),
    done(3, use("1", "add", '{"a": 1.50, "b": "é"}')),
    added(4, use("2", "now")),
    piece(4, "fc_2", "{}"),
    done(4, use("2", "now", "{}")),
    END,
]


def test_a_whole_stream_is_read() -> None:
    """Items are put together, and stop, counts and identity come from the last event."""
    reading = read(streamed(FULL))
    reply = reading.reply
    assert (reading.mode, reading.body, reading.ok) == (Mode.STREAMING, ABSENT, True)
    assert [e.json for e in reading.events] == FULL
    assert (reply.text, reply.text_pointer, reply.reasoning) == ("Let me.", "event[6]/delta", "Hm.")
    assert reply.tool_calls == (
        ToolCall(
            "add",
            "call_1",
            {"a": 1.5, "b": "é"},
            '{"a": 1.50, "b": "é"}',
            pointer="event[13]/item",
        ),
        ToolCall("now", "call_2", {}, "{}", pointer="event[18]/item"),
    )
    assert (reply.stop, reply.stop_pointer) == ("completed", "event[21]/response/status")
    assert (reply.id, reply.model, reply.usage) == ("resp_1", "m", Usage(7, 9, 16))
    assert (reply.complete, reply.unread) == (True, ())


def test_every_piece_of_a_call_is_a_delta_with_its_place() -> None:
    """The opening carries call id, name and empty arguments, fragments carry text."""
    assert read(streamed(FULL)).deltas == (
        CallDelta(13, "event[13]/item", 0, 3, "call_1", "add", "function_call", ""),
        CallDelta(14, "event[14]", 0, 3, arguments='{"a": 1.50'),
        CallDelta(15, "event[15]", 0, 3, arguments=', "b": "é"}'),
        CallDelta(18, "event[18]/item", 0, 4, "call_2", "now", "function_call", ""),
        CallDelta(19, "event[19]", 0, 4, arguments="{}"),
    )


def test_the_echo_is_every_finished_item_in_its_own_bytes() -> None:
    """Reasoning comes from the finished item, whose encrypted content is whole."""
    call = b'{ "type":"function_call","call_id":"call_1","name":"n","arguments":"{}","x":1.50 }'
    thought = b'{"type":"reasoning","id":"rs_1","encrypted_content":"wh\\u00f6le"}'
    body = streamed([START, added(0, REASONING), added(1, use("1", "n"))])
    for index, raw in ((1, call), (0, thought)):
        data = b'{"type":"response.output_item.done","output_index":%d,"item":%b}' % (index, raw)
        body += sse.encode(data.decode())
    assert read(body + streamed([END])).reply.echo == b"[" + thought + b"," + call + b"]"


def test_without_item_events_the_last_event_is_read() -> None:
    """Some gateways send the response whole at the end only."""
    output: list[Json] = [said("Hi."), use("1", "f", '{"a":1}')]
    response: JsonObject = {"id": "r", "status": "completed", "output": output}
    reply = read(streamed([START, event("completed", response=response)])).reply
    assert (reply.text, reply.text_pointer) == ("Hi.", "event[1]/response/output/0/content/0/text")
    assert reply.tool_calls == (
        ToolCall("f", "call_1", {"a": 1}, '{"a":1}', pointer="event[1]/response/output/1"),
    )
    assert reply.echo == dump(output)


@pytest.mark.parametrize("listed", [True, False])
def test_unfinished_items_are_echoed_from_the_last_event_or_not_at_all(*, listed: bool) -> None:
    """An item that was opened and never finished may not be lost on the way back."""
    output: list[Json] = [use("1", "f", "{}")] if listed else []
    response: JsonObject = {"id": "r", "status": "completed", "output": output}
    events = [START, added(0, use("1", "f")), event("completed", response=response)]
    assert read(streamed(events)).reply.echo == (dump(output) if listed else None)


@pytest.mark.parametrize("depth", range(940, 1010))
def test_depth_at_the_limit_of_the_parser_does_not_raise(depth: int) -> None:
    """What can just be parsed may be too deep to be sliced; then there is only no echo."""
    deep = "[" * depth + "]" * depth
    finish = '{"type":"response.output_item.done","output_index":0,"item":{"a":' + deep + "}}"
    end = '{"type":"response.completed","response":{"output":' + deep + "}}"
    reply = read(sse.encode(finish) + sse.encode(end)).reply
    assert bool(reply.unread) is not reply.complete


def test_a_stream_that_ends_early_keeps_what_came() -> None:
    """Unfinished items are read from their pieces; no stop is made up and no echo given."""
    events = [*FULL[:8], added(2, use("1", "add")), piece(2, "fc_1", '{"a":')]
    reply = read(streamed(events)).reply
    assert (reply.text, reply.stop, reply.complete, reply.echo) == ("Let me.", None, False, None)
    (call,) = reply.tool_calls
    assert (call.name, call.raw, call.arguments) == ("add", '{"a":', None)
    assert call.parse_error
    assert (reply.id, reply.model) == ("resp_1", "m")


def test_an_empty_part_is_an_empty_text() -> None:
    """A part that was begun is told from one that never came."""
    assert read(streamed([START, added(1, EMPTY_MESSAGE)])).reply.text is None
    assert read(streamed([START, added(1, EMPTY_MESSAGE), PART])).reply.text == ""


@pytest.mark.parametrize(
    "finished", [use("1", ""), {**use("1", "f"), "call_id": ""}, {**use("1", "f"), "arguments": ""}]
)
def test_a_finished_item_does_not_take_back_what_came_before(finished: JsonObject) -> None:
    """Servers that finish an item with empty members lose nothing; rules see the event."""
    events = [START, added(0, use("1", "f")), piece(0, "fc_1", '{"a":1}'), done(0, finished), END]
    (call,) = read(streamed(events)).reply.tool_calls
    assert (call.name, call.id, call.arguments) == ("f", "call_1", {"a": 1})


def test_arguments_that_come_whole_are_taken_once() -> None:
    """`arguments.done` counts where no fragment came, and is a repetition where one did."""
    whole = event("function_call_arguments.done", 0, item_id="fc_1", arguments='{"a":1}')
    for before in ([], [piece(0, "fc_1", '{"a":'), piece(0, "fc_1", "1}")]):
        events = [START, added(0, use("1", "f")), *before, whole]
        (call,) = read(streamed(events)).reply.tool_calls
        assert call.raw == '{"a":1}'


def test_an_item_may_come_finished_only() -> None:
    """Then its finish is its opening, and still one delta carries the call."""
    reading = read(streamed([START, done(0, use("1", "f", "{}")), END]))
    (call,) = reading.reply.tool_calls
    (delta,) = reading.deltas
    assert call.pointer == delta.pointer == "event[1]/item"
    assert (delta.id, delta.arguments) == ("call_1", "{}")


def test_interleaved_items_stay_apart() -> None:
    """Fragments of several calls may come in turns."""
    events = [START, added(0, use("1", "f")), added(1, use("2", "g"))]
    for left, right in zip('{"a":1}', '{"b":2}', strict=True):
        events += [piece(0, "fc_1", left), piece(1, "fc_2", right)]
    calls = read(streamed(events)).reply.tool_calls
    assert [(c.name, c.arguments) for c in calls] == [("f", {"a": 1}), ("g", {"b": 2})]


def test_calls_that_share_an_index_are_told_apart_by_their_ids() -> None:
    """A server that numbers every item 0 breaks a rule, but no call is lost."""
    events = [START, added(0, use("1", "f")), added(0, use("2", "f"))]
    events += [piece(0, "fc_1", "[1]"), piece(0, "fc_2", "[2]")]
    events += [done(0, use("1", "f", "[1]")), done(0, use("2", "f", "[2]")), END]
    calls = read(streamed(events)).reply.tool_calls
    assert [(c.id, c.arguments) for c in calls] == [("call_1", [1]), ("call_2", [2])]


def test_item_ids_that_change_are_matched_by_index() -> None:
    """Some gateways make up an item id for every event."""
    finished = {**use("1", "f", "[1]"), "id": "fc_z"}
    events = [START, added(0, use("1", "f")), piece(0, "fc_y", "[1]"), done(0, finished), END]
    assert [c.raw for c in read(streamed(events)).reply.tool_calls] == ["[1]"]


def test_without_an_index_the_id_tells_where_a_piece_belongs() -> None:
    """Events that leave the index out are placed all the same."""
    events = [START, added(0, use("1", "f")), added(1, use("2", "g")), piece(None, "fc_1", "[1]")]
    assert read(streamed(events)).reply.tool_calls[0].raw == "[1]"


def test_an_item_finished_twice_is_one_item() -> None:
    """A repeated event makes no second call."""
    events = [START, added(0, use("1", "f")), *[done(0, use("1", "f", "{}"))] * 2, END]
    assert len(read(streamed(events)).reply.tool_calls) == 1


def test_parts_are_kept_apart_and_joined_in_order() -> None:
    """Text of two parts of one message is one text."""
    events = [START, added(1, EMPTY_MESSAGE), text(1, "a", 0), text(1, "b", 1), text(1, "c", 1)]
    assert read(streamed(events)).reply.text == "abc"


def test_custom_tools_are_read_from_their_input() -> None:
    """The deltas of a free text tool are pieces of a call too."""
    item: JsonObject = {"type": "custom_tool_call", "id": "ctc_1", "call_id": "c", "name": "sql"}
    events = [
        START,
        added(0, {**item, "input": ""}),
        event("custom_tool_call_input.delta", 0, item_id="ctc_1", delta="SELECT"),
        event("custom_tool_call_input.delta", 0, item_id="ctc_1", delta=" 1"),
    ]
    reading = read(streamed(events))
    assert reading.reply.tool_calls == (
        ToolCall("sql", "c", raw="SELECT 1", pointer="event[1]/item", kind="custom"),
    )
    assert [d.arguments for d in reading.deltas] == ["", "SELECT", " 1"]


def test_data_only_frames_are_read_by_their_type() -> None:
    """The frame's name is not needed where the payload has a type, nor the other way round."""
    data_only = b"".join(sse.encode(dump(e).decode()) for e in FULL)
    named = b"".join(
        sse.encode(dump({k: v for k, v in e.items() if k != "type"}).decode(), str(e["type"]))
        for e in FULL
    )
    whole = read(streamed(FULL)).reply
    assert read(data_only).reply == whole
    assert read(named).reply == whole


def test_the_end_marker_of_chat_completions_is_not_unread() -> None:
    """Some servers send it; the SDK passes it over."""
    reading = read(streamed(FULL) + sse.encode("[DONE]"))
    assert (reading.reply.unread, reading.reply.complete) == ((), True)
    assert reading.events[-1].json is ABSENT


@pytest.mark.parametrize(
    ("wrong", "unread"),
    [
        (piece(5, "x", "{}"), Unread("event[1]", "a piece of an item that was not opened")),
        (text(5, "x"), Unread("event[1]", "a piece of an item that was not opened")),
        (added(0, None), Unread("event[1]/item", "not an object")),  # type: ignore[arg-type] # wrong on purpose
        (done(0, None), Unread("event[1]/item", "not an object")),  # type: ignore[arg-type] # wrong on purpose
        (event("in_progress"), Unread("event[1]/response", "not an object")),
        (
            event("created", response={"id": "resp_2"}),
            Unread("event[1]", "a second response in one stream"),
        ),
    ],
)
def test_events_that_fit_nowhere_are_kept_as_unread(wrong: JsonObject, unread: Unread) -> None:
    """What cannot be placed is reported with its event."""
    assert read(streamed([START, wrong, END])).reply.unread == (unread,)


def test_a_fragment_that_is_no_text_is_unread() -> None:
    """It is a delta for the rules and no part of the call, also after one that was text."""
    events = [START, added(0, use("1", "f")), piece(0, "fc_1", "{"), piece(0, "fc_1", {})]
    reading = read(streamed([*events, piece(0, "fc_1", "}")]))
    assert reading.reply.tool_calls[0].raw == "{}"
    assert reading.reply.unread == (Unread("event[3]/delta", "not a string"),)
    assert [d.arguments for d in reading.deltas] == ["", "{", {}, "}"]


def test_an_orphan_fragment_is_still_a_delta() -> None:
    """Rules about streaming see the piece, although no call can be made of it."""
    assert read(streamed([START, piece(4, "fc_4", "{}")])).deltas == (
        CallDelta(1, "event[1]", 0, 4, arguments="{}"),
    )


def test_of_two_responses_in_one_stream_the_first_is_read() -> None:
    """Which is meant nobody can say: the second stays in the events."""
    second = event("created", response={"id": "resp_2", "status": "in_progress"})
    reading = read(streamed([*FULL, second, added(0, use("9", "z")), END]))
    assert [c.name for c in reading.reply.tool_calls] == ["add", "now"]
    assert len(reading.events) == len(FULL) + 3


@pytest.mark.parametrize(
    ("last", "error", "stop"),
    [
        (
            event("failed", response={"status": "failed", "error": {"code": "x", "message": "Oh"}}),
            WireError("Oh", "x", "event[1]/response/error"),
            "failed",
        ),
        (
            event("failed", response={"status": "failed", "error": None}),
            WireError("", None, "event[1]/response/status"),
            "failed",
        ),
        (event("failed"), WireError("", None, "event[1]/response"), "in_progress"),
        (
            {"type": "error", "code": "rate_limit_exceeded", "message": "Slow", "param": None},
            WireError("Slow", "rate_limit_exceeded", "event[1]"),
            None,
        ),
        (
            {"type": "error", "error": {"type": "server_error", "message": "Oh"}},
            WireError("Oh", "server_error", "event[1]/error"),
            None,
        ),
        ({"error": {"message": "Oh"}}, WireError("Oh", None, "event[1]/error"), None),
    ],
)
def test_errors_inside_a_stream_are_found(
    last: JsonObject, error: WireError, stop: str | None
) -> None:
    """Failed responses are complete, error events cut the stream short; neither has an echo."""
    reading = read(streamed([START, last]))
    assert reading.reply.error == error
    assert reading.reply.complete is (last.get("type") == "response.failed")
    assert (reading.reply.stop, reading.reply.echo) == (stop, None)
    assert not reading.ok


def test_a_null_error_is_none() -> None:
    """Responses repeat `error: null`, and so may an event of another kind."""
    other: JsonObject = {"type": "keepalive", "error": None}
    assert read(streamed([START, other, END])).ok


def test_incomplete_is_a_stop_and_no_error() -> None:
    """The token limit ends a response in its own event."""
    reason: JsonObject = {"reason": "max_output_tokens"}
    response: JsonObject = {"status": "incomplete", "incomplete_details": reason}
    reply = read(streamed([START, event("incomplete", response=response)])).reply
    assert (reply.stop, reply.error, reply.complete) == ("incomplete", None, True)


def test_a_stream_with_an_error_status_is_an_error() -> None:
    """The status counts even where no event says what is wrong."""
    assert read(streamed([START, END]), 500).reply.error == WireError("", None, "status")


@given(st.data())
def test_a_stream_cut_anywhere_is_not_complete(data: st.DataObject) -> None:
    """Cut at any byte it does not raise, is not complete, and has no more than was sent."""
    whole = streamed(FULL)
    reading = read(whole[: data.draw(st.integers(0, len(whole) - 1))])
    assert not reading.reply.complete
    assert reading.reply.stop is None
    assert [e.json for e in reading.events] == FULL[: len(reading.events)]


PIECES = st.recursive(
    st.none()
    | st.integers(-1, 3)
    | st.sampled_from(
        ["function_call", "message", "reasoning", "output_text", "summary_text", "x", "{", "{}"]
    ),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(
                [
                    "type",
                    "id",
                    "call_id",
                    "name",
                    "arguments",
                    "content",
                    "summary",
                    "text",
                    "status",
                    "output",
                    "usage",
                    "error",
                ]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=8,
)
KINDS = sorted(
    {str(e["type"]) for e in FULL}
    | {"error", "response.failed", "response.refusal.done", "response.reasoning_text.delta"}
)
WRONG = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(KINDS) | PIECES,
        "output_index": PIECES,
        "item_id": PIECES,
        "content_index": PIECES,
        "delta": PIECES,
        "arguments": PIECES,
        "item": PIECES,
        "part": PIECES,
        "response": PIECES,
        "error": PIECES,
    },
)


@given(st.lists(WRONG | PIECES, max_size=8))
def test_hostile_events_are_read_without_raising(events: list[Json]) -> None:
    """Whatever stands where events are due, every one is kept, and complete means an end came."""
    reading = read(b"".join(sse.encode(dump(e).decode()) for e in events))
    assert [e.json for e in reading.events] == events
    ends = ("response.completed", "response.incomplete", "response.failed")
    assert not reading.reply.complete or any(object_of(e).get("type") in ends for e in events)
    assert all(isinstance(word, str) for word in DIALECT.facets(reading).values())


@given(st.data())
def test_pieces_may_be_cut_anywhere(data: st.DataObject) -> None:
    """However the arguments are cut into fragments, the call is the same."""
    raw = dump({"city": "Tōkyō 東京", "note": 'a "quoted"\nline', "n": [1, {}]}).decode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=6)))
    edges = zip([0, *cuts], [*cuts, len(raw)], strict=True)
    events = [piece(0, "fc_1", raw[start:end]) for start, end in edges]
    (call,) = read(streamed([START, added(0, use("1", "f")), *events])).reply.tool_calls
    assert call.raw == raw
