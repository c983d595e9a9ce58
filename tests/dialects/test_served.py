"""Tools that servers run themselves: how answers tell of them, and how requests offer them."""

from __future__ import annotations

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.reply import ABSENT
from toolwire.rules.mutate.scenarios import every_clean

SERVED = [name for name in DIALECTS if load_dialect(name).wire.served is not None]


@pytest.mark.parametrize("name", SERVED)
def test_no_clean_answer_has_one_and_no_clean_request_offers_one(name: str) -> None:
    """Clients' tools, however many calls there are, are none of the server's."""
    dialect = load_dialect(name)
    tools = dialect.wire.served
    assert tools is not None
    for _, mode, exchange in every_clean(dialect):
        read = dialect.decode(exchange)
        assert isinstance(read.request, dict)
        assert not tools.offered(read.request)
        bodies = [read.body] if mode is Mode.BLOCKING else [event.json for event in read.events]
        for body in bodies:
            if isinstance(body, dict) and body is not ABSENT:
                assert list(tools.used(body)) == []


@pytest.mark.parametrize("odd", [{"a": 1}, [1], 1, None, True])
@pytest.mark.parametrize("name", SERVED)
def test_types_that_are_no_text_name_no_tool(name: str, odd: Json) -> None:
    """Whatever stands where the kind of a tool or an item is told."""
    tools = load_dialect(name).wire.served
    assert tools is not None
    listed: Json = [{"type": odd}, odd]
    assert not tools.offered({"toolConfig": odd})
    tools.offered({"tools": listed, "input": listed})
    parts: Json = [{"content": {"parts": listed}}]
    document: JsonObject = {"output": listed, "content": listed, "candidates": parts}
    assert list(tools.used({**document, "item": {"type": odd}, "content_block": odd})) == []


@pytest.mark.parametrize(
    ("name", "request_body"),
    [
        ("anthropic-messages", {"tools": [{"type": "web_search_20250305", "name": "web_search"}]}),
        ("anthropic-messages", {"mcp_servers": [{"type": "url", "url": "https://a.invalid"}]}),
        (
            "anthropic-messages",
            {"tools": [{"name": "get_weather", "allowed_callers": ["code_execution_20260120"]}]},
        ),
        ("openai-responses", {"tools": [{"type": "web_search"}]}),
        ("openai-responses", {"previous_response_id": "resp_1"}),
        ("openai-responses", {"input": [{"type": "additional_tools", "role": "developer"}]}),
        ("gemini-generate", {"tools": [{"codeExecution": {}}]}),
        ("gemini-generate", {"cachedContent": "cachedContents/1"}),
        (
            "bedrock-converse",
            {"toolConfig": {"tools": [{"systemTool": {"name": "nova_grounding"}}]}},
        ),
    ],
)
def test_a_request_that_has_one_offers_it(name: str, request_body: JsonObject) -> None:
    """In its tools, or in what it refers to and does not say itself."""
    tools = load_dialect(name).wire.served
    assert tools is not None
    assert tools.offered(request_body)


@pytest.mark.parametrize("callers", [["direct"], [], None, "code", [None]])
def test_a_tool_that_the_model_calls_brings_no_other(callers: Json) -> None:
    """Only code that may call it has to run somewhere."""
    tools = load_dialect("anthropic-messages").wire.served
    assert tools is not None
    assert not tools.offered({"tools": [{"name": "get_weather", "allowed_callers": callers}]})


@pytest.mark.parametrize(
    ("name", "document", "pointers"),
    [
        (
            "anthropic-messages",
            {
                "content": [
                    {"type": "text"},
                    {"type": "web_search_tool_result"},
                    {"type": "tool_use"},
                ]
            },
            ["/content/1"],
        ),
        (
            "anthropic-messages",
            {"type": "content_block_start", "content_block": {"type": "mcp_tool_use"}},
            ["/content_block"],
        ),
        (
            "openai-responses",
            {
                "output": [
                    {"type": "function_call"},
                    {"type": "mcp_call"},
                    {"type": "computer_call"},
                ]
            },
            ["/output/1"],
        ),
        ("openai-responses", {"item": {"type": "image_generation_call"}}, ["/item"]),
        (
            "gemini-generate",
            {"candidates": [{"content": {"parts": [{"text": ""}, {"codeExecutionResult": {}}]}}]},
            ["/candidates/0/content/parts/1"],
        ),
        ("bedrock-converse", {"start": {"toolUse": {"type": "server_tool_use"}}}, ["/start"]),
        ("bedrock-converse", {"start": {"toolUse": {"name": "f"}}}, []),
    ],
)
def test_a_part_of_one_is_found(name: str, document: JsonObject, pointers: list[str]) -> None:
    """Uses and results, whole and as a stream opens them; calls for clients are none."""
    tools = load_dialect(name).wire.served
    assert tools is not None
    assert list(tools.used(document)) == pointers
