"""The reference responder against the decoder and the schemas."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from harness.conversation import Conversation, Tool, UserTurn
from harness.dialects import Answer, PlannedCall, Refusal
from harness.dialects.ollama_chat import DIALECT
from harness.dialects.schemas import validator
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode, Request
from harness.json_text import parse
from harness.reply import Reading

ENDPOINT = Endpoint("http://localhost:11434", "qwen3:0.6b")
ASKED = Conversation((UserTurn("Hi"),), (Tool("add"),))
ADD = PlannedCall("add", {"numbers": [1, 2]})


def talk(answer: Answer, mode: Mode) -> Reading:
    """Return the reading of the reference responder's response."""
    request = DIALECT.encode(replace(ASKED, stream=mode is Mode.STREAMING), ENDPOINT)
    response = DIALECT.respond(request, answer)
    return DIALECT.decode(Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test")))


def test_a_stream_has_calls_whole_and_one_final_object() -> None:
    """Text in pieces, each call in a line of its own, counts and reason in the last line only."""
    reading = talk(Answer(text="I will add them.", calls=(ADD, ADD)), Mode.STREAMING)
    objects: list[Any] = [event.json for event in reading.events]
    assert [each["done"] for each in objects] == [False] * (len(objects) - 1) + [True]
    assert "done_reason" not in objects[0]
    carriers = [each["message"] for each in objects if "tool_calls" in each["message"]]
    assert [len(message["tool_calls"]) for message in carriers] == [1, 1]
    assert [message["content"] for message in carriers] == ["", ""]
    assert [m["tool_calls"][0]["function"]["index"] for m in carriers] == [0, 1]
    assert len([each for each in objects if each["message"]["content"]]) > 1
    assert reading.exchange.response.header("content-type") == "application/x-ndjson"


def test_a_reply_without_text_has_an_empty_content() -> None:
    """The server's content is never absent."""
    for mode in Mode:
        assert talk(Answer(calls=(ADD,)), mode).reply.text == ""


def test_ids_are_shaped_like_the_real_ones_and_unique_in_a_conversation() -> None:
    """Call n of a conversation has one id, whatever turn its reply is numbered by."""
    first = talk(Answer(calls=(ADD, ADD)), Mode.BLOCKING)
    second = talk(Answer(calls=(ADD,), turn=2), Mode.STREAMING)
    ids = [c.id for r in (first, second) for c in r.reply.tool_calls]
    assert len(set(ids)) == 3
    again = talk(Answer(calls=(ADD,), turn=1), Mode.BLOCKING)
    assert again.reply.tool_calls[0].id == ids[1]
    assert DIALECT.facets(first)["id_pattern"] == "call_[a-z0-9]{8}"


@pytest.mark.parametrize(
    ("answer", "stop"),
    [
        (Answer(text="a"), "stop"),
        (Answer(calls=(ADD,)), "stop"),
        (Answer(text="a", cut=True), "length"),
    ],
)
def test_the_stop_word_does_not_tell_calls(answer: Answer, stop: str) -> None:
    """A reply with calls ends as any other; its neutral meaning is in the dialect's table."""
    for mode in Mode:
        assert talk(answer, mode).reply.stop == stop
    assert DIALECT.stops[stop] == ("length" if answer.cut else "end")


@pytest.mark.parametrize("status", [400, 404, 429, 500, 502])
@pytest.mark.parametrize("mode", Mode)
def test_refusals_have_the_documented_body(status: int, mode: Mode) -> None:
    """One text member with its status, as JSON in either mode."""
    reading = talk(Answer(refusal=Refusal(status, "server_error", "No.")), mode)
    assert reading.mode is Mode.BLOCKING
    assert reading.exchange.response.status == status
    assert reading.body == {"error": "No."}
    assert validator("ollama-chat", "error").is_valid({"error": "No."})


def test_a_request_that_says_nothing_is_streamed_to() -> None:
    """The default is a stream, of a model of some name; a body that is no JSON is answered too."""
    for body in (b"{}", b"", b"{"):
        request = Request("POST", "http://localhost:11434/api/chat", (), body)
        response = DIALECT.respond(request, Answer(text="a"))
        last: Any = parse(response.body.splitlines()[-1])
        assert (last["done"], last["model"]) == (True, "reference-model")
