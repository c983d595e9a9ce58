"""Tools a request offers: their shape, names and schemas, and the values that go back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolwire.model.conversation import Json, JsonObject

Judge = Callable[..., list[tuple[str, str, str]]]
CHAT = "openai-chat"
ANTHROPIC = "anthropic-messages"
BEDROCK = "bedrock-converse"
GEMINI = "gemini-generate"
RESPONSES = "openai-responses"
OBJECT: JsonObject = {"type": "object", "properties": {}}


def offering(name: str, *tools: Json, **members: Json) -> JsonObject:
    """Return a body in a dialect that asks something and offers these tools."""
    if name == GEMINI:
        return {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}], "tools": [*tools]}
    if name == BEDROCK:
        said: Json = [{"role": "user", "content": [{"text": "Hi"}]}]
        return {"messages": said, "toolConfig": {"tools": [*tools]}}
    asked: Json = [{"role": "user", "content": "Hi"}]
    held = "input" if name == RESPONSES else "messages"
    return {"model": "m", held: asked, "tools": [*tools], **members}


def tool(name: str, called: str = "f", schema: Json = OBJECT, **members: Json) -> JsonObject:
    """Return a tool in a dialect's shape."""
    shapes: dict[str, JsonObject] = {
        ANTHROPIC: {"name": called, "input_schema": schema, **members},
        BEDROCK: {"toolSpec": {"name": called, "inputSchema": {"json": schema}, **members}},
        CHAT: {"type": "function", "function": {"name": called, "parameters": schema, **members}},
        GEMINI: {"functionDeclarations": [{"name": called, "parametersJsonSchema": schema}]},
        RESPONSES: {"type": "function", "name": called, "parameters": schema, **members},
    }
    shapes["cohere-v2"] = shapes[CHAT]
    return shapes[name]


@pytest.mark.parametrize(
    ("name", "entry", "pointers"),
    [
        (CHAT, {"function": {"name": "f"}}, ["request/tools/0/type"]),
        (CHAT, {"type": "function", "name": "f"}, ["request/tools/0/function"]),
        (CHAT, {"type": "function", "function": {}}, ["request/tools/0/function/name"]),
        (CHAT, {"type": "custom", "custom": {"name": "f"}}, []),
        (CHAT, {"type": "openrouter:web_search"}, []),
        (CHAT, "f", ["request/tools/0"]),
        (RESPONSES, {"type": "function", "function": {"name": "f"}}, ["request/tools/0/name"]),
        (RESPONSES, {"type": "web_search"}, []),
        (RESPONSES, {"type": "custom", "name": "f"}, []),
        (RESPONSES, {"name": "f"}, ["request/tools/0/type"]),
        (ANTHROPIC, {"type": "web_search_20250305", "name": "web_search"}, []),
        (ANTHROPIC, {"type": "custom", "name": "f", "input_schema": OBJECT}, []),
        (ANTHROPIC, {"name": "f"}, ["request/tools/0/input_schema"]),
        (BEDROCK, {"systemTool": {"name": "nova_grounding"}}, []),
        (BEDROCK, {"cachePoint": {"type": "default"}}, []),
        (GEMINI, {"googleSearch": {}}, []),
        (GEMINI, {"type": "function", "function": {"name": "f"}}, ["request/tools/0/function"]),
    ],
)
def test_tools_have_the_shape_of_their_dialect(
    told: Judge, name: str, entry: Json, pointers: list[str]
) -> None:
    """A tool in another format's shape is refused; tools of the server's own are not ours."""
    found = told(name, offering(name, entry))
    assert [(rule, pointer) for rule, _, pointer in found] == [("TC811", p) for p in pointers]


def test_a_nested_definition_beside_a_flat_name_is_passed_over(told: Judge) -> None:
    """OpenAI answers it, without the parameters: a warning."""
    both = {"type": "function", "name": "f", "function": {"name": "f", "parameters": OBJECT}}
    found = told(RESPONSES, offering(RESPONSES, both))
    assert found == [("TC811", "warning", "request/tools/0/function")]


