"""Rules about arguments: what the kill matrix does not say, above all what is no fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects import load_dialect
from toolwire.io.framing import sse
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Fidelity, Mode
from toolwire.model.observation import Finding
from toolwire.model.reply import Reading
from toolwire.rules import judge
from toolwire.rules.mutate.edit import (
    Frame,
    body,
    call_pieces,
    calls,
    frames,
    function_calls,
    tool_uses,
)
from toolwire.rules.mutate.faults import Plant, arguments, raw_arguments, stop
from toolwire.rules.mutate.scenarios import clean

CHAT, ANTHROPIC, GEMINI = "openai-chat", "anthropic-messages", "gemini-generate"
MODES = (Mode.BLOCKING, Mode.STREAMING)


def reading(scenario: str, *plants: Plant, name: str = CHAT, mode: Mode = Mode.BLOCKING) -> Reading:
    """Decode a clean exchange after planting faults in it."""
    exchange = clean(load_dialect(name), scenario, mode)
    for plant in plants:
        exchange = plant(name, mode)(exchange)
    return load_dialect(name).decode(exchange)


def found(read: Reading) -> list[str]:
    """Return the ids of the rules that speak of arguments and have findings."""
    return [finding.rule for finding in judge(read) if finding.rule.startswith("TC3")]


def one(read: Reading) -> Finding:
    """Return the only finding of a reading."""
    (finding,) = judge(read)
    return finding


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("text", ["", '{"location":"Par'])
def test_a_reply_that_says_it_was_cut_may_hold_half_a_call(mode: Mode, text: str) -> None:
    """After finish_reason length neither empty nor broken arguments are held against a server."""
    assert found(reading("single_call", arguments(text), stop("length"), mode=mode)) == []
    assert found(reading("single_call", arguments(text), mode=mode)) != []


@pytest.mark.parametrize("mode", MODES)
def test_white_space_around_the_object_is_no_fault(mode: Mode) -> None:
    """Arguments are JSON text, in which white space is free."""
    assert found(reading("no_arguments", arguments(" {\n} "), mode=mode)) == []


def test_findings_point_at_the_arguments_of_the_call() -> None:
    """The pointer leads into the body, and in a stream to the event that opened the call."""
    blocking = one(reading("single_call", arguments("7")))
    assert blocking.rule == "TC303"
    assert blocking.pointer == "/choices/0/message/tool_calls/0/function/arguments"
    streamed = one(reading("single_call", arguments("7"), mode=Mode.STREAMING))
    assert streamed.pointer == "event[1]/choices/0/delta/tool_calls/0/function/arguments"


def test_null_between_fragments_is_no_fault() -> None:
    """A delta may say null where it has no fragment; the SDK's type is optional there."""

    def nulled(stream: list[Frame]) -> None:
        function = object_of(call_pieces(stream)[0]["function"])
        assert function["arguments"] == ""
        function["arguments"] = None

    exchange = frames(nulled)(clean(load_dialect(CHAT), "single_call", Mode.STREAMING))
    assert found(load_dialect(CHAT).decode(exchange)) == []


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
        max_leaves=5,
    )
)
def test_any_value_as_the_text_is_at_most_one_fault_of_encoding(value: Json) -> None:
    """TC302 to TC305 never answer for the same arguments; an object is none of their business."""
    text = dump(value).decode()
    rules = [r for r in found(reading("no_arguments", arguments(text))) if r <= "TC305"]
    expected = 0 if isinstance(value, dict) else 1
    assert len(rules) == expected, (text, rules)


@given(st.text(max_size=12))
def test_any_text_is_at_most_one_fault(text: str) -> None:
    """Whatever text stands where the arguments belong, one rule answers for its encoding."""
    rules = set(found(reading("no_arguments", raw_arguments(text))))
    assert len(rules) <= 1, rules


def test_a_string_that_holds_no_object_is_plain_text() -> None:
    """Only an object inside the string is double encoding; free text is TC303's."""
    assert found(reading("no_arguments", arguments('"hello {"'))) == ["TC303"]
    assert found(reading("no_arguments", arguments('"{}"'))) == ["TC305"]


