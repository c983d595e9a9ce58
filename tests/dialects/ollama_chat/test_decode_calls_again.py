"""Calls that a later line of a stream sends again are one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.ollama_chat.test_decode import END, LINES, call, decode, lines, said
from toolwire.io.json_text import parse
from toolwire.model.reply import Reading


def called(*told: list[Any]) -> Reading:
    """Decode a stream of lines with these calls."""
    sent = [said(tool_calls=held) for held in told]
    return decode(lines(*sent, said(end=END)), headers=LINES)


def echoed(reading: Reading) -> Any:
    """Return the calls of a message as it is sent back."""
    message: Any = parse((reading.reply.echo or b"").decode())
    return message["tool_calls"]


def test_a_call_that_is_sent_again_is_one() -> None:
    """A later line has its id and all else that it has: it is left out, and so it is sent back once."""
    one, two = call(id="call_1"), call("look_up", id="call_2")
    again = called([one], [two], [one, two])
    assert [held.id for held in again.reply.tool_calls] == ["call_1", "call_2"]
    assert [held.event for held in again.deltas] == [0, 1]
    assert [held.pointer for held in again.reply.unread] == [
        f"event[2]/message/tool_calls/{place}" for place in (0, 1)
    ]
    assert echoed(again) == echoed(called([one], [one, two])) == [one, two]


@pytest.mark.parametrize(
    "told",
    [
        ([call(id="call_1")], [call(arguments={"a": 1}, id="call_1")]),
        ([call()], [call()]),
        ([call(id="call_1"), call(id="call_1")],),
    ],
)
def test_a_call_that_may_be_another_is_kept(told: Any) -> None:
    """It differs, has no id, or stands in the same line."""
    reply = called(*told).reply
    assert (len(reply.tool_calls), reply.unread) == (2, ())