@pytest.mark.parametrize(
    ("name", "called", "severities"),
    [
        (CHAT, "a" * 64, []),
        (CHAT, "a" * 65, ["error"]),
        (CHAT, "mcp.search", ["error"]),
        (CHAT, "get-weather\n", ["error"]),
        (CHAT, "wéather", ["error"]),
        (RESPONSES, "a" * 128, []),
        (RESPONSES, "a" * 129, ["error"]),
        (ANTHROPIC, "a" * 100, ["info"]),
        (ANTHROPIC, "a" * 129, ["error"]),
        (BEDROCK, "a" * 65, ["error"]),
        (GEMINI, "mcp.search:v1", []),
        (GEMINI, "1st", ["error"]),
        (GEMINI, "a" * 65, ["info"]),
        ("cohere-v2", "get_weather", []),
        ("cohere-v2", "get-weather", ["error"]),
    ],
)
def test_names_are_made_of_what_the_api_takes(
    told: Judge, name: str, called: str, severities: list[str]
) -> None:
    """Letters and lengths differ by API; what older servers refused is a warning."""
    found = told(name, offering(name, tool(name, called)))
    assert [(rule, grave) for rule, grave, _ in found] == [("TC808", s) for s in severities]


def test_a_bad_name_in_the_history_is_found_there(told: Judge) -> None:
    """A name the model made up and the client kept refuses every later request."""
    use: Json = {"toolUse": {"toolUseId": "t", "name": "get weather!", "input": {}}}
    result: Json = {"toolResult": {"toolUseId": "t", "content": [{"text": "No such tool."}]}}
    history: list[Json] = [
        {"role": "user", "content": [{"text": "Hi"}]},
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [result]},
    ]
    body: JsonObject = {**offering(BEDROCK, tool(BEDROCK)), "messages": history}
    at = "request/messages/1/content/0/toolUse/name"
    assert told(BEDROCK, body) == [("TC730", "info", at), ("TC808", "error", at)]


def test_a_name_that_a_vendor_gave_its_own_tool_is_the_vendors(told: Judge) -> None:
    """Moonshot's search begins with $; a function of that name is the client's."""
    for kind, found in (("builtin_function", 0), ("function", 2)):
        called: Json = {"name": "$web_search", "arguments": "{}"}
        history: list[Json] = [
            {"role": "user", "content": "News?"},
            {"role": "assistant", "tool_calls": [{"id": "a", "type": kind, "function": called}]},
            {"role": "tool", "tool_call_id": "a", "content": "None."},
        ]
        tools: list[Json] = [{"type": kind, "function": {"name": "$web_search"}}]
        rules = [rule for rule, *_ in told(CHAT, {"tools": tools, "messages": history})]
        assert rules.count("TC808") == found


@pytest.mark.parametrize(
    ("name", "members", "found"),
    [
        (CHAT, {"tool_choice": {"type": "function", "function": {"name": "f"}}}, 0),
        (CHAT, {"tool_choice": {"type": "function", "function": {"name": "g"}}}, 1),
        (CHAT, {"tool_choice": "required"}, 0),
        (CHAT, {"function_call": {"name": "g"}}, 1),
        (
            CHAT,
            {
                "tool_choice": {
                    "type": "allowed_tools",
                    "allowed_tools": {
                        "tools": [{"function": {"name": "f"}}, {"function": {"name": "g"}}]
                    },
                }
            },
            1,
        ),
        (RESPONSES, {"tool_choice": {"type": "function", "name": "g"}}, 1),
        (RESPONSES, {"tool_choice": {"type": "web_search_preview"}}, 0),
        (
            RESPONSES,
            {
                "tool_choice": {
                    "type": "allowed_tools",
                    "tools": [{"type": "function", "name": "g"}],
                }
            },
            1,
        ),
        (ANTHROPIC, {"tool_choice": {"type": "tool", "name": "g"}}, 1),
        (ANTHROPIC, {"tool_choice": {"type": "tool", "name": "f"}}, 0),
    ],
)
def test_choices_name_offered_tools(
    told: Judge, name: str, members: JsonObject, found: int
) -> None:
    """A choice of a tool that is not there is refused, whatever form it has."""
    told_of = told(name, offering(name, tool(name), **members))
    assert [rule for rule, _, _ in told_of] == ["TC730"] * found