def test_the_text_of_a_free_text_tool_is_not_judged() -> None:
    """A custom tool's input is no JSON and may hold any markup."""

    def custom(value: JsonObject) -> None:
        call = calls(value)[0]
        call.pop("function")
        call["type"] = "custom"
        call["custom"] = {"name": "get_weather", "input": "</tool_call> [] {"}

    exchange = body(custom)(clean(load_dialect(CHAT), "single_call", Mode.BLOCKING))
    assert found(load_dialect(CHAT).decode(exchange)) == []


def _native(value: Json, fidelity: Fidelity) -> list[str]:
    def change(message: JsonObject) -> None:
        tool_uses(message)[0]["input"] = value

    exchange = body(change)(clean(load_dialect(ANTHROPIC), "no_arguments", Mode.BLOCKING))
    return found(load_dialect(ANTHROPIC).decode(replace(exchange, fidelity=fidelity)))


def test_null_in_a_dump_may_be_an_absent_member() -> None:
    """An SDK's dump writes null for what was not there; on the wire null is a fault."""
    assert _native(None, Fidelity.WIRE) == ["TC306"]
    assert _native(None, Fidelity.DUMPED) == []
    assert _native([], Fidelity.DUMPED) == ["TC306"]


def test_gemini_may_leave_the_arguments_out() -> None:
    """A functionCall without args is a call without arguments."""

    def change(message: JsonObject) -> None:
        del function_calls(message)[0]["args"]

    base = clean(load_dialect(GEMINI), "no_arguments", Mode.BLOCKING)
    assert found(load_dialect(GEMINI).decode(body(change)(base))) == []
    required = clean(load_dialect(GEMINI), "single_call", Mode.BLOCKING)
    assert found(load_dialect(GEMINI).decode(body(change)(required))) == ["TC309"]


def test_null_in_the_place_of_no_arguments_is_told_of_gemini() -> None:
    """Google leaves them out; where required ones are lost with them, that is what is told."""

    def change(message: JsonObject) -> None:
        function_calls(message)[0]["args"] = None

    base = body(change)(clean(load_dialect(GEMINI), "no_arguments", Mode.BLOCKING))
    assert found(load_dialect(GEMINI).decode(base)) == ["TC306"]
    dumped = replace(base, fidelity=Fidelity.DUMPED)
    assert found(load_dialect(GEMINI).decode(dumped)) == []
    required = clean(load_dialect(GEMINI), "single_call", Mode.BLOCKING)
    assert found(load_dialect(GEMINI).decode(body(change)(required))) == ["TC309"]


def test_ascii_escapes_and_controls_are_no_fault() -> None:
    """Escapes of ASCII and of unprintable characters are how JSON is written."""
    text = '{"location":"\\u003cParis\\u003e \\u200b \\\\u00e9","days":1}'
    assert found(reading("single_call", arguments(text))) == []


def test_markup_the_request_contains_is_no_leak() -> None:
    """Arguments may repeat markup that the user wrote or a tool returned."""
    planted = arguments({"location": "</tool_call>", "days": 1})
    assert found(reading("single_call", planted)) == ["TC312"]
    quoting = _asking("single_call", "Weather in </tool_call>?")
    assert found(load_dialect(CHAT).decode(planted(CHAT, Mode.BLOCKING)(quoting))) == []


def _asking(scenario: str, text: str) -> Exchange:
    exchange = clean(load_dialect(CHAT), scenario, Mode.BLOCKING)
    assert exchange.request is not None
    sent = parse(exchange.request.body)
    assert isinstance(sent, dict)
    sent["messages"] = [{"role": "user", "content": text}]
    return replace(exchange, request=replace(exchange.request, body=dump(sent)))


def test_without_a_request_broken_arguments_are_still_reported() -> None:
    """Markup can be told from arguments only by the request; without it TC302 answers."""
    exchange = clean(load_dialect(CHAT), "single_call", Mode.BLOCKING)
    planted = arguments('json\n{"location":"Paris"}')(CHAT, Mode.BLOCKING)(exchange)
    assert found(load_dialect(CHAT).decode(planted)) == ["TC312"]
    assert found(load_dialect(CHAT).decode(replace(planted, request=None))) == ["TC302"]


