"""Items of a stream: which pieces belong to which, whatever servers number them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dialects.openai_responses.events import (
    EMPTY_MESSAGE,
    END,
    START,
    added,
    done,
    event,
    piece,
    read,
    streamed,
    text,
    use,
)
from toolwire.io.json_text import dump
from toolwire.model.conversation import JsonObject, ToolCall


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


@given(st.data())
def test_pieces_may_be_cut_anywhere(data: st.DataObject) -> None:
    """However the arguments are cut into fragments, the call is the same."""
    raw = dump({"city": "Tōkyō 東京", "note": 'a "quoted"\nline', "n": [1, {}]}).decode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=6)))
    edges = zip([0, *cuts], [*cuts, len(raw)], strict=True)
    events = [piece(0, "fc_1", raw[start:end]) for start, end in edges]
    (call,) = read(streamed([START, added(0, use("1", "f")), *events])).reply.tool_calls
    assert call.raw == raw
