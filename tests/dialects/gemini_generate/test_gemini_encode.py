"""Conversations become generateContent requests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Turn,
    UserTurn,
)
from harness.dialects.gemini_generate import DIALECT
from harness.dialects.schemas import validator
from harness.exchange import Endpoint
from harness.json_text import parse

HOST = "https://generativelanguage.googleapis.com"
ENDPOINT = Endpoint(HOST, "gemini-test")
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
ASKED = Conversation((UserTurn("Hello?"),))


def body(conversation: Conversation, endpoint: Endpoint = ENDPOINT) -> Any:
    """Return the encoded request body, parsed."""
    return parse(DIALECT.encode(conversation, endpoint).body)


TEXT = st.text(max_size=20)
FULL_TEXT = st.text(min_size=1, max_size=20)
NAME = st.from_regex(r"[A-Za-z_][A-Za-z0-9_.:-]{0,20}", fullmatch=True)
NUMBER = st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
VALUE = st.recursive(
    st.none() | st.booleans() | NUMBER | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
LEAF = st.sampled_from(
    [
        {"type": "string"},
        {"type": "string", "enum": ["a", "b"]},
        {"type": "integer", "minimum": 1},
        {"type": "integer", "enum": [1, 2]},
        {"type": ["string", "null"]},
        {"type": "string", "nullable": True},
        {"type": "string", "minLength": 2},
        {"type": "array"},
        {"type": "object"},
        {"const": 3},
        {},
    ]
)
SCHEMA = st.fixed_dictionaries(
    {"type": st.just("object"), "properties": st.dictionaries(NAME, LEAF, max_size=3)},
    optional={"additionalProperties": st.sampled_from([False]), "description": TEXT},
)
TOOL = st.builds(Tool, NAME, st.none() | TEXT, st.none() | SCHEMA)
CALL = st.builds(ToolCall, NAME, st.none() | FULL_TEXT, st.dictionaries(TEXT, VALUE, max_size=3))
CHOICE = st.none() | st.sampled_from(ChoiceMode).flatmap(
    lambda mode: st.builds(
        ToolChoice, st.just(mode), NAME if mode is ChoiceMode.NAMED else st.none()
    )
)


@st.composite
def turns(draw: st.DrawFn) -> tuple[Turn, ...]:
    """Draw a history as clients write it: user, then calls answered one by one, and on."""
    out = [UserTurn(draw(TEXT))]
    for _ in range(draw(st.integers(0, 2))):
        calls = tuple(draw(st.lists(CALL, max_size=3)))
        out.append(AssistantTurn(draw(st.none() | FULL_TEXT), calls))
        if calls:
            results = (
                ToolResult(call.id, call.name, draw(TEXT), draw(st.booleans())) for call in calls
            )
            out.append(ResultsTurn(tuple(results)))
        else:
            out.append(UserTurn(draw(TEXT)))
    return tuple(out)


CONVERSATION = st.builds(
    Conversation,
    turns(),
    st.lists(TOOL, max_size=3).map(tuple),
    CHOICE,
    system=st.none() | TEXT,
    stream=st.booleans(),
)


def without_pointers(conversation: Conversation) -> Conversation:
    """Return the conversation with its calls' pointers blanked, which only readers set."""

    def blank(turn: Turn) -> Turn:
        if not isinstance(turn, AssistantTurn):
            return turn
        return replace(turn, calls=tuple(replace(call, pointer="") for call in turn.calls))

    return replace(conversation, turns=tuple(blank(turn) for turn in conversation.turns))


@given(CONVERSATION)
def test_what_is_encoded_satisfies_the_schema_and_reads_back_the_same(
    conversation: Conversation,
) -> None:
    """Encoding then reading loses nothing but `parallel`, `strict` and empty model texts."""
    request = DIALECT.encode(conversation, ENDPOINT)
    errors = list(validator("gemini-generate", "request").iter_errors(parse(request.body)))
    assert not errors
    read = DIALECT.read_request(request)
    assert read is not None
    assert without_pointers(read) == conversation


@pytest.mark.parametrize(
    ("stream", "changes", "url"),
    [
        (False, {}, f"{HOST}/v1beta/models/gemini-test:generateContent"),
        (True, {}, f"{HOST}/v1beta/models/gemini-test:streamGenerateContent?alt=sse"),
        (
            False,
            {"path": "/v1/x/models/{model}:generateContent"},
            "/v1/x/models/gemini-test:generateContent",
        ),
        (
            True,
            {"path": "/v1/x/models/{model}:generateContent"},
            "/v1/x/models/gemini-test:streamGenerateContent?alt=sse",
        ),
        (True, {"path": "/p", "stream_path": "/s/{model}"}, "/s/gemini-test"),
        (True, {"path": "/p"}, "/p"),
        (False, {"model": "a b?c"}, "/v1beta/models/a%20b%3Fc:generateContent"),
    ],
)
def test_the_url_says_model_and_mode(*, stream: bool, changes: dict[str, Any], url: str) -> None:
    """Model and mode are in the path; an endpoint's own paths replace ours."""
    endpoint = replace(ENDPOINT, **changes)
    request = DIALECT.encode(replace(ASKED, stream=stream), endpoint)
    assert request.method == "POST"
    assert request.url == (url if url.startswith("https:") else HOST + url)


