"""Streams of semantic events in sound order."""

from __future__ import annotations

import pytest

from tests.dialects.openai_responses.events import (
    EMPTY_MESSAGE,
    END,
    FULL,
    PART,
    REASONING,
    START,
    added,
    event,
    read,
    said,
    streamed,
    use,
)
from toolwire.io.framing import sse
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.exchange import Mode
from toolwire.model.reply import ABSENT, CallDelta, Usage


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


def test_an_empty_part_is_an_empty_text() -> None:
    """A part that was begun is told from one that never came."""
    assert read(streamed([START, added(1, EMPTY_MESSAGE)])).reply.text is None
    assert read(streamed([START, added(1, EMPTY_MESSAGE), PART])).reply.text == ""


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
