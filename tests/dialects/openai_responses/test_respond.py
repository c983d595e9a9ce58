"""What the reference responder of Responses has that others do not: items and their events."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import pytest

from tests.support.lanes import LANES
from toolwire.dialects import Answer, PlannedCall
from toolwire.io.json_text import items_of, object_of, parse
from toolwire.model.conversation import (
    ChoiceMode,
    Conversation,
    JsonObject,
    Tool,
    ToolChoice,
    UserTurn,
)
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading

WIRE = LANES["openai-responses"].wire
ASK = Conversation((UserTurn("Weather?"),), (Tool("a", "A.", {"type": "object"}), Tool("b")))
ONE = PlannedCall("a", {"city": "Tōkyō", "days": 2})
CALLS = Answer(text="First.", calls=(ONE, PlannedCall("b", {})))


def payloads(reading: Reading) -> list[JsonObject]:
    """Return the parsed payloads of a stream."""
    return [event.json for event in reading.events if isinstance(event.json, dict)]


def test_the_last_event_carries_the_blocking_body() -> None:
    """It is the same, but for what depends on the request's size."""
    blocking, streaming = (WIRE.answered(CALLS, mode, ASK) for mode in Mode)
    body = object_of(parse(blocking.exchange.response.body))
    last = object_of(payloads(streaming)[-1]["response"])
    assert body.keys() == last.keys()
    calls = [[c for c in items_of(b["output"]) if "name" in object_of(c)] for b in (body, last)]
    assert calls[0] == calls[1]
    assert streaming.reply.echo is not None
    assert parse(streaming.reply.echo) == last["output"]


def test_the_stream_has_the_documented_order() -> None:
    """Events are numbered from 0, named, and every item is opened, grown and finished."""
    reading = WIRE.answered(CALLS, Mode.STREAMING, ASK)
    sent = payloads(reading)
    assert [p["sequence_number"] for p in sent] == list(range(len(sent)))
    assert [event.name for event in reading.events] == [p["type"] for p in sent]
    runs = [str(kind).removeprefix("response.") for kind, _ in groupby(p["type"] for p in sent)]
    call = [
        "output_item.added",
        "function_call_arguments.delta",
        "function_call_arguments.done",
        "output_item.done",
    ]
    assert runs == [
        "created",
        "in_progress",
        "output_item.added",
        "content_part.added",
        "output_text.delta",
        "output_text.done",
        "content_part.done",
        "output_item.done",
        *call,
        *call,
        "completed",
    ]
    added = [object_of(p["item"]) for p in sent if p["type"] == "response.output_item.added"]
    assert [(i["status"], i.get("arguments", "")) for i in added] == [("in_progress", "")] * 3
    assert object_of(sent[0]["response"])["usage"] is None


def test_items_of_events_are_those_of_the_end() -> None:
    """Item ids, call ids and indexes agree between the events and the finished response."""
    sent = payloads(WIRE.answered(CALLS, Mode.STREAMING, ASK))
    output = items_of(object_of(sent[-1]["response"])["output"])
    done = [p for p in sent if p["type"] == "response.output_item.done"]
    assert [p["item"] for p in done] == output
    for p in sent:
        if "item_id" in p:
            index = p["output_index"]
            assert isinstance(index, int)
            assert object_of(output[index])["id"] == p["item_id"]
    ids = {str(object_of(item)[key]) for item in output for key in ("id", "call_id") if key in item}  # type: ignore[operator] # items are objects
    assert len(ids) == 5


@pytest.mark.parametrize("mode", Mode)
def test_reasoning_is_an_item_that_can_go_back(mode: Mode) -> None:
    """It comes first, with a summary, and the echo has its whole encrypted content."""
    reading = WIRE.answered(replace(CALLS, reasoning="Let me think."), mode, ASK)
    reply = reading.reply
    assert reply.echo is not None
    thought = object_of(items_of(parse(reply.echo))[0])
    assert thought["type"] == "reasoning"
    assert len(str(thought["encrypted_content"])) == 64
    for payload in payloads(reading):
        if payload["type"] == "response.output_item.added" and payload["output_index"] == 0:
            assert object_of(payload["item"])["encrypted_content"] != thought["encrypted_content"]


@pytest.mark.parametrize("mode", Mode)
def test_a_named_choice_is_no_end_of_its_own(mode: Mode) -> None:
    """A call that was demanded ends a response as any other does."""
    named = replace(ASK, choice=ToolChoice(ChoiceMode.NAMED, "a"))
    assert WIRE.answered(Answer(calls=(ONE,)), mode, named).reply.stop == "completed"


def test_a_response_repeats_what_was_asked() -> None:
    """Tools, choice and instructions stand in it, and what was not said has its default."""
    asked = replace(ASK, system="Be brief.", parallel=False, choice=ToolChoice(ChoiceMode.REQUIRED))
    body = object_of(parse(WIRE.answered(CALLS, Mode.BLOCKING, asked).exchange.response.body))
    assert body["tools"] == [
        {
            "type": "function",
            "description": "A.",
            "parameters": {"type": "object"},
            "strict": None,
            "name": "a",
        },
        {"type": "function", "description": None, "parameters": None, "strict": None, "name": "b"},
    ]
    assert (body["tool_choice"], body["parallel_tool_calls"], body["instructions"]) == (
        "required",
        False,
        "Be brief.",
    )
    assert (body["store"], body["temperature"], body["error"]) == (False, 1.0, None)


def test_responses_of_one_conversation_have_ids_of_their_own() -> None:
    """The second turn's id differs from the first's."""
    first = WIRE.answered(CALLS, Mode.BLOCKING, ASK).reply
    second = WIRE.answered(replace(CALLS, turn=2), Mode.BLOCKING, ASK).reply
    assert first.id != second.id
