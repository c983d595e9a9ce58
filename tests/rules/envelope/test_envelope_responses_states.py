"""The states of a Responses object: what contradicts itself, and what only looks as if it did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, body, frames
from toolwire.rules.mutate.scenarios import clean

NAME = "openai-responses"


def first_item(response: JsonObject) -> JsonObject:
    """Return the first item of a response."""
    return object_of(items_of(response["output"])[0])


def made_by_a_program(response: JsonObject) -> None:
    """Let a program of the server make the call, and wait for it (seen of OpenAI, 2026-07)."""
    caller: JsonObject = {"type": "program", "caller_id": "call_O2IvSLQcJ0bwIvJZ2ovGV69M"}
    first_item(response).update(status="in_progress", caller=caller)


def in_progress(response: JsonObject) -> None:
    """Let the response be unfinished."""
    response["status"] = "in_progress"


def told(change: Callable[[JsonObject], None], **asked: bool) -> list[str]:
    """Return the ids of the rules that a changed answer breaks, with members added to the request."""
    spoken = load_dialect(NAME)
    exchange = body(change)(clean(spoken, "single_call", Mode.BLOCKING))
    assert exchange.request is not None
    sent = {**object_of(parse(exchange.request.body)), **asked}
    exchange = replace(exchange, request=replace(exchange.request, body=dump(sent)))
    return [finding.rule for finding in judge(spoken.decode(exchange)) if finding.rule == "TC122"]


def test_a_call_of_a_program_may_wait() -> None:
    """A call that a server's own program made is in progress in a completed response."""
    assert told(made_by_a_program) == []


def test_what_runs_in_the_background_may_be_in_progress() -> None:
    """Who asked for background gets a response that is not there yet; who did not, does not."""
    assert told(in_progress, background=True) == []
    assert told(in_progress) == ["TC122"]


@pytest.mark.parametrize("value", [[], {}, 7, None, "a state of 2027"])
def test_a_state_of_any_type_is_read(value: object) -> None:
    """A state that is no word of the API is another rule's, and raises nothing."""
    assert told(lambda response: response.update(status=value)) == []  # type: ignore[dict-item]


def test_an_item_that_comes_whole_is_opened_as_completed() -> None:
    """OpenAI does so for o1-pro and o3-pro (agentjido/req_llm, 2026)."""

    def opened(stream: list[Frame]) -> list[Frame]:
        pieces = [f for f in stream if str(object_of(f[1]).get("type")).endswith("arguments.delta")]
        whole = "".join(str(object_of(payload)["delta"]) for _, payload in pieces)
        left = [frame for frame in stream if frame not in pieces[1:]]
        for number, (_, payload) in enumerate(left):
            event = object_of(payload)
            event["sequence_number"] = number
            if event.get("type") == "response.output_item.added":
                object_of(event["item"])["status"] = "completed"
            if "delta" in event:
                event["delta"] = whole
        return left

    spoken = load_dialect(NAME)
    exchange = frames(opened)(clean(spoken, "single_call", Mode.STREAMING))
    assert judge(spoken.decode(exchange)) == ()