@pytest.mark.parametrize(
    ("name", "schema", "expected"),
    [
        (CHAT, {"type": "object"}, []),
        (CHAT, {}, [("TC809", "/type")]),
        (CHAT, {"type": "string"}, [("TC809", "/type")]),
        (CHAT, {"type": "object", "properties": []}, [("TC809", "/properties")]),
        (
            CHAT,
            {"type": "object", "properties": {"a": {"type": "str"}}},
            [("TC809", "/properties/a/type")],
        ),
        (
            CHAT,
            {"type": "object", "properties": {"a": {"type": "array"}}},
            [("TC809", "/properties/a/items")],
        ),
        (
            CHAT,
            {"type": "object", "properties": {"a": {"type": ["array", "null"]}}},
            [("TC809", "/properties/a/items")],
        ),
        (ANTHROPIC, {"type": "object", "properties": {"a": {"type": "array"}}}, []),
        (CHAT, {"type": "object", "enum": [{}]}, [("TC804", "/enum")]),
        (ANTHROPIC, {"type": "object", "enum": [{}]}, []),
        (ANTHROPIC, {"type": "object", "anyOf": [{"required": ["a"]}]}, [("TC804", "/anyOf")]),
        (ANTHROPIC, {"oneOf": [{"type": "object"}]}, [("TC804", "/oneOf")]),
        (ANTHROPIC, {"type": "object", "properties": {"a": {"anyOf": [{"type": "null"}]}}}, []),
        # Draft 7's tuples are no schema of 2020-12.
        (
            ANTHROPIC,
            {"type": "object", "properties": {"a": {"items": [{}]}}},
            [("TC809", "/properties/a/items")],
        ),
    ],
)
def test_schemas_are_what_the_api_takes(
    told: Judge, name: str, schema: JsonObject, expected: list[tuple[str, str]]
) -> None:
    """A tool's schema is a valid one of an object, without a union at its top."""
    found = told(name, offering(name, tool(name, schema=schema)))
    member = "/function/parameters" if name == CHAT else "/input_schema"
    root = "request/tools/0" + member
    assert [(rule, pointer) for rule, _, pointer in found] == [(r, root + p) for r, p in expected]


def test_tools_of_a_namespace_are_offered(told: Judge) -> None:
    """A choice may name a tool that stands in a group of Responses tools."""
    group: Json = {"type": "namespace", "name": "files", "tools": [tool(RESPONSES, "read")]}
    choice: Json = {"type": "function", "name": "read"}
    assert told(RESPONSES, offering(RESPONSES, group, tool_choice=choice)) == []


def strict(**members: Json) -> JsonObject:
    """Return a closed schema of one required property, with other members instead."""
    return {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "required": ["a"],
        "additionalProperties": False,
        **members,
    }


NESTED: JsonObject = {"a": {"type": "object", "properties": {}, "required": []}}
BOUND: JsonObject = {"a": {"type": "integer", "minimum": 1}}


@pytest.mark.parametrize(
    ("name", "schema", "found"),
    [
        (CHAT, strict(), 0),
        (CHAT, strict(properties=BOUND), 0),
        (CHAT, strict(required=[]), 1),
        (CHAT, strict(additionalProperties=True), 1),
        (CHAT, strict(properties=NESTED), 1),
        (CHAT, strict(properties={"a": {"allOf": [{"type": "string"}]}}), 1),
        (ANTHROPIC, strict(required=[]), 0),
        (ANTHROPIC, strict(properties=NESTED), 1),
        (ANTHROPIC, strict(properties=BOUND), 1),
        (BEDROCK, strict(properties={"a": {"type": "array", "items": {}, "maxItems": 2}}), 1),
        (RESPONSES, strict(required=[]), 1),
    ],
)
def test_strict_schemas_keep_to_their_subset(
    told: Judge, name: str, schema: JsonObject, found: int
) -> None:
    """Closed everywhere; complete with OpenAI, without bounds with Anthropic and Bedrock."""
    told_of = told(name, offering(name, tool(name, schema=schema, strict=True)))
    assert [rule for rule, _, _ in told_of] == ["TC807"] * found
    assert told(name, offering(name, tool(name, schema=schema))) == []


@pytest.mark.parametrize(
    ("model", "severity"),
    [
        ("gpt-6-luna", "error"),
        ("grok-4", "info"),
        ("x-ai/grok-4", "info"),
        ("Qwen/Qwen3-8B", "info"),
        ("deepseek-chat", "error"),
    ],
)
def test_servers_that_pass_over_strict_are_judged_milder(
    told: Judge, model: str, severity: str
) -> None:
    """XAI answered every recorded strict tool with optional properties; DeepSeek documents the limit."""
    body = offering(CHAT, tool(CHAT, schema=strict(required=[]), strict=True))
    found = told(CHAT, {**body, "model": model})
    assert [(rule, grave) for rule, grave, _ in found] == [("TC807", severity)]
    refused = "warning" if severity == "info" else "error"
    for status, grave in ((400, refused), (422, refused), (429, severity), (503, severity)):
        found = told(CHAT, {**body, "model": model}, status=status)
        assert [(rule, mark) for rule, mark, _ in found] == [("TC807", grave)]


