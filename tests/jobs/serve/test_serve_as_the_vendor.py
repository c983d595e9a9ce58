"""What vendors were seen to take, to refuse and to say, and the reference did not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.jobs.serve.wire import EVIDENCE
from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.jobs.serve import Server
from toolwire.jobs.serve.server import eager
from toolwire.model.exchange import Exchange, Mode, Request
from toolwire.model.reply import Reading

ROOT = "http://127.0.0.1"
PATHS = {
    "anthropic-messages": "/v1/messages",
    "bedrock-converse": "/model/m/converse",
    "cohere-v2": "/v2/chat",
    "gemini-generate": "/v1beta/models/m:generateContent",
    "ollama-chat": "/api/chat",
    "openai-chat": "/v1/chat/completions",
    "openai-responses": "/v1/responses",
}
USER = {"role": "user", "content": "Hi."}
#: A request of each dialect that every vendor takes.
PLAIN: dict[str, dict[str, Any]] = {
    "anthropic-messages": {"model": "m", "max_tokens": 4096, "messages": [USER]},
    "bedrock-converse": {"messages": [{"role": "user", "content": [{"text": "Hi."}]}]},
    "cohere-v2": {"model": "m", "messages": [USER]},
    "gemini-generate": {"contents": [{"role": "user", "parts": [{"text": "Hi."}]}]},
    "ollama-chat": {"model": "m", "messages": [USER]},
    "openai-chat": {"model": "m", "messages": [USER]},
    "openai-responses": {"model": "m", "input": "Hi."},
}


def ask(name: str, *, path: str = "", plan: Any = None, **members: Any) -> Reading:
    """Send a plain request with some members changed, and read what comes back."""
    request = Request("POST", ROOT + (path or PATHS[name]), (), dump({**PLAIN[name], **members}))
    server = Server((name,)) if plan is None else Server((name,), plan=plan)
    return load_dialect(name).decode(Exchange(request, server.answer(request).response, EVIDENCE))


def status(name: str, **members: Any) -> int:
    """Return what a plain request with some members changed is answered."""
    return ask(name, **members).exchange.response.status


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_request_is_taken(name: str) -> None:
    """What the requests below differ in is all that is wrong with them."""
    assert status(name) == 200


def test_ollama_passes_over_ids_that_no_call_had() -> None:
    """Its templates are given ids, and nothing compares them."""
    call = {"function": {"name": "f", "arguments": {}}}
    history = [
        USER,
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_of_nobody", "content": "18 C"},
    ]
    assert status("ollama-chat", messages=history) == 200


@pytest.mark.parametrize("mode", ["none", "auto", "any", "NONE", "VALIDATED"])
def test_google_takes_modes_in_any_case(mode: str) -> None:
    """Recorded requests with `none` were answered 200."""
    tools = [{"functionDeclarations": [{"name": "f"}]}]
    config = {"functionCallingConfig": {"mode": mode}}
    assert status("gemini-generate", tools=tools, toolConfig=config) == 200
    config = {"functionCallingConfig": {"mode": "sometimes"}}
    assert status("gemini-generate", tools=tools, toolConfig=config) == 400


def test_google_reads_the_parts_of_a_content_in_any_order() -> None:
    """Words before a result, in one content, leave no call without its result."""
    contents = [
        *PLAIN["gemini-generate"]["contents"],
        {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]},
        {
            "role": "user",
            "parts": [
                {"text": "Here."},
                {"functionResponse": {"name": "f", "response": {"output": "5"}}},
            ],
        },
    ]
    assert status("gemini-generate", contents=contents) == 200


def test_anthropic_joins_messages_of_one_role() -> None:
    """The results of one turn may come in two messages."""
    uses = [{"type": "tool_use", "id": f"toolu_{n}", "name": "f", "input": {}} for n in range(2)]
    results = [
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": "5"}],
        }
        for n in range(2)
    ]
    tools = [{"name": "f", "input_schema": {"type": "object"}}]
    history = [USER, {"role": "assistant", "content": uses}, *results]
    assert status("anthropic-messages", messages=history, tools=tools) == 200
    assert status("anthropic-messages", messages=history[:-1], tools=tools) == 400


@pytest.mark.parametrize(
    "kept",
    [
        {"previous_response_id": "resp_1"},
        {"conversation": "conv_1"},
        {"input": [{"type": "item_reference", "id": "fc_1"}]},
    ],
    ids=["response", "conversation", "item"],
)
def test_openai_keeps_the_calls_that_are_named(kept: dict[str, Any]) -> None:
    """A result alone answers a call of a history that the server has."""
    result = {"type": "function_call_output", "call_id": "call_1", "output": "5"}
    items = [*kept.get("input", []), result]
    assert status("openai-responses", **{**kept, "input": items}) == 200
    assert status("openai-responses", input=[result]) == 400


def test_openai_finds_an_output_behind_other_words() -> None:
    """A call and its output are matched by id; what the user said between them stays behind."""
    call = {"type": "function_call", "call_id": "call_1", "name": "f", "arguments": "{}"}
    output = {"type": "function_call_output", "call_id": "call_1", "output": "5"}
    assert status("openai-responses", input=[USER, call, USER, output]) == 200
    assert status("openai-responses", input=[USER, call, USER]) == 400


CUSTOM = {"name": "run_code", "description": "Runs Python."}
CUSTOMS = {
    "openai-chat": {"type": "custom", "custom": CUSTOM},
    "openai-responses": {"type": "custom", **CUSTOM},
}
BEFORE = {
    "openai-chat": {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {
                "id": "call_1",
                "type": "custom",
                "custom": {"name": "run_code", "input": "print(1)"},
            }
        ],
    },
    "openai-responses": {
        "type": "custom_tool_call",
        "call_id": "call_1",
        "name": "run_code",
        "input": "print(1)",
    },
}
AFTER = {
    "openai-chat": {"role": "tool", "tool_call_id": "call_1", "content": "1"},
    "openai-responses": {
        "type": "custom_tool_call_output",
        "call_id": "call_1",
        "output": "1",
    },
}


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("name", CUSTOMS)
def test_a_custom_tool_is_called_with_a_text(name: str, *, stream: bool) -> None:
    """Codex aborts on a function call of its custom tool; once made, the call is not repeated."""
    words = {"role": "user", "content": 'run_code({"input":"print(1)"})'}
    member = "input" if name == "openai-responses" else "messages"
    tools = [CUSTOMS[name]]
    read = ask(name, **{member: [words], "tools": tools, "stream": stream})
    (call,) = read.reply.tool_calls
    assert (call.kind, call.name, call.raw) == ("custom", "run_code", "print(1)")
    done = [words, BEFORE[name], AFTER[name]]
    again = ask(name, **{member: done, "tools": tools, "stream": stream})
    assert again.exchange.response.status == 200
    assert again.reply.tool_calls == ()
    (made_up,) = ask(name, plan=eager, tools=tools, stream=stream).reply.tool_calls
    assert (made_up.kind, made_up.raw) == ("custom", "example")


def test_a_custom_tool_may_stand_in_a_namespace() -> None:
    """Codex puts its tools into one; they are called all the same."""
    tools = [{"type": "namespace", "name": "functions", "tools": [CUSTOMS["openai-responses"]]}]
    words = [{"role": "user", "content": 'run_code({"input":"print(1)"})'}]
    (call,) = ask("openai-responses", input=words, tools=tools).reply.tool_calls
    assert (call.kind, call.raw) == ("custom", "print(1)")


@pytest.mark.parametrize(
    ("name", "builtin", "own"),
    [
        (
            "openai-responses",
            {"type": "web_search"},
            {"type": "function", "name": "f", "parameters": None},
        ),
        (
            "anthropic-messages",
            {"type": "web_search_20250305", "name": "web_search"},
            {"name": "f", "input_schema": {"type": "object"}},
        ),
    ],
)
def test_no_call_names_a_tool_that_the_service_runs(
    name: str, builtin: dict[str, Any], own: dict[str, Any]
) -> None:
    """An eager server calls the first tool that a client has; alone, a built-in is not called."""
    (call,) = ask(name, plan=eager, tools=[builtin, own]).reply.tool_calls
    assert call.name == "f"
    assert ask(name, plan=eager, tools=[builtin]).reply.tool_calls == ()


STRICT = {
    "type": "object",
    "properties": {
        "place": {"$ref": "#/$defs/place"},
        "unit": {"anyOf": [{"enum": ["c", "f"]}, {"type": "null"}]},
        "days": {"type": "integer"},
    },
    "required": ["place", "unit", "days"],
    "additionalProperties": False,
    "$defs": {
        "place": {
            "type": "object",
            "properties": {"city": {"type": "string"}},
            "required": ["city"],
            "additionalProperties": False,
        }
    },
}


@pytest.mark.parametrize("told", ['f({"days":3})', 'f({"days":3,"more":1})'])
@pytest.mark.parametrize("name", ["openai-chat", "openai-responses"])
def test_a_strict_call_has_all_that_its_schema_requires(name: str, told: str) -> None:
    """Constrained decoding leaves nothing out, and adds nothing, whatever the prompt says."""
    held = {"name": "f", "strict": True, "parameters": STRICT}
    nested = {"type": "function", "function": held}
    tools = [nested if name == "openai-chat" else {"type": "function", **held}]
    member = "input" if name == "openai-responses" else "messages"
    words = [{"role": "user", "content": told}]
    (call,) = ask(name, **{member: words, "tools": tools}).reply.tool_calls
    assert call.arguments == {"place": {"city": "example"}, "unit": "c", "days": 3}


@pytest.mark.parametrize(
    ("name", "members"),
    [
        ("anthropic-messages", {"thinking": {"type": "enabled", "budget_tokens": 1024}}),
        ("anthropic-messages", {"thinking": {"type": "adaptive"}}),
        (
            "bedrock-converse",
            {"additionalModelRequestFields": {"thinking": {"type": "adaptive"}}},
        ),
        ("cohere-v2", {"thinking": {"type": "enabled"}}),
        ("gemini-generate", {"generationConfig": {"thinkingConfig": {"includeThoughts": True}}}),
        ("ollama-chat", {"think": True, "stream": False}),
        ("ollama-chat", {"think": "high"}),
        ("openai-chat", {"thinking": {"type": "enabled"}}),
        ("openai-responses", {"reasoning": {"effort": "low", "summary": "auto"}}),
    ],
)
def test_reasoning_that_is_asked_for_comes(name: str, members: dict[str, Any]) -> None:
    """Each vendor's own switch is read, and nothing is thought aloud without it."""
    assert ask(name, **members).reply.reasoning
    assert not ask(name).reply.reasoning