@pytest.mark.parametrize(
    ("value", "rule", "pointer", "expected", "actual"),
    [
        ({"location": "x", "days": "2"}, "TC307", "/days", ["integer"], "string"),
        ({"location": None}, "TC307", "/location", ["string"], "null"),
        ({}, "TC309", "", ["location"], []),
        ({"days": 1}, "TC309", "", ["location"], ["days"]),
    ],
)
def test_schema_findings_name_place_expected_and_actual(
    value: Json, rule: str, pointer: str, expected: Json, actual: Json
) -> None:
    """A breach of the schema tells the argument, what was declared and what came."""
    finding = one(reading("single_call", arguments(value)))
    where = "/choices/0/message/tool_calls/0/function/arguments" + pointer
    assert (finding.rule, finding.pointer) == (rule, where)
    assert (finding.expected, finding.actual) == (expected, actual)


def test_two_breaches_of_one_call_are_two_findings() -> None:
    """Each keyword that is not met goes to its own rule."""
    assert found(reading("single_call", arguments({"days": "2", "mood": 1}))) == [
        "TC307",
        "TC309",
        "TC311",
    ]


def test_an_enum_is_held_against_strict_tools_only() -> None:
    """A value outside of an enum is the model's mood unless the tool is strict."""
    value: JsonObject = {"location": "Paris", "unit": "kelvin"}
    assert found(reading("single_call", arguments(value))) == []
    assert found(reading("strict_call", arguments(value))) == ["TC313"]


def test_a_tool_that_was_not_offered_has_no_schema() -> None:
    """A call of an unknown tool is not judged by another tool's schema."""

    def renamed(value: JsonObject) -> None:
        function = object_of(calls(value)[0]["function"])
        function["name"], function["arguments"] = "get_news", '{"days":"x"}'

    exchange = body(renamed)(clean(load_dialect(CHAT), "single_call", Mode.BLOCKING))
    assert found(load_dialect(CHAT).decode(exchange)) == []


@pytest.mark.parametrize("hostile", ["\x00", "\x7f\u2028", "[" * 2000, '{"a":' * 300])
def test_hostile_text_is_judged_and_not_raised_on(hostile: str) -> None:
    """Arguments that no parser likes give a finding and no exception."""
    change: Callable[[Exchange], Exchange] = raw_arguments("@@")(CHAT, Mode.BLOCKING)
    exchange = change(clean(load_dialect(CHAT), "single_call", Mode.BLOCKING))
    text = exchange.response.body.replace(b"@@", dump(hostile)[1:-1])
    exchange = replace(exchange, response=replace(exchange.response, body=text))
    assert found(load_dialect(CHAT).decode(exchange)) == ["TC302"]


_ODD: tuple[Json, ...] = (None, [], {}, "", "x", 1, True, [[]], [None], {"a": None})


def _places(value: Json) -> Iterator[tuple[JsonObject | list[Json], str | int]]:
    """Yield every container and key of a JSON value, however deep."""
    pairs = value.items() if isinstance(value, dict) else enumerate(items_of(value))
    for key, member in list(pairs):
        yield value, key
        if isinstance(member, dict | list):
            yield from _places(member)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", [CHAT, ANTHROPIC, GEMINI])
@pytest.mark.parametrize("scenario", ["mixed_content", "no_arguments"])
def test_no_value_in_any_place_makes_a_rule_raise(scenario: str, name: str, mode: Mode) -> None:
    """Every member of a response, replaced by every kind of value, is judged to the end."""
    base = clean(load_dialect(name), scenario, mode)
    judged = 0

    def odd(payloads: list[Json]) -> Iterator[None]:
        for payload in payloads:
            if not isinstance(payload, dict):
                continue
            for holder, key in list(_places(payload)):
                kept = holder[key]
                for value in _ODD:
                    holder[key] = value
                    yield
                holder[key] = kept

    if mode is Mode.BLOCKING:
        whole = parse(base.response.body)
        for _ in odd([whole]):
            judge(load_dialect(name).decode(_answering(base, dump(whole))))
            judged += 1
    else:
        events = sse.decode(base.response.body).events
        stream = [e.data if e.data == "[DONE]" else parse(e.data) for e in events]
        for _ in odd(stream):
            body_ = b"".join(
                sse.encode(p if isinstance(p, str) else dump(p).decode(), e.name)
                for p, e in zip(stream, events, strict=True)
            )
            judge(load_dialect(name).decode(_answering(base, body_)))
            judged += 1
    assert judged > 100


def _answering(exchange: Exchange, data: bytes) -> Exchange:
    return replace(exchange, response=replace(exchange.response, body=data))
