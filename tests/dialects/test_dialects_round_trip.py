"""What holds for every dialect: there and back, in both modes, whole and cut."""

from __future__ import annotations

from itertools import pairwise
from operator import attrgetter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from tests.support.framings import DECODERS
from tests.support.lane import Lane
from tests.support.lanes import LANES
from tests.support.wire import called
from toolwire.dialects import DIALECTS, Answer, PlannedCall
from toolwire.io.framing.eventstream import EventStreamMessage
from toolwire.io.framing.sse import SseEvent
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    JsonObject,
    ResultsTurn,
    ToolResult,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reply

HARD: JsonObject = {"n": 2**53 + 1, "m": -(2**70), "x": {}, "é": 'a "b"\n\\', "y": [1.5, None]}
every_lane = pytest.mark.parametrize("lane", LANES.values(), ids=LANES)


def test_every_dialect_has_a_lane() -> None:
    """A dialect that is new in the table is held to what is common, or this fails."""
    assert {lane.wire.dialect.name for lane in LANES.values()} == DIALECTS.keys()


@every_lane
@given(data=st.data())
def test_a_request_reads_back_as_the_conversation(lane: Lane, data: st.DataObject) -> None:
    """What is encoded satisfies the request's schema and is read back unchanged."""
    conversation = data.draw(lane.conversations())
    assert lane.wire.read_back(conversation) == conversation


@every_lane
@given(data=st.data())
def test_an_answer_is_decoded_as_planned_in_both_modes(lane: Lane, data: st.DataObject) -> None:
    """Either reply is the planned answer, whole, and what they say of it is the same."""
    answer = data.draw(lane.answers())
    one, two = (as_planned(lane, answer, mode) for mode in Mode)
    assert [call.id for call in one.tool_calls] == [call.id for call in two.tool_calls]
    for path in lane.alike:
        assert attrgetter(path)(one) == attrgetter(path)(two) is not None
    if lane.echoes(answer) and lane.same_echo:
        assert parse(one.echo or b"") == parse(two.echo or b"")


def as_planned(lane: Lane, answer: Answer, mode: Mode) -> Reply:
    """Return the reply to an answer, which is valid and tells what was planned."""
    reading, told = lane.answered(answer, mode), lane.told(answer)
    lane.wire.check_bodies(reading)
    assert (reading.dialect, reading.mode) == (lane.wire.dialect.name, mode)
    reply = reading.reply
    assert (reply.complete, reply.unread, reply.error) == (True, (), None)
    assert (reply.text, reply.reasoning) == (told.text, told.reasoning)
    assert [(call.name, call.arguments) for call in reply.tool_calls] == [
        (call.name, call.arguments) for call in told.calls
    ]
    ids = {call.id for call in reply.tool_calls} - {None}
    assert len(ids) == (len(told.calls) if lane.ids else 0)
    assert reply.stop == lane.stop(answer)
    assert lane.wire.dialect.stops[reply.stop] == lane.meant(answer)
    assert reply.model == (lane.wire.endpoint.model if lane.models else None)
    assert reply.usage is not None
    assert reply.usage.input
    assert reply.usage.output is not None
    total = reply.usage.input + reply.usage.output
    if reply.reasoning and lane.totals:
        # Gemini counts thoughts beside the output, others inside of it.
        assert reply.usage.total is not None
        assert reply.usage.total >= total
    else:
        assert reply.usage.total == (total if lane.totals else None)
    return reply


@every_lane
@settings(max_examples=examples(50))
@given(data=st.data())
def test_an_echo_goes_back_byte_for_byte(lane: Lane, data: st.DataObject) -> None:
    """A received message stands in the next request as it came, and says what it said."""
    answer = data.draw(lane.answers().filter(lane.echoes))
    told = lane.told(answer)
    for mode in Mode:
        reply = lane.answered(answer, mode).reply
        assert reply.echo is not None
        history = continued(lane.asked, reply)
        assert lane.carried(reply.echo) in lane.wire.request(history).body
        asked, said, after = lane.wire.read_back(history).turns
        assert (asked, after) == (history.turns[0], history.turns[-1])
        calls = tuple(called(call) for call in reply.tool_calls)
        assert said == AssistantTurn(told.remembered, calls)