def test_a_loop_that_lost_its_thinking_is_answered_without_thinking() -> None:
    """Anthropic refuses no conflict in the middle of a turn: it does not think, and says nothing."""
    use = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "18 C"}
    messages = [
        {"role": "user", "content": "Weather?"},
        {"role": "assistant", "content": [use]},
        {"role": "user", "content": [result]},
    ]
    on = {"type": "enabled", "budget_tokens": 1024}
    read = ask("anthropic-messages", messages=messages, thinking=on)
    assert read.ok
    assert read.reply.text
    assert read.reply.reasoning is None


_FUNCTION = {"name": "f", "parameters": {"type": "object", "properties": {}}}


@pytest.mark.parametrize(
    ("name", "members"),
    [
        ("bedrock-converse", {"toolConfig": {"tools": [{"toolSpec": {"name": "f", "inputSchema": {}}}]}}),
        ("anthropic-messages", {"tools": [{"name": "f", "description": None, "input_schema": {"type": "object"}}]}),
        ("anthropic-messages", {"thinking": {"type": "enabled", "budget_tokens": 1024}, "temperature": 0}),
        ("anthropic-messages", {"max_tokens": None}),
        ("openai-chat", {"max_tokens": 5, "max_completion_tokens": 5}),
        ("openai-chat", {"messages": []}),
        ("openai-chat", {"tools": [_FUNCTION]}),
        ("openai-chat", {"tools": [{"type": "function", "function": {**_FUNCTION, "strict": True}}]}),
        ("openai-responses", {"tools": [{"type": "function", "function": _FUNCTION}]}),
        ("gemini-generate", {"contents": []}),
        ("cohere-v2", {"messages": []}),
        ("ollama-chat", {"model": ""}),
    ],
)  # fmt: skip
def test_what_a_strict_vendor_refuses_is_refused(name: str, members: dict[str, Any]) -> None:
    """The published request type and the rules at error hold for the reference too."""
    read = ask(name, **members)
    assert read.exchange.response.status == 400
    assert read.reply.error is not None
    assert read.reply.error.message


