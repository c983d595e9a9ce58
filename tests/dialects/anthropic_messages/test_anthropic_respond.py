"""The reference responder against the decoder and the schemas."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.conversation import Conversation, Json, Tool, UserTurn
from harness.dialects import Answer, PlannedCall, Refusal, dialect
from harness.dialects.schemas import validator
from harness.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode
from harness.json_text import object_of, parse
from harness.reply import Reading

DIALECT = dialect("anthropic-messages")
ENDPOINT = Endpoint("https://api.anthropic.com", "claude-haiku-4-5")
ASKED = Conversation((UserTurn("Hi"),), (Tool("add"),))


def talk(answer: Answer, mode: Mode) -> Reading:
    """Return the reading of the reference responder's response."""
    request = DIALECT.encode(replace(ASKED, stream=mode is Mode.STREAMING), ENDPOINT)
    response = DIALECT.respond(request, answer)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return DIALECT.decode(Exchange(request, response, evidence))


def faults(reading: Reading) -> list[str]:
    """Return every breach of the schema that the body or an event is under."""
    kinds: list[tuple[str, Json]] = [("chunk", object_of(e.json)) for e in reading.events]  # type: ignore[arg-type] # ours are JSON
    if not reading.events:
        kinds = [("error" if reading.reply.error else "response", object_of(reading.body))]  # type: ignore[arg-type] # as above
    return [
        error.message
        for kind, value in kinds
        for error in validator("anthropic-messages", kind).iter_errors(value)
    ]


TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
CALLS = st.builds(
    PlannedCall,
    st.from_regex(r"[a-zA-Z0-9_-]{1,20}", fullmatch=True),
    st.dictionaries(TEXTS, VALUES, max_size=3),
)
ANSWERS = st.builds(
    Answer,
    text=st.none() | TEXTS,
    calls=st.lists(CALLS, max_size=3).map(tuple),
    cut=st.booleans(),
    turn=st.integers(0, 5),
)


@given(ANSWERS, st.sampled_from(Mode))
def test_a_planned_answer_is_what_is_decoded(answer: Answer, mode: Mode) -> None:
    """Text, calls and stop come back in both modes, and every body satisfies its schema."""
    reading = talk(answer, mode)
    reply = reading.reply
    assert reading.mode is mode
    assert reply.text == answer.text
    assert [(c.name, c.arguments) for c in reply.tool_calls] == [
        (c.name, c.arguments) for c in answer.calls
    ]
    wanted = "max_tokens" if answer.cut else "tool_use" if answer.calls else "end_turn"
    assert (reply.stop, reply.complete, reply.unread, reply.error) == (wanted, True, (), None)
    assert (reply.model, reply.usage is not None) == ("claude-haiku-4-5", True)
    assert faults(reading) == []


@given(ANSWERS)
def test_both_modes_say_the_same(answer: Answer) -> None:
    """Ids, usage and the message to send back do not depend on the mode."""
    one, two = (talk(answer, mode).reply for mode in Mode)
    assert (one.id, one.usage) == (two.id, two.usage)
    assert [c.id for c in one.tool_calls] == [c.id for c in two.tool_calls]
    assert one.echo is not None
    assert two.echo is not None
    assert parse(one.echo) == parse(two.echo)


def test_ids_are_shaped_like_the_real_ones_and_unique_in_a_conversation() -> None:
    """Call n of a conversation has one id, whatever turn its reply is numbered by."""
    call = PlannedCall("add", {})
    first = talk(Answer(calls=(call, call)), Mode.BLOCKING)
    second = talk(Answer(calls=(call,), turn=2), Mode.STREAMING)
    ids = [c.id for r in (first, second) for c in r.reply.tool_calls]
    assert len(set(ids)) == 3
    assert all(i is not None and i.startswith("toolu_01") and len(i) == 30 for i in ids)
    again = talk(Answer(calls=(call,), turn=1), Mode.BLOCKING)
    assert again.reply.tool_calls[0].id == ids[1]
    assert DIALECT.facets(first)["id_pattern"] == "toolu_[A-Za-z0-9]{24}"


def test_a_stream_has_the_documented_events() -> None:
    """Named events, one ping, an empty first fragment, then several fragments of arguments."""
    call = PlannedCall("add", {"numbers": [1, 2, 3], "unit": "apples"})
    reading = talk(Answer(text="Now", calls=(call, PlannedCall("add", {}))), Mode.STREAMING)
    assert all(e.name == object_of(e.json)["type"] for e in reading.events)  # type: ignore[arg-type] # ours are JSON
    kinds = [e.name for e in reading.events]
    assert kinds[:3] == ["message_start", "content_block_start", "ping"]
    assert kinds[-2:] == ["message_delta", "message_stop"]
    assert kinds.count("ping") == 1
    assert kinds.count("content_block_start") == kinds.count("content_block_stop") == 3
    fragments = [d.arguments for d in reading.deltas if isinstance(d.arguments, str)]
    assert fragments[0] == ""
    assert fragments[-1] == ""
    assert len(fragments) > 4


@pytest.mark.parametrize(
    ("refusal", "kind"),
    [
        (Refusal(400, "invalid_request", "No."), "invalid_request_error"),
        (Refusal(401, "authentication", "No."), "authentication_error"),
        (Refusal(404, "not_found", "No."), "not_found_error"),
        (Refusal(429, "rate_limit", "No."), "rate_limit_error"),
        (Refusal(500, "server_error", "No."), "api_error"),
        (Refusal(529, "server_error", "No."), "overloaded_error"),
    ],
)
@pytest.mark.parametrize("mode", Mode)
def test_refusals_have_the_documented_body(refusal: Refusal, kind: str, mode: Mode) -> None:
    """Status, type, message and request id, as JSON in either mode."""
    reading = talk(Answer(refusal=refusal), mode)
    response, error = reading.exchange.response, reading.reply.error
    assert error is not None
    assert (response.status, error.code, error.message) == (refusal.status, kind, "No.")
    assert response.header("content-type") == "application/json"
    assert (response.header("retry-after") is not None) is (refusal.kind == "rate_limit")
    assert object_of(reading.body)["request_id"] == response.header("request-id")  # type: ignore[arg-type] # ours is JSON
    assert faults(reading) == []
