"""Calls that come again under their ids, whole or in part, are one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.ollama_chat.test_decode import END, LINES, call, decode, lines, said
from toolwire.io.json_text import dump, parse
from toolwire.model.reply import Reading, UnreadKind


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
        ([call(id="call_1")], [call(arguments={"city": "Oslo"}, id="call_1")]),
        ([call(id="call_1")], [call("look_up", id="call_1")]),
        ([call(id="call_1"), call(arguments={"city": "Oslo"}, id="call_1")],),
        ([call(arguments="", id="call_1")], [call(arguments="", id="call_1")]),
        ([call()], [call()]),
    ],
)
def test_a_call_that_may_be_another_is_kept(told: Any) -> None:
    """It contradicts the one before, calls another tool, has no arguments that can be read, or no id."""
    reply = called(*told).reply
    assert (len(reply.tool_calls), reply.unread) == (2, ())


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("first", [{"city": "Paris"}, {"unit": "c"}, {"city": "Par"}, {}])
def test_a_call_that_goes_on_under_its_id_is_one(first: Any, *, at_once: bool) -> None:
    """With other arguments, with more, or with more of a text, in a later line or the same."""
    part = call(arguments=first, id="call_1")
    rest = call(arguments={"city": "Paris", "unit": "c"}, id="call_1")
    told = called([part, rest]) if at_once else called([part], [rest])
    assert [one.arguments for one in told.reply.tool_calls] == [{"city": "Paris", "unit": "c"}]
    assert [one.kind for one in told.reply.unread] == [UnreadKind.IN_PARTS]
    assert echoed(told) == [rest]


def test_a_whole_answer_sends_such_a_call_back_once() -> None:
    """As it adds up."""
    message = {"role": "assistant", "content": "", "tool_calls": [call(id="call_1")] * 2}
    told = decode(dump({"model": "m", "message": message, **END}))
    assert echoed(told) == [call(id="call_1")]
    assert [one.kind for one in told.reply.unread] == [UnreadKind.TOLD_AGAIN]
