"""An older `function_call` that nobody filled in is no call, whatever stands beside it.

And a call has the name of its tool, also where that has none.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from toolwire.dialects import load_dialect
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.rules import judge
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.scenarios import clean

CHAT = load_dialect("openai-chat")
MODES = (Mode.BLOCKING, Mode.STREAMING)
BLANK: list[JsonObject] = [{"name": "", "arguments": ""}, {"name": None, "arguments": None}, {}]
FILLED: JsonObject = {"name": "f", "arguments": "{}"}


def answered(scenario: str, mode: Mode, call: Json) -> Reading:
    """Return the reading of a clean exchange with this beside every message or delta."""

    def streamed(stream: list[Frame]) -> None:
        for _, payload in stream:
            if isinstance(payload, dict) and payload.get("choices"):
                edit.put(payload, ("choices", 0, "delta", "function_call"), call)

    def blocking(value: JsonObject) -> None:
        edit.put(value, ("choices", 0, "message", "function_call"), call)

    change = edit.body(blocking) if mode is Mode.BLOCKING else edit.frames(streamed)
    exchange: Exchange = change(clean(CHAT, scenario, mode))
    return CHAT.decode(exchange)


def told(reading: Reading) -> set[str]:
    """Return the rules that speak, the published type's aside: null is not of it."""
    return {finding.rule for finding in judge(reading)} - {"TC118"}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("call", BLANK)
def test_a_plain_answer_stays_one(call: Json, mode: Mode) -> None:
    """No call is decoded and no end of a call missed: one rule names the empty form."""
    reading = answered("plain_text", mode, call)
    assert (reading.reply.tool_calls, reading.deltas) == ((), ())
    assert reading.reply.text
    assert told(reading) == {"TC105"}


@pytest.mark.parametrize("mode", MODES)
def test_beside_calls_it_adds_none(mode: Mode) -> None:
    """The calls of `tool_calls` are the ones there are."""
    reading = answered("single_call", mode, BLANK[0])
    assert [call.kind for call in reading.reply.tool_calls] == ["function"]
    assert told(reading) == {"TC105"}


def test_an_older_call_is_still_one() -> None:
    """With a name it is read, in a request with tools also as the fault that it is."""
    reading = answered("plain_text", Mode.BLOCKING, FILLED)
    assert [call.name for call in reading.reply.tool_calls] == ["f"]
    assert "TC051" in told(reading)


def test_empty_pieces_of_an_older_call_are_no_fault() -> None:
    """A stream opens a call with empty arguments and may end it with an empty piece."""
    exchange = clean(CHAT, "legacy_call", Mode.STREAMING)

    def last(stream: list[Frame]) -> None:
        payload = [p for _, p in stream if isinstance(p, dict) and p.get("choices")][-1]
        edit.put(payload, ("choices", 0, "delta", "function_call"), {"arguments": ""})

    reading = CHAT.decode(edit.frames(last)(exchange))
    assert [call.kind for call in reading.reply.tool_calls] == ["legacy"]
    assert "TC105" not in told(reading)


def test_an_end_of_calls_without_any_is_still_told() -> None:
    """A blank form does not stand for the call that the finish reason promises."""
    exchange = clean(CHAT, "plain_text", Mode.BLOCKING)

    def change(value: JsonObject) -> None:
        edit.put(value, ("choices", 0, "message", "function_call"), BLANK[0])
        edit.put(value, ("choices", 0, "finish_reason"), "function_call")

    assert told(CHAT.decode(edit.body(change)(exchange))) == {"TC105", "TC404"}


@pytest.mark.parametrize("name", ["openai-chat", "openai-responses", "anthropic-messages"])
@pytest.mark.parametrize("mode", MODES)
def test_a_call_of_a_tool_without_a_name_is_the_clients_doing(name: str, mode: Mode) -> None:
    """LM Studio takes a tool whose name is "", and calls it so: only the request is at fault."""
    dialect = load_dialect(name)
    exchange = clean(dialect, "single_call", mode)
    assert exchange.request is not None
    assert exchange.response is not None
    called = dialect.decode(exchange).reply.tool_calls[0].name
    old, new = f'"{called}"'.encode(), b'""'
    response = replace(exchange.response, body=exchange.response.body.replace(old, new))
    bare = replace(exchange, response=response)
    asked = replace(exchange.request, body=exchange.request.body.replace(old, new))
    nameless = {"TC104", "TC107", "TC111"}
    assert told(dialect.decode(bare)) & nameless
    assert not told(dialect.decode(replace(bare, request=asked))) & nameless
