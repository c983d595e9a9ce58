"""The official SDKs, each asked for the calls that it read, and for its stop word.

Everything is imported when it is used: none of these packages is needed by ours.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from toolwire.model.conversation import JsonObject

__all__ = ["CLIENTS", "PACKAGES", "Calls"]

#: Name and arguments of every call, as the SDK gives them to its user.
Calls = list[tuple[str, JsonObject]]

_SCHEMA: JsonObject = {
    "type": "object",
    "properties": {"location": {"type": "string"}, "days": {"type": "integer"}},
    "required": ["location"],
}
_NESTED: JsonObject = {
    "type": "function",
    "function": {"name": "get_weather", "description": "Weather.", "parameters": _SCHEMA},
}
_MODEL = "reference-model"


def _sdk(name: str) -> Any:
    return import_module(name)


def _texts(calls: Any) -> Calls:
    return [(call.function.name, json.loads(call.function.arguments)) for call in calls or ()]


def _openai(url: str) -> Any:
    return _sdk("openai").OpenAI(base_url=f"{url}/v1", api_key="none", max_retries=0)


def _chat(url: str, prompt: str, *, stream: bool) -> Calls:
    asked: dict[str, Any] = {
        "model": _MODEL,
        "messages": [{"role": "user", "content": prompt}],
        "tools": [_NESTED],
    }
    if not stream:
        return _texts(_openai(url).chat.completions.create(**asked).choices[0].message.tool_calls)
    with _openai(url).chat.completions.stream(**asked) as events:
        for _ in events:
            pass
        return _texts(events.get_final_completion().choices[0].message.tool_calls)


def _responses(url: str, prompt: str, *, stream: bool) -> Calls:
    tool = {"type": "function", "name": "get_weather", "parameters": _SCHEMA, "strict": False}
    asked: dict[str, Any] = {"model": _MODEL, "input": prompt, "tools": [tool]}
    if stream:
        with _openai(url).responses.stream(**asked) as events:
            for _ in events:
                pass
            answer = events.get_final_response()
    else:
        answer = _openai(url).responses.create(**asked)
    items = [item for item in answer.output if item.type == "function_call"]
    return [(item.name, json.loads(item.arguments)) for item in items]


def _anthropic(url: str, prompt: str, *, stream: bool) -> Calls:
    client = _sdk("anthropic").Anthropic(base_url=url, api_key="none", max_retries=0)
    asked: dict[str, Any] = {
        "model": _MODEL,
        "max_tokens": 1024,
        "messages": [{"role": "user", "content": prompt}],
        "tools": [{"name": "get_weather", "input_schema": _SCHEMA}],
    }
    if stream:
        with client.messages.stream(**asked) as events:
            for _ in events:
                pass
            answer = events.get_final_message()
    else:
        answer = client.messages.create(**asked)
    assert answer.stop_reason == "tool_use"
    return [(block.name, block.input) for block in answer.content if block.type == "tool_use"]


def _gemini(url: str, prompt: str, *, stream: bool) -> Calls:
    genai = _sdk("google.genai")
    client = genai.Client(api_key="none", http_options={"base_url": url})
    declared = {"name": "get_weather", "parameters_json_schema": _SCHEMA}
    asked: dict[str, Any] = {
        "model": _MODEL,
        "contents": prompt,
        "config": {"tools": [{"function_declarations": [declared]}]},
    }
    if stream:
        answers = list(client.models.generate_content_stream(**asked))
    else:
        answers = [client.models.generate_content(**asked)]
    return [(c.name, c.args) for answer in answers for c in answer.function_calls or ()]


def _converse(url: str, prompt: str, *, stream: bool) -> Calls:
    client = _sdk("boto3").client(
        "bedrock-runtime",
        endpoint_url=url,
        region_name="us-east-1",
        aws_access_key_id="none",
        aws_secret_access_key="none",
    )
    spec = {"name": "get_weather", "inputSchema": {"json": _SCHEMA}}
    asked: dict[str, Any] = {
        "modelId": "us.reference.model-v1:0",
        "messages": [{"role": "user", "content": [{"text": prompt}]}],
        "toolConfig": {"tools": [{"toolSpec": spec}]},
    }
    if not stream:
        answer = client.converse(**asked)
        assert answer["stopReason"] == "tool_use"
        uses = [block.get("toolUse") for block in answer["output"]["message"]["content"]]
        return [(use["name"], use["input"]) for use in uses if use]
    found: dict[int, tuple[str, list[str]]] = {}
    for event in client.converse_stream(**asked)["stream"]:
        if "contentBlockStart" in event:
            start = event["contentBlockStart"]
            found[start["contentBlockIndex"]] = (start["start"]["toolUse"]["name"], [])
        delta = event.get("contentBlockDelta", {})
        if "toolUse" in delta.get("delta", {}):
            found[delta["contentBlockIndex"]][1].append(delta["delta"]["toolUse"]["input"])
    return [(name, json.loads("".join(pieces))) for name, pieces in found.values()]


def _cohere_v2(url: str, prompt: str, *, stream: bool) -> Calls:
    client = _sdk("cohere").ClientV2(api_key="none", base_url=url)
    asked: dict[str, Any] = {
        "model": _MODEL,
        "messages": [{"role": "user", "content": prompt}],
        "tools": [_NESTED],
    }
    if not stream:
        return _texts(client.chat(**asked).message.tool_calls)
    found: dict[int, tuple[str, list[str]]] = {}
    for event in client.chat_stream(**asked):
        if event.type == "tool-call-start":
            found[event.index] = (event.delta.message.tool_calls.function.name, [])
        if event.type == "tool-call-delta":
            found[event.index][1].append(event.delta.message.tool_calls.function.arguments)
    return [(name, json.loads("".join(pieces))) for name, pieces in found.values()]


def _cohere_v1(url: str, prompt: str, *, stream: bool) -> Calls:
    client = _sdk("cohere").Client(api_key="none", base_url=url)
    parameters = {"location": {"type": "str", "required": True}, "days": {"type": "int"}}
    tool = {
        "name": "get_weather",
        "description": "Weather.",
        "parameter_definitions": parameters,
    }
    asked: dict[str, Any] = {"model": _MODEL, "message": prompt, "tools": [tool]}
    if stream:
        events = list(client.chat_stream(**asked))
        answer = next(e.response for e in events if e.event_type == "stream-end")
    else:
        answer = client.chat(**asked)
    return [(call.name, call.parameters) for call in answer.tool_calls or ()]


def _ollama(url: str, prompt: str, *, stream: bool) -> Calls:
    client = _sdk("ollama").Client(host=url)
    asked = {"model": _MODEL, "messages": [{"role": "user", "content": prompt}], "tools": [_NESTED]}
    answers = list(client.chat(**asked, stream=True)) if stream else [client.chat(**asked)]
    calls = [call for answer in answers for call in answer.message.tool_calls or ()]
    assert answers[-1].done
    return [(call.function.name, dict(call.function.arguments)) for call in calls]


def _mistral(url: str, prompt: str, *, stream: bool) -> Calls:
    client = _sdk("mistralai.client").Mistral(server_url=url, api_key="none")
    asked: dict[str, Any] = {
        "model": "mistral-small-latest",
        "messages": [{"role": "user", "content": prompt}],
        "tools": [_NESTED],
    }
    if not stream:
        return _texts(client.chat.complete(**asked).choices[0].message.tool_calls)
    found: dict[int, tuple[list[str], list[str]]] = {}
    for event in client.chat.stream(**asked):
        for call in event.data.choices[0].delta.tool_calls or () if event.data.choices else ():
            names, pieces = found.setdefault(call.index, ([], []))
            names.append(call.function.name or "")
            pieces.append(str(call.function.arguments))
    return [("".join(names), json.loads("".join(pieces))) for names, pieces in found.values()]


#: Client -> the dialect it speaks, and what asks through it.
CLIENTS: Mapping[str, tuple[str, Callable[..., Calls]]] = {
    "anthropic": ("anthropic-messages", _anthropic),
    "boto3": ("bedrock-converse", _converse),
    "cohere": ("cohere-v2", _cohere_v2),
    "cohere-v1": ("cohere-v1", _cohere_v1),
    "google-genai": ("gemini-generate", _gemini),
    "mistralai": ("openai-chat", _mistral),
    "ollama": ("ollama-chat", _ollama),
    "openai": ("openai-chat", _chat),
    "openai-responses": ("openai-responses", _responses),
}
#: Client -> the module that has to be there.
PACKAGES: Mapping[str, str] = {
    "anthropic": "anthropic",
    "boto3": "boto3",
    "cohere": "cohere",
    "cohere-v1": "cohere",
    "google-genai": "google.genai",
    "mistralai": "mistralai",
    "ollama": "ollama",
    "openai": "openai",
    "openai-responses": "openai",
}
