"""The one rule of which answers describe a format: free, whole, the client's, and as sent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import DIALECTS, Answer, PlannedCall, load_dialect
from toolwire.dialects.described import OF_CALLS, OF_REQUESTS, described, describes
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Fidelity, Mode
from toolwire.model.observation import FACETS
from toolwire.model.reply import Reading
from toolwire.rules.mutate.scenarios import clean

TOOLS = (Tool("get_weather", "Weather.", {"type": "object", "properties": {}}), Tool("now"))
ASKED = Conversation((UserTurn("How is it?"),), TOOLS)
CALLED = Answer(calls=(PlannedCall("get_weather", {"a": 1}),))
#: Formats that know a tool choice and a limit of tokens in their requests.
NAMED = ("anthropic-messages", "bedrock-converse", "gemini-generate", "openai-chat")


def answered(name: str, asked: Conversation = ASKED, said: Answer = CALLED) -> Reading:
    """Have the reference responder of a dialect answer a conversation."""
    spoken = load_dialect(name)
    request = spoken.encode(asked, Endpoint("https://x.invalid", "m"))
    response = spoken.respond(request, said)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "reference")
    return spoken.decode(Exchange(request, response, evidence))


def test_the_keys_are_facets() -> None:
    """What may be left out are columns of the matrix, and the two groups do not overlap."""
    assert set(FACETS) >= OF_CALLS | OF_REQUESTS
    assert not OF_CALLS & OF_REQUESTS


@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.parametrize("stream", [False, True])
def test_a_free_whole_call_is_described_as_it_stands(name: str, *, stream: bool) -> None:
    """Nothing is left out of a plain call, in any dialect and either mode."""
    reading = answered(name, replace(ASKED, stream=stream))
    assert describes(reading)
    assert described(reading) == load_dialect(name).facets(reading)
    assert "call_field" in described(reading)


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("mode", [ChoiceMode.REQUIRED, ChoiceMode.NAMED])
def test_a_forced_call_describes_no_calls(name: str, mode: ChoiceMode) -> None:
    """OpenAI ends a named call in `stop`, as documented; that is no other way to end a call."""
    choice = ToolChoice(mode, "get_weather" if mode is ChoiceMode.NAMED else None)
    reading = answered(name, replace(ASKED, choice=choice))
    assert reading.reply.tool_calls
    assert OF_CALLS.isdisjoint(described(reading))
    assert "definition_field" in described(reading)


@pytest.mark.parametrize("mode", [ChoiceMode.AUTO, ChoiceMode.NONE])
def test_a_choice_that_forces_nothing_changes_nothing(mode: ChoiceMode) -> None:
    """A call under `auto` is free; one against `none` is the server's own doing."""
    assert describes(answered("openai-chat", replace(ASKED, choice=ToolChoice(mode))))


@pytest.mark.parametrize("name", ["anthropic-messages", "bedrock-converse", "openai-chat"])
def test_a_cut_reply_describes_no_calls(name: str) -> None:
    """A limit of tokens says `length` in any place; it is no word for a call."""
    reading = answered(name)
    words = load_dialect(name).stops
    cut = next(word for word, neutral in words.items() if neutral == "length")
    limited = replace(reading, reply=replace(reading.reply, stop=cut))
    assert describes(reading)
    assert OF_CALLS.isdisjoint(described(limited))


def test_a_stream_that_broke_off_describes_neither_calls_nor_framing() -> None:
    """Without its end a stream lacks its end marker too, which says nothing of the server."""
    whole = answered("openai-chat", replace(ASKED, stream=True))
    assert described(whole)["framing"] == "SSE, data only, [DONE]"
    exchange = whole.exchange
    body = exchange.response.body[: exchange.response.body.index(b'"finish_reason":"tool_calls"')]
    body = body[: body.rindex(b"\n\n") + 2]
    broken = replace(exchange, response=replace(exchange.response, body=body))
    reading = load_dialect("openai-chat").decode(broken)
    assert reading.reply.tool_calls
    assert described(reading).keys() == {"definition_field", "schema_field"}


@pytest.mark.parametrize("mode", list(Mode))
def test_the_legacy_api_describes_no_tools(mode: Mode) -> None:
    """`functions` and `function_call` are an API of their own, told by its own suite."""
    openai = load_dialect("openai-chat")
    reading = openai.decode(clean(openai, "legacy_call", mode))
    assert openai.facets(reading)["call_field"] == "choices[].message.function_call"
    assert (OF_CALLS | OF_REQUESTS).isdisjoint(described(reading))
    results = (
        AssistantTurn(None, (ToolCall("now", None, {}, kind="legacy"),)),
        ResultsTurn((ToolResult(None, "now", "12:00"),)),
    )
    asked = replace(ASKED, turns=ASKED.turns + results, legacy=True)
    back = answered("openai-chat", asked, Answer(text="Noon."))
    assert openai.facets(back)["result_field"] == "role: function"
    assert OF_REQUESTS.isdisjoint(described(back))


def test_a_call_of_a_tool_that_nobody_offered_describes_no_calls() -> None:
    """A search the server runs itself comes as a call in its own words (xAI's x_search)."""
    other = Answer(calls=(PlannedCall("get_weather", {}), PlannedCall("x_keyword_search", {})))
    assert not describes(answered("openai-responses", said=other))
    assert "call_field" not in described(answered("openai-responses", said=other))


@pytest.mark.parametrize("caller", ["code_execution_20250825", "code_execution_20260120"])
@pytest.mark.parametrize("stream", [False, True])
def test_a_call_made_by_code_describes_no_calls(caller: str, *, stream: bool) -> None:
    """Claude's programmatic calls are made by code in the server's own container."""
    reading = answered("anthropic-messages", replace(ASKED, stream=stream))
    exchange = reading.exchange

    def called_by(kind: str) -> Reading:
        mark = b'"type":"tool_use",'
        told = mark + b'"caller":' + dump({"type": kind, "tool_id": "srvtoolu_1"}) + b","
        body = exchange.response.body.replace(mark, told)
        assert body != exchange.response.body
        response = replace(exchange.response, body=body)
        return load_dialect("anthropic-messages").decode(replace(exchange, response=response))

    assert OF_CALLS.isdisjoint(described(called_by(caller)))
    assert described(called_by("direct")) == described(reading)


@pytest.mark.parametrize("name", DIALECTS)
def test_a_fixture_without_its_request_describes_nothing(name: str) -> None:
    """What was trimmed by hand has made-up ids and missing members; errors are no exception."""
    exchange = replace(answered(name).exchange, fidelity=Fidelity.EDITED)
    assert described(load_dialect(name).decode(exchange)) == {}
    refused = replace(
        clean(load_dialect("openai-chat"), "refused", Mode.BLOCKING), fidelity=Fidelity.EDITED
    )
    assert parse(refused.response.body)
    assert described(load_dialect("openai-chat").decode(refused)) == {}


def test_an_error_body_is_described_and_its_request_is_not() -> None:
    """What was refused was not taken, but the refusal is the vendor's own body."""
    openai = load_dialect("openai-chat")
    reading = openai.decode(clean(openai, "refused", Mode.BLOCKING))
    assert "definition_field" in openai.facets(reading)
    assert described(reading) == {"error_field": "error{message,type,param,code}"}