@pytest.mark.parametrize(
    ("choice", "config"),
    [
        (ToolChoice(ChoiceMode.AUTO), {"mode": "AUTO"}),
        (ToolChoice(ChoiceMode.NONE), {"mode": "NONE"}),
        (ToolChoice(ChoiceMode.REQUIRED), {"mode": "ANY"}),
        (
            ToolChoice(ChoiceMode.NAMED, "find"),
            {"mode": "ANY", "allowedFunctionNames": ["find"]},
        ),
    ],
)
def test_every_tool_choice_has_its_form(choice: ToolChoice | None, config: JsonObject) -> None:
    """The four neutral choices are written with three modes and a list of names."""
    sent = body(replace(ASKED, choice=choice))
    assert sent["toolConfig"] == {"functionCallingConfig": config}


@pytest.mark.parametrize(
    ("schema", "key"),
    [
        (CITY, "parameters"),
        ({**CITY, "additionalProperties": False}, "parametersJsonSchema"),
        ({**CITY, "$defs": {}}, "parametersJsonSchema"),
        ({"type": "object", "properties": {}}, "parametersJsonSchema"),
        ({"type": "object", "properties": {"n": {"enum": [1]}}}, "parametersJsonSchema"),
        (
            {"type": "object", "properties": {"n": {"type": "integer", "enum": [1]}}},
            "parametersJsonSchema",
        ),
        (
            {"type": "object", "properties": {"n": {"type": ["string", "null"]}}},
            "parametersJsonSchema",
        ),
        ({"type": "object", "properties": {"n": {"type": "array"}}}, "parametersJsonSchema"),
        (
            {"type": "object", "properties": {"n": {"type": "array", "items": CITY}}},
            "parameters",
        ),
        ({"type": "object", "properties": {"n": {"$ref": "#"}}}, "parametersJsonSchema"),
        ({"type": "object", "properties": {"n": True}}, "parametersJsonSchema"),
        (
            {"type": "object", "properties": {"type": {"type": "string"}}},
            "parameters",
        ),
    ],
)
def test_a_schema_goes_under_the_key_that_takes_it(schema: JsonObject, key: str) -> None:
    """`parameters` is used only for schemas it neither refuses nor changes."""
    (entry,) = body(replace(ASKED, tools=(Tool("find", None, schema),)))["tools"]
    assert entry == {"functionDeclarations": [{"name": "find", key: schema}]}


def test_a_tool_without_parameters_declares_none() -> None:
    """No schema is made up for a tool that has none, and no switch for `strict`."""
    (entry,) = body(replace(ASKED, tools=(Tool("now", "The time.", strict=True),)))["tools"]
    assert entry == {"functionDeclarations": [{"name": "now", "description": "The time."}]}


def test_results_share_one_content_and_tell_failures() -> None:
    """Results go back in one user content, with `output` or `error`, id and name."""
    calls = (ToolCall("find", "a1", {}), ToolCall("find", None, {}))
    results = (
        ToolResult("a1", None, "18 C"),
        ToolResult(None, "find", "no such city", error=True),
    )
    history = (UserTurn("?"), AssistantTurn(None, calls), ResultsTurn(results))
    contents = body(Conversation(history))["contents"]
    assert contents[1] == {
        "role": "model",
        "parts": [
            {"functionCall": {"id": "a1", "name": "find", "args": {}}},
            {"functionCall": {"name": "find", "args": {}}},
        ],
    }
    assert contents[2] == {
        "role": "user",
        "parts": [
            {"functionResponse": {"id": "a1", "name": "find", "response": {"output": "18 C"}}},
            {"functionResponse": {"name": "find", "response": {"error": "no such city"}}},
        ],
    }


def test_an_echo_goes_back_byte_for_byte() -> None:
    """Spacing, key order, number spelling and signature of a received message survive."""
    echo = (
        b'{"role" : "model", "parts":[ {"thoughtSignature":"c2ln","n":1.50,"functionCall":{}} ] }'
    )
    turns_ = (UserTurn("?"), AssistantTurn("ignored", (), echo))
    assert echo in DIALECT.encode(Conversation(turns_), ENDPOINT).body


def test_extra_members_are_merged_as_a_merge_patch() -> None:
    """An endpoint adds members at any depth and takes members out with null."""
    extra = {
        "generationConfig": {"temperature": 0},
        "toolConfig": {"functionCallingConfig": {"streamFunctionCallArguments": True}},
        "systemInstruction": None,
    }
    asked = replace(ASKED, choice=ToolChoice(ChoiceMode.AUTO), system="Be brief.")
    sent = body(asked, replace(ENDPOINT, extra=extra))
    assert sent["generationConfig"] == {"temperature": 0}
    assert sent["toolConfig"]["functionCallingConfig"] == {
        "mode": "AUTO",
        "streamFunctionCallArguments": True,
    }
    assert "systemInstruction" not in sent


def test_no_request_carries_a_key() -> None:
    """Keys are the transport's business: neither URL nor headers hold one."""
    request = DIALECT.encode(ASKED, replace(ENDPOINT, headers=(("x-test", "1"),)))
    assert "key=" not in request.url
    assert request.headers == (("content-type", "application/json"), ("x-test", "1"))
    own = replace(ENDPOINT, headers=(("Content-Type", "application/json; charset=utf-8"),))
    assert DIALECT.encode(ASKED, own).headers == (
        ("content-type", "application/json; charset=utf-8"),
    )