def test_a_refusal_names_what_is_wrong_in_a_list() -> None:
    """Its elements are of several kinds, and the list as a whole is too long to look through."""
    call = {"type": "function_call", "call_id": "c", "name": "f", "arguments": {}}
    refused = ask("openai-responses", input=[USER, call]).reply.error
    assert refused is not None
    assert refused.message == 'input/1/arguments: {} is not of type "string"'


def test_a_deployment_names_its_model_in_the_path() -> None:
    """Azure's requests have none in their body."""
    body = {"messages": [USER]}
    for path, answered in (
        ("/openai/deployments/d/chat/completions", 200),
        ("/v1/chat/completions", 400),
    ):
        request = Request("POST", ROOT + path, (), dump(body))
        assert Server(("openai-chat",)).answer(request).response.status == answered


@pytest.mark.parametrize(
    ("path", "mode"),
    [
        ("/model/anthropic.claude-haiku/invoke", Mode.BLOCKING),
        ("/model/us.anthropic.claude-haiku/invoke-with-response-stream", Mode.STREAMING),
        ("/v1/projects/p/locations/l/publishers/anthropic/models/m:rawPredict", Mode.BLOCKING),
        ("/v1/projects/p/locations/l/publishers/anthropic/models/m:streamRawPredict", Mode.STREAMING),
    ],
)  # fmt: skip
def test_claude_is_served_where_clouds_serve_it(path: str, mode: Mode) -> None:
    """Bedrock packs each event into a message of its event stream, Vertex sends the events."""
    body = {**PLAIN["anthropic-messages"], "anthropic_version": "bedrock-2023-05-31"}
    del body["model"]
    request = Request("POST", ROOT + path, (), dump(body))
    served = Server(("anthropic-messages",)).answer(request)
    read = load_dialect("anthropic-messages").decode(Exchange(request, served.response, EVIDENCE))
    assert (read.mode, read.reply.text is not None, read.reply.stop) == (mode, True, "end_turn")
    assert read.reply.unread == ()
