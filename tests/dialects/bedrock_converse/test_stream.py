"""ConverseStream in sound order, framed and as decoded payloads."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.dialects.bedrock_converse.events import (
    AWS_TYPE,
    FULL,
    LINES_TYPE,
    START,
    STOP,
    Events,
    call,
    framed,
    lines,
    piece,
    read,
)
from toolwire.io.json_text import parse
from toolwire.model.conversation import ToolCall
from toolwire.model.exchange import Headers, Mode
from toolwire.model.reply import ABSENT, CallDelta, Usage


@pytest.mark.parametrize(
    ("write", "headers"), [(framed, AWS_TYPE), (framed, ()), (lines, LINES_TYPE), (lines, ())]
)
def test_a_whole_stream_is_read_in_either_form(
    write: Callable[[Events], bytes], headers: Headers
) -> None:
    """Parts are joined by block, whoever kept the stream and with or without headers."""
    reading = read(write(FULL), headers)
    reply = reading.reply
    assert (reading.mode, reading.body) == (Mode.STREAMING, ABSENT)
    assert [(e.name, e.json) for e in reading.events] == [
        (name, {**data, "p": "abcd"}) for name, data in FULL
    ]
    assert all(parse(event.data) == event.json for event in reading.events)
    assert (reply.text, reply.text_pointer) == ("Let me.Cited.", "event[5]/delta")
    assert reply.reasoning == "Hm"
    assert reply.tool_calls == (
        ToolCall(
            "add",
            "t1",
            {"a": 1.5, "b": "é"},
            '{"a": 1.50, "b": "é"}',
            pointer="event[13]/start/toolUse",
        ),
        ToolCall("now", "t2", {}, "", pointer="event[16]/start/toolUse"),
        ToolCall("now", "t3", {}, None, pointer="event[18]/start/toolUse"),
    )
    assert (reply.stop, reply.stop_pointer) == ("tool_use", "event[22]/stopReason")
    assert reply.usage == Usage(7, 9, 16)
    assert (reply.complete, reply.unread, reading.ok) == (True, (), True)


def test_the_echo_is_the_content_in_its_blocking_shape() -> None:
    """Signatures, sources and results are whole, and arguments keep their own spelling."""
    assert (
        read(framed(FULL)).reply.echo
        == (
            '[{"reasoningContent":{"reasoningText":{"text":"Hm","signature":"c2ln"}}},'
            '{"text":"Let me."},'
            '{"citationsContent":{"content":[{"text":"Cited."}],"citations":[{"title":"t"}]}},'
            '{"toolUse":{"toolUseId":"s1","name":"search","type":"server_tool_use",'
            '"input":{"q":1}}},'
            '{"toolResult":{"toolUseId":"s1","status":"success","content":[{"text":"found"}]}},'
            '{"toolUse":{"toolUseId":"t1","name":"add","input":{"a": 1.50, "b": "é"}}},'
            '{"toolUse":{"toolUseId":"t2","name":"now","input":{}}},'
            '{"toolUse":{"toolUseId":"t3","name":"now","input":{}}},'
            '{"reasoningContent":{"redactedContent":"AAAABA=="}}]'
        ).encode()
    )


def test_every_piece_of_a_call_is_a_delta_with_its_place() -> None:
    """Starts carry id and name, pieces carry text; the service's own calls are left out."""
    deltas = read(framed(FULL)).deltas
    assert [d.event for d in deltas] == [13, 14, 15, 16, 17, 18]
    assert deltas[0] == CallDelta(13, "event[13]/start/toolUse", 0, 5, "t1", "add")
    assert deltas[1] == CallDelta(14, "event[14]/delta/toolUse", 0, 5, arguments='{"a": 1.50')


def test_arguments_that_do_not_parse_are_kept() -> None:
    """The text stays, with the reason, and such a message has no echo."""
    reply = read(framed([START, call(0), piece(0, '{"a":'), STOP])).reply
    (found,) = reply.tool_calls
    assert (found.arguments, found.raw) == (None, '{"a":')
    assert found.parse_error
    assert reply.unread[0].pointer == found.pointer
    assert (reply.complete, reply.echo) == (True, None)


def test_calls_that_share_an_index_stay_apart() -> None:
    """A server that numbers every block 0 breaks a rule, but no call is lost."""
    events = [START]
    for ident in ("t1", "t2"):
        events += [call(0, ident), piece(0, f'{{"x":"{ident}"}}')]
    calls = read(framed([*events, STOP])).reply.tool_calls
    assert [(c.id, c.arguments) for c in calls] == [("t1", {"x": "t1"}), ("t2", {"x": "t2"})]
