"""Streams with events that are wrong, refused or cut off."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dialects.openai_responses.events import (
    END,
    FULL,
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
from tests.support.hostile import hostile
from toolwire.dialects.openai_responses import DIALECT
from toolwire.io.framing import sse
from toolwire.io.json_text import dump, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import CallDelta, Unread, WireError


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


def test_an_item_that_is_opened_twice_is_one_item() -> None:
    """What came of it counts once, and the second opening is kept as unread."""
    opening = added(0, use("1", "n", ""))
    done = event("output_item.done", output_index=0, item=use("1", "n", '{"a":1}'))
    reply = read(streamed([START, opening, opening, done, END])).reply
    assert [call.arguments for call in reply.tool_calls] == [{"a": 1}]
    assert reply.unread == (Unread("event[2]/item", "an item that is open already"),)


def test_items_without_ids_are_not_taken_for_one() -> None:
    """Nothing says that two of one index are the same."""
    bare: JsonObject = {"type": "message", "role": "assistant", "content": []}
    reply = read(streamed([START, added(0, bare), added(0, bare), END])).reply
    assert reply.unread == ()


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


PIECES = hostile(
    "function_call message reasoning output_text summary_text",
    "type id call_id name arguments content summary text status output usage error",
    leaves=8,
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
