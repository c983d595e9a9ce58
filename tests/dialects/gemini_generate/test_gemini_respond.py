"""The reference responder answers as documented, and its answers decode to what was planned."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.conversation import AssistantTurn, Conversation, UserTurn
from harness.dialects import Answer, PlannedCall, Refusal
from harness.dialects.gemini_generate import DIALECT
from harness.dialects.schemas import validator
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode, Request
from harness.json_text import parse
from harness.reply import Reading

BASE = "https://host.invalid/v1beta/models/gemini-test"
URLS = {
    "blocking": f"{BASE}:generateContent",
    "sse": f"{BASE}:streamGenerateContent?alt=sse",
    "array": f"{BASE}:streamGenerateContent",
}
EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
TEXT = st.text(min_size=1, max_size=30)
NAME = st.from_regex(r"[A-Za-z_][A-Za-z0-9_.:-]{0,20}", fullmatch=True)
ANSWER = st.builds(
    Answer,
    text=st.none() | TEXT,
    calls=st.lists(
        st.builds(
            PlannedCall, NAME, st.dictionaries(TEXT, st.integers() | TEXT | st.none(), max_size=3)
        ),
        max_size=3,
    ).map(tuple),
    cut=st.booleans(),
    turn=st.integers(0, 50),
)


def decoded(form: str, answer: Answer) -> Reading:
    """Return the reading of the responder's answer to a request of that form."""
    request = Request("POST", URLS[form], (), b'{"contents":[]}')
    return DIALECT.decode(Exchange(request, DIALECT.respond(request, answer), EVIDENCE))


@pytest.mark.parametrize("form", URLS)
@given(answer=ANSWER)
def test_an_answer_decodes_to_what_was_planned(form: str, answer: Answer) -> None:
    """Text, calls in order, stop and ids are the planned ones in every framing."""
    reading = decoded(form, answer)
    reply = reading.reply
    assert reading.mode is (Mode.BLOCKING if form == "blocking" else Mode.STREAMING)
    assert reply.text == answer.text
    assert [(c.name, c.arguments) for c in reply.tool_calls] == [
        (call.name, call.arguments) for call in answer.calls
    ]
    assert len({call.id for call in reply.tool_calls}) == len(answer.calls)
    assert reply.stop == ("MAX_TOKENS" if answer.cut else "STOP")
    assert (reply.complete, reply.unread, reply.error) == (True, (), None)
    assert reply.model == "gemini-test"
    assert reply.usage.input + reply.usage.output == reply.usage.total
    assert [d.index for d in reading.deltas] == (
        [] if form == "blocking" else list(range(len(answer.calls)))
    )


@pytest.mark.parametrize("form", URLS)
@given(answer=ANSWER)
def test_every_message_satisfies_its_schema(form: str, answer: Answer) -> None:
    """Blocking bodies are responses, streamed messages are chunks."""
    reading = decoded(form, answer)
    kind = "response" if form == "blocking" else "chunk"
    bodies = [event.json for event in reading.events] or [reading.body]
    for body in bodies:
        assert not list(validator("gemini-generate", kind).iter_errors(body))


@pytest.mark.parametrize("form", URLS)
@given(answer=ANSWER)
def test_the_message_goes_into_the_next_request_unchanged(form: str, answer: Answer) -> None:
    """The echo is put back byte for byte and holds the same text, calls and signature."""
    reply = decoded(form, answer).reply
    if answer.text is None and not answer.calls:
        return
    turns = (UserTurn("?"), AssistantTurn(reply.text, reply.tool_calls, reply.echo))
    request = DIALECT.encode(Conversation(turns), Endpoint("https://host.invalid", "m"))
    assert reply.echo in request.body
    said = DIALECT.read_request(request).turns[1]
    assert said.text == reply.text
    assert [(c.id, c.name, c.arguments) for c in said.calls] == [
        (c.id, c.name, c.arguments) for c in reply.tool_calls
    ]
    parts = parse(reply.echo)["parts"]
    signed = ["thoughtSignature" in part for part in parts if "functionCall" in part]
    assert signed == [number == 0 for number in range(len(answer.calls))]


@pytest.mark.parametrize("form", URLS)
@pytest.mark.parametrize(
    ("kind", "status", "word"),
    [
        ("invalid_request", 400, "INVALID_ARGUMENT"),
        ("authentication", 401, "UNAUTHENTICATED"),
        ("not_found", 404, "NOT_FOUND"),
        ("rate_limit", 429, "RESOURCE_EXHAUSTED"),
        ("server_error", 500, "INTERNAL"),
    ],
)
def test_a_refusal_is_a_google_error(form: str, kind: str, status: int, word: str) -> None:
    """Refusals carry code, message and status word, in an array where the stream is one."""
    reading = decoded(form, Answer(refusal=Refusal(status, kind, "No.")))
    assert reading.exchange.response.status == status
    assert reading.mode is Mode.BLOCKING
    assert (reading.reply.error.message, reading.reply.error.code) == ("No.", word)
    assert reading.reply.error.pointer == ("/0/error" if form == "array" else "/error")
    assert not list(validator("gemini-generate", "error").iter_errors(reading.body))


def test_a_stream_sends_text_in_pieces_and_each_call_whole() -> None:
    """Text comes first, each call has an event of its own, the last says stop."""
    answer = Answer("I will look it up.", (PlannedCall("a", {}), PlannedCall("b", {"n": 1})))
    reading = decoded("sse", answer)
    assert reading.exchange.response.header("Content-Type") == "text/event-stream"
    parts = [event.json["candidates"][0]["content"]["parts"] for event in reading.events]
    assert [list(part) for (part,) in parts] == [
        ["text"],
        ["text"],
        ["functionCall", "thoughtSignature"],
        ["functionCall"],
    ]
    stops = ["finishReason" in event.json["candidates"][0] for event in reading.events]
    assert stops == [False, False, False, True]


def test_ids_are_unique_over_a_conversation_and_repeatable() -> None:
    """The same place in a conversation has the same id, another place another."""
    ids = [
        call.id
        for turn in (0, 2, 4)
        for call in decoded(
            "blocking", Answer(calls=(PlannedCall("a", {}), PlannedCall("a", {})), turn=turn)
        ).reply.tool_calls
    ]
    assert len(set(ids)) == 6
    assert all(len(id_) == 8 and id_.isalnum() and id_ == id_.lower() for id_ in ids)
    first = decoded("sse", Answer(calls=(PlannedCall("a", {}),))).reply.tool_calls[0].id
    assert first == ids[0]
