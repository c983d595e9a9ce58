"""What the reference responder of Chat Completions has that others do not."""

from __future__ import annotations

from base64 import b64decode
from dataclasses import replace

import pytest

from tests.support.lanes import LANES
from toolwire.dialects import Answer, PlannedCall, Refusal
from toolwire.dialects.openai_chat.respond import respond
from toolwire.io.framing import eventstream
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.lint.judging import judge
from toolwire.model.conversation import (
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    Tool,
    ToolChoice,
    UserTurn,
)
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request, Response
from toolwire.model.observation import Severity
from toolwire.model.reply import Absent, Reading

LANE, LEGACY = LANES["openai-chat"], LANES["openai-chat legacy"]
WIRE = LANE.wire
ASK = Conversation((UserTurn("Weather?"),), (Tool("a"), Tool("b")))
ONE = PlannedCall("a", {"city": "Tōkyō", "days": 2})
CALLS = Answer(text="First.", calls=(ONE, PlannedCall("b", {})))


def chunks(reading: Reading) -> list[Json]:
    """Return the parsed payloads of a stream."""
    return [event.json for event in reading.events if not isinstance(event.json, Absent)]


def test_stream_has_the_documented_order() -> None:
    """Role, text, opening piece, fragments, finish, usage and the end marker, in that order."""
    reading = LANE.answered(Answer(calls=(ONE,)), Mode.STREAMING)
    parsed = [object_of(chunk) for chunk in chunks(reading)]
    deltas = [object_of(object_of(c).get("delta")) for p in parsed for c in items_of(p["choices"])]
    assert deltas[0] == {"role": "assistant", "content": None, "refusal": None}
    assert [set(delta) for delta in deltas[1:-1]] == [{"tool_calls"}] * (len(deltas) - 2)
    opening, *fragments = reading.deltas
    assert (opening.index, opening.kind, opening.name, opening.arguments) == (
        0,
        "function",
        "a",
        "",
    )
    assert len(fragments) > 2
    assert all(not fragment.id and not fragment.name for fragment in fragments)
    assert deltas[-1] == {}
    assert parsed[-1]["choices"] == []
    assert parsed[-1]["usage"]
    assert all(chunk["usage"] is None for chunk in parsed[:-1])
    assert reading.events[-1].data == "[DONE]"
    assert len({(str(c["id"]), str(c["created"]), str(c["model"])) for c in parsed}) == 1


def test_usage_chunk_only_when_asked() -> None:
    """Without include_usage no chunk speaks of usage."""
    request = WIRE.dialect.encode(
        replace(ASK, stream=True), replace(WIRE.endpoint, extra={"stream_options": None})
    )
    assert b"usage" not in WIRE.dialect.respond(request, CALLS).body


@pytest.mark.parametrize("mode", Mode)
def test_thoughts_are_counted_as_what_was_written(mode: Mode) -> None:
    """Vendors that tell of thoughts bill them as output, and say how many they are."""
    thought = "The user greets me. " * 20
    plain = LANE.answered(Answer(text="Hello."), mode).reply.usage
    counted = LANE.answered(Answer(text="Hello.", reasoning=thought), mode)
    assert plain is not None
    assert counted.reply.usage is not None
    assert counted.reply.usage.output == (plain.output or 0) + len(thought) // 4
    assert b'"reasoning_tokens":100' in counted.exchange.response.body


@pytest.mark.parametrize("mode", Mode)
def test_a_named_choice_ends_in_stop(mode: Mode) -> None:
    """Only a call that was free or required has a stop word of its own."""
    one = Answer(calls=(ONE,))
    named = replace(ASK, choice=ToolChoice(ChoiceMode.NAMED, "a"))
    required = replace(ASK, choice=ToolChoice(ChoiceMode.REQUIRED))
    assert WIRE.answered(one, mode, named).reply.stop == "stop"
    assert WIRE.answered(one, mode, required).reply.stop == "tool_calls"


