"""Borders of the rules about what an answer says of itself: its status, its tokens, its time, its end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Mode, Response
from toolwire.rules import RULES, judge
from toolwire.rules.mutate.scenarios import clean


def answered(name: str, scenario: str = "single_call", mode: Mode = Mode.BLOCKING) -> Exchange:
    """Return a clean exchange."""
    return clean(load_dialect(name), scenario, mode)


def found(name: str, exchange: Exchange, response: Response) -> list[tuple[str, str]]:
    """Return rule and pointer of what is found above info in another answer to the same request."""
    reading = load_dialect(name).decode(replace(exchange, response=response))
    return [(one.rule, one.pointer) for one in judge(reading) if str(one.counted) != "info"]


def changed(exchange: Exchange, **members: Json) -> Response:
    """Return the response with members of its body changed."""
    body = {**object_of(parse(exchange.response.body)), **members}
    return replace(exchange.response, body=dump(body))


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("name", DIALECTS)
def test_each_other_status_of_success_is_told(name: str, mode: Mode) -> None:
    """From 201 to 399; 200 and the statuses of errors are not this rule's."""
    exchange = answered(name, mode=mode)
    for status in (201, 202, 204, 206, 302, 304):
        assert found(name, exchange, replace(exchange.response, status=status)) == [
            ("TC009", "status")
        ]
    assert found(name, exchange, exchange.response) == []
    refused = answered(name, "refused", mode)
    assert found(name, refused, refused.response) == []


ZEROS: JsonObject = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}


@pytest.mark.parametrize(
    ("usage", "rules"),
    [
        (ZEROS, ["TC124"]),
        ({**ZEROS, "prompt_tokens": 5, "total_tokens": 5}, []),
        ({**ZEROS, "prompt_tokens": 2**31 - 2, "total_tokens": 2**31 - 2}, []),
        ({**ZEROS, "prompt_tokens": 2**31, "total_tokens": 2**31}, ["TC124"]),
    ],
)
def test_tokens_are_counted(usage: Json, rules: list[str]) -> None:
    """Nothing at all and more than any context are told; a count of nothing beside one is not."""
    exchange = answered("openai-chat")
    told = found("openai-chat", exchange, changed(exchange, usage=usage))
    assert told == [(rule, "/usage") for rule in rules]


def test_what_no_model_said_costs_nothing() -> None:
    """A guardrail of Bedrock's speaks in the model's place, and counts no token."""
    exchange = answered("bedrock-converse", "plain_text")
    nothing: JsonObject = {"inputTokens": 0, "outputTokens": 0, "totalTokens": 0}
    told = changed(exchange, usage=nothing)
    assert found("bedrock-converse", exchange, told) == [("TC124", "/usage")]
    guarded = changed(exchange, usage=nothing, stopReason="guardrail_intervened")
    assert found("bedrock-converse", exchange, guarded) == []


@pytest.mark.parametrize(
    ("time", "rules"),
    [
        ("2026-11-23T08:00:00Z", []),
        ("2026-11-23T08:00:00.123456789Z", []),
        ("2026-11-23T08:00:00.1+01:00", []),
        ("2026-11-23 08:00:00Z", ["TC125"]),
        ("2026-11-23T08:00:00", ["TC125"]),
        ("2026-11-23t08:00:00z", ["TC125"]),
        ("1795420800", ["TC125"]),
    ],
)
def test_a_time_is_one_that_go_reads(time: str, rules: list[str]) -> None:
    """With an offset, a fraction or neither; nothing else that people write."""
    exchange = answered("ollama-chat")
    told = found("ollama-chat", exchange, changed(exchange, created_at=time))
    assert told == [(rule, "/created_at") for rule in rules]


@pytest.mark.parametrize(("told", "rule"), [(1_500_000_000.0, "TC125"), (0.5, "TC118")])
@pytest.mark.parametrize(
    "member", ["total_duration", "load_duration", "prompt_eval_duration", "eval_duration"]
)
def test_a_duration_is_a_whole_number(member: str, told: float, rule: str) -> None:
    """Go reads nanoseconds into 64 bits, and refuses `1500000000.0`."""
    exchange = answered("ollama-chat")
    floats = changed(exchange, **{member: told})
    assert found("ollama-chat", exchange, floats) == [(rule, f"/{member}")]


@pytest.mark.parametrize(
    ("count", "took", "rules"),
    [(8, 79_999, ["TC125"]), (8, 80_000, []), (4, 90, []), (8, 0, []), (8, -9, []), (True, 9, [])],
)
def test_tokens_take_their_time(count: int, took: int, rules: list[str]) -> None:
    """A few may come at once, and a duration that nobody measured says nothing."""
    exchange = answered("ollama-chat")
    told = found("ollama-chat", exchange, changed(exchange, eval_count=count, eval_duration=took))
    assert [rule for rule, _ in told if rule == "TC125"] == rules


@pytest.mark.parametrize("name", ["cohere-v1", "ollama-chat"])
@pytest.mark.parametrize(
    ("behind", "rules"),
    [(b"", []), (b"\n\n", []), (b"Internal Server Error", ["TC912"]), (b'{"cut', [])],
)
def test_nothing_but_objects_is_in_a_stream_of_lines(
    name: str, behind: bytes, rules: list[str]
) -> None:
    """A line that was cut is no event; one that is no object breaks who reads every line."""
    exchange = answered(name, mode=Mode.STREAMING)
    longer = replace(exchange.response, body=exchange.response.body + behind)
    assert [rule for rule, _ in found(name, exchange, longer)] == rules


def test_an_id_is_as_long_as_its_own_service_takes() -> None:
    """Converse takes 64 characters, and OpenAI's 40 are nothing to it."""
    exchange = answered("bedrock-converse")
    (call,) = load_dialect("bedrock-converse").decode(exchange).reply.tool_calls
    for length, rules in ((64, []), (65, ["TC204"])):
        body = exchange.response.body.replace(str(call.id).encode(), b"a" * length)
        told = found("bedrock-converse", exchange, replace(exchange.response, body=body))
        assert [rule for rule, _ in told] == rules


def test_no_stream_of_geminis_ends_in_another_formats_mark() -> None:
    """google-genai reads it as JSON; the streams of others have it."""
    exchange = answered("gemini-generate", mode=Mode.STREAMING)
    longer = replace(exchange.response, body=exchange.response.body + b"data: [DONE]\r\n\r\n")
    assert [rule for rule, _ in found("gemini-generate", exchange, longer)] == ["TC949"]
    assert "TC949" in RULES