UNION: JsonObject = {"type": "object", "properties": {}, "anyOf": [{"required": ["a"]}]}
BARE: JsonObject = {"type": "object", "properties": {"a": {"type": "array"}}}


@pytest.mark.parametrize(("rule", "schema"), [("TC804", UNION), ("TC809", BARE)])
@pytest.mark.parametrize("name", [CHAT, RESPONSES])
def test_limits_of_one_vendor_mean_little_to_models_of_others(
    told: Judge, name: str, rule: str, schema: JsonObject
) -> None:
    """What else is wrong with a schema is wrong everywhere, and a model of no known name is anybody's."""
    body = offering(name, tool(name, schema=schema))
    for model, severities in (
        ("gpt-6-luna", ["error", "error"]),
        ("some-model", ["error", "error"]),
        ("mistralai/mistral-small", ["warning", "info"]),
        ("deepseek-chat", ["warning", "info"]),
    ):
        found = [told(name, {**body, "model": model}, status=status) for status in (400, 429)]
        assert [(one, grave) for each in found for one, grave, _ in each] == [
            (rule, grave) for grave in severities
        ]
    broken: JsonObject = {"type": "object", "properties": []}
    found = [
        told(name, {**offering(name, tool(name, schema=broken)), "model": "qwen3"}, status=429)
    ]
    assert [(one, grave) for each in found for one, grave, _ in each] == [("TC809", "error")]


def replayed(response: JsonObject, name: str = "f", **members: Json) -> JsonObject:
    """Return a Gemini body whose history has one call and this response to it."""
    held: Json = {"name": name, "response": response, **members}
    return {
        "contents": [
            {"role": "user", "parts": [{"text": "Hi"}]},
            {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]},
            {"role": "user", "parts": [{"functionResponse": held}]},
        ]
    }


PICTURE: Json = [{"inlineData": {"mimeType": "image/png", "data": "eA==", "displayName": "map"}}]


@pytest.mark.parametrize(
    ("response", "members", "found"),
    [
        ({"output": "18 C"}, {}, 0),
        ({"output": {"a": [{"$ref": "#/$defs/City"}]}}, {}, 1),
        ({"output": {"$defs": {"City": {"type": "string"}}}}, {}, 0),
        ({"output": {"$ref": 1}}, {}, 0),
        ({"picture": {"$ref": "map"}}, {"parts": PICTURE}, 0),
        ({"picture": {"$ref": "other"}}, {"parts": PICTURE}, 1),
    ],
)
def test_references_name_parts_of_the_response(
    told: Judge, response: JsonObject, members: JsonObject, found: int
) -> None:
    """A `$ref` that is no displayName of the same response is refused by Gemini 3."""
    url = "https://api.example.invalid/v1beta/models/gemini-3-pro:countTokens"
    body = replayed(response, **members)
    refs = [f for f in told(GEMINI, body, url) if f[0] == "TC726"]
    assert (
        refs
        == [("TC726", "error", f"{'request/contents/2/parts/0/functionResponse'}/response")] * found
    )
    older = url.replace("gemini-3", "gemini-2.5")
    assert [s for _, s, _ in told(GEMINI, body, older)] == ["warning"] * found


@pytest.mark.parametrize(("name", "severities"), [("f", []), ("g", ["warning"]), ("", ["error"])])
def test_responses_have_the_name_of_their_call(
    told: Judge, name: str, severities: list[str]
) -> None:
    """No name is refused; another one was answered, and confuses the model."""
    found = told(GEMINI, replayed({"output": "18 C"}, name))
    assert [(rule, grave) for rule, grave, _ in found] == [("TC730", s) for s in severities]


@pytest.mark.parametrize(
    ("name", "arguments", "found"),
    [
        (CHAT, "{}", 0),
        (CHAT, {}, 1),
        ("ollama-chat", {}, 0),
        ("ollama-chat", "{}", 1),
        ("cohere-v2", "{}", 0),
        ("cohere-v2", None, 1),
    ],
)
def test_arguments_have_the_form_of_the_route(
    told: Judge, name: str, arguments: Json, found: int
) -> None:
    """Objects on Ollama's native route, text on the others."""
    call: Json = {"id": "a", "type": "function", "function": {"name": "f", "arguments": arguments}}
    history: Json = [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "a", "content": "18 C"},
    ]
    told_of = told(name, {"model": "m", "messages": history})
    assert [rule for rule, _, _ in told_of] == ["TC722"] * found
