"""The reference responder against the decoder and the schemas."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.lanes import LANES
from toolwire.dialects import Answer, PlannedCall, Refusal
from toolwire.io.json_text import parse
from toolwire.model.exchange import Mode, Request
from toolwire.rules.mutate.scenarios import SCENARIOS, every_clean

LANE = LANES["ollama-chat"]
DIALECT = LANE.wire.dialect
ADD = PlannedCall("add", {"numbers": [1, 2]})


def test_a_stream_has_calls_whole_and_one_final_object() -> None:
    """Text in pieces, each call in a line of its own, counts and reason in the last line only."""
    reading = LANE.answered(Answer(text="I will add them.", calls=(ADD, ADD)), Mode.STREAMING)
    objects: list[Any] = [event.json for event in reading.events]
    assert [each["done"] for each in objects] == [False] * (len(objects) - 1) + [True]
    assert "done_reason" not in objects[0]
    carriers = [each["message"] for each in objects if "tool_calls" in each["message"]]
    assert [len(message["tool_calls"]) for message in carriers] == [1, 1]
    assert [message["content"] for message in carriers] == ["", ""]
    assert [m["tool_calls"][0]["function"]["index"] for m in carriers] == [0, 1]
    assert len([each for each in objects if each["message"]["content"]]) > 1
    assert reading.exchange.response.header("content-type") == "application/x-ndjson"


def test_ids_are_shaped_like_the_real_ones() -> None:
    """Eight small letters and digits, as the facets tell it."""
    reading = LANE.answered(Answer(calls=(ADD, ADD)), Mode.BLOCKING)
    assert DIALECT.facets(reading)["id_pattern"] == "call_[a-z0-9]{8}"


@pytest.mark.parametrize("status", [400, 404, 429, 500, 502])
@pytest.mark.parametrize("mode", Mode)
def test_refusals_have_the_documented_body(status: int, mode: Mode) -> None:
    """One text member with its status, as JSON in either mode."""
    reading = LANE.answered(Answer(refusal=Refusal(status, "server_error", "No.")), mode)
    assert (reading.mode, reading.exchange.response.status) == (Mode.BLOCKING, status)
    assert reading.body == {"error": "No."}


def test_a_request_that_says_nothing_is_streamed_to() -> None:
    """The default is a stream, of a model of some name; a body that is no JSON is answered too."""
    for body in (b"{}", b"", b"{"):
        request = Request("POST", "http://localhost:11434/api/chat", (), body)
        response = DIALECT.respond(request, Answer(text="a"))
        last: Any = parse(response.body.splitlines()[-1])
        assert (last["done"], last["model"]) == (True, "reference-model")


@pytest.mark.parametrize(
    ("kept", "reason"),
    [
        ("", "load"),
        (',"keep_alive":"5m"', "load"),
        (',"keep_alive":false', "load"),
        (',"keep_alive":[]', "load"),
        (',"keep_alive":0', "unload"),
        (',"keep_alive":"0s"', "unload"),
    ],
)
@pytest.mark.parametrize("mode", ["", ',"stream":false', ',"stream":true'])
def test_without_messages_a_model_is_loaded(kept: str, reason: str, mode: str) -> None:
    """In both modes one object says so, and counts nothing."""
    body = f'{{"model":"m","messages":[]{kept}{mode}}}'.encode()
    request = Request("POST", "http://localhost:11434/api/chat", (), body)
    response = DIALECT.respond(request, Answer(text="Hello."))
    whole: Any = parse(response.body)
    assert whole.pop("created_at")
    assert whole == {
        "model": "m",
        "message": {"role": "assistant", "content": ""},
        "done": True,
        "done_reason": reason,
    }
    assert response.header("content-type") == "application/json; charset=utf-8"


def test_scenarios_that_need_a_tool_choice_are_left_out() -> None:
    """Every other clean exchange can be asked in this format, in both modes."""
    asked = {(scenario, mode) for scenario, mode, _ in every_clean(DIALECT)}
    missing = {"named_choice", "none_choice", "required_choice", "legacy_call", "legacy_forced"}
    assert asked == {(scenario, mode) for scenario in SCENARIOS.keys() - missing for mode in Mode}