@pytest.mark.parametrize("mode", Mode)
def test_legacy_answers_use_function_call(mode: Mode) -> None:
    """A legacy request gets one call without an id, as the deprecated lane has it."""
    (call,) = LEGACY.answered(CALLS, mode).reply.tool_calls
    assert (call.kind, call.id, call.name) == ("legacy", None, "a")


def test_a_refusal_has_the_four_documented_members() -> None:
    """They are all there, whether they say something or not."""
    reading = LANE.answered(Answer(refusal=Refusal(400, "invalid_request", "No.")), Mode.BLOCKING)
    assert isinstance(reading.body, dict)
    assert object_of(reading.body["error"]).keys() == {"message", "type", "param", "code"}


def invoked(end: str, answer: Answer = CALLS, **members: Json) -> Response:
    """Return the answer at a path of Bedrock's InvokeModel."""
    url = f"http://127.0.0.1/model/openai.gpt-oss-20b-1%3A0/{end}"
    body: JsonObject = {"messages": [{"role": "user", "content": "Weather?"}], **members}
    return respond(Request("POST", url, (), dump(body)), answer)


def test_gpt_oss_is_invoked_at_bedrock() -> None:
    """The model is the path's, reasoning stands in the text, and a named choice ends as any call."""
    choice: Json = {"type": "function", "function": {"name": "a"}}
    thought = replace(CALLS, reasoning="Hm.")
    body = object_of(parse(invoked("invoke", thought, tool_choice=choice, stream=True).body))
    told = object_of(items_of(body["choices"])[0])
    message = object_of(told["message"])
    assert (body["model"], body["service_tier"]) == ("openai.gpt-oss-20b-1:0", "auto")
    assert told["finish_reason"] == "tool_calls"
    assert message["content"] == "<reasoning>Hm.</reasoning>First."
    ids = [str(object_of(call)["id"]) for call in items_of(message["tool_calls"])]
    assert len(set(ids)) == 2
    assert all(known.startswith("chatcmpl-tool-") for known in ids)


def test_a_stream_of_bedrocks_is_read_as_any_other() -> None:
    """It is recognised by its chunks, has the same calls, and lacks nothing that a stream has."""
    url = "http://127.0.0.1/model/openai.gpt-oss-20b-1%3A0/invoke-with-response-stream"
    tools: Json = [{"type": "function", "function": {"name": name}} for name in "ab"]
    asked: JsonObject = {"messages": [{"role": "user", "content": "Weather?"}], "tools": tools}
    request = Request("POST", url, (), dump(asked))
    response = respond(request, CALLS)
    judged = judge(Exchange(request, response, Evidence(EvidenceLevel.RECORDED, "serve")))
    reading = judged.reading
    assert reading is not None
    assert (judged.detected.dialect, reading.mode) == ("openai-chat", Mode.STREAMING)
    assert [(call.name, call.arguments) for call in reading.reply.tool_calls] == [
        (call.name, call.arguments) for call in CALLS.calls
    ]
    assert (reading.reply.complete, judged.facets["framing"]) == (True, "AWS event stream")
    assert [f for f in judged.all_findings if f.severity is not Severity.INFO] == []
    assert judged.missed == ()


def test_a_stream_of_bedrocks_is_of_aws_events() -> None:
    """Each event has a chunk in base64, the last has the usage, and no mark ends the stream."""
    options: Json = {"include_usage": True}
    response = invoked("invoke-with-response-stream", stream_options=options)
    assert dict(response.headers)["content-type"] == "application/vnd.amazon.eventstream"
    sent = [object_of(parse(one.payload)) for one in eventstream.decode(response.body).messages]
    chunks = [object_of(parse(b64decode(str(one["bytes"])))) for one in sent]
    assert all(chunk["object"] == "chat.completion.chunk" for chunk in chunks)
    assert [("usage" in chunk) for chunk in chunks] == [False] * (len(chunks) - 1) + [True]
    assert chunks[-1]["choices"] == []