@every_lane
@given(mode=st.sampled_from(Mode), data=st.data())
def test_no_truncation_raises(lane: Lane, mode: Mode, data: st.DataObject) -> None:
    """A body cut anywhere is read as far as it came, invents nothing, and says it was cut."""
    whole = lane.answered(data.draw(lane.answers()), mode)
    body = whole.exchange.response.body
    # A last line is whole without its line end.
    at = data.draw(st.integers(0, len(body.removesuffix(b"\n")) - 1))
    reading = lane.wire.cut(whole, at)
    reply = reading.reply
    assert at < lane.known_from or reading.mode is mode
    assert (reading.body_error is None) is (reading.mode is Mode.STREAMING)
    assert reply.complete is any(lane.ends(event) for event in reading.events)
    read = [event.json for event in reading.events]
    assert read == [event.json for event in whole.events][: len(read)]
    # Where calls are text, a cut one is: nobody can tell yet what it would have been.
    in_words = lane.wire.dialect.in_words
    assert in_words or (whole.reply.text or "").startswith(reply.text or "")
    assert (whole.reply.reasoning or "").startswith(reply.reasoning or "")
    calls = whole.reply.tool_calls[: len(reply.tool_calls)]
    assert reply.tool_calls == calls or not lane.whole
    for found, meant in zip(reply.tool_calls, calls, strict=True):
        assert (found.id, found.name) == (meant.id, meant.name)
        assert found.arguments in (meant.arguments, lane.opened, None)
    lane.wire.shown(reading.exchange)
    lane.wire.dialect.recognise(reading.exchange)


@every_lane
@settings(max_examples=examples(25))
@given(cuts=st.lists(st.integers(0, 4000), max_size=6), data=st.data())
def test_no_chunking_changes_the_events(lane: Lane, cuts: list[int], data: st.DataObject) -> None:
    """The framing gives the decoder the same events wherever the network cuts the stream."""
    reading = lane.answered(data.draw(lane.answers()), Mode.STREAMING)
    body = reading.exchange.response.body
    edges = sorted({0, len(body), *(cut for cut in cuts if cut < len(body))})
    decoder = getattr(lane.framing, DECODERS[lane.framing])()
    fed = [unit for start, end in pairwise(edges) for unit in decoder.feed(body[start:end])]
    assert decoder.close() in ((), ([], None))
    assert [payload(unit) for unit in fed] == [event.data for event in reading.events]


@every_lane
@settings(max_examples=examples(50))
@given(data=st.data())
def test_arguments_survive_as_values(lane: Lane, data: st.DataObject) -> None:
    """Unicode, quotes, escapes, long integers and nesting come through both modes unchanged."""
    arguments = data.draw(st.just(HARD) | lane.speech.arguments)
    answer = Answer(calls=(PlannedCall("get_time", arguments),))
    for mode in Mode:
        (call,) = lane.answered(answer, mode).reply.tool_calls
        assert call.arguments == parse(dump(arguments)) == arguments


def continued(asked: Conversation, reply: Reply) -> Conversation:
    """Return the conversation after a reply: results for its calls, or the user's next words."""
    results = tuple(ToolResult(call.id, call.name, "r") for call in reply.tool_calls)
    after: Turn = ResultsTurn(results) if results else UserTurn("!")
    said = AssistantTurn(reply.text, reply.tool_calls, reply.echo)
    return Conversation((*asked.turns, said, after), asked.tools, legacy=asked.legacy)


def payload(unit: str | SseEvent | EventStreamMessage) -> str:
    """Return the text of what a framing took out of a stream."""
    if isinstance(unit, EventStreamMessage):
        return unit.payload.decode()
    return unit.data if isinstance(unit, SseEvent) else unit
