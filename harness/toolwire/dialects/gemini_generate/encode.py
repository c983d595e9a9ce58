"""Conversation to request.

Source: google-genai 3.4.0 `types.FunctionDeclaration`, `FunctionCallingConfig`,
`FunctionResponse`, `models.generate_content` (URL forms), read 2026-11-21.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from toolwire.dialects.definition import definition_of
from toolwire.dialects.gemini_generate.request import STREAM_METHOD
from toolwire.dialects.gemini_generate.schema import fits_parameters
from toolwire.dialects.request import Members, address, request_of
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    ResultsTurn,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Turn,
)
from toolwire.model.exchange import Endpoint, Request

METHOD = ":generateContent"
#: Where models stand below a version: Google's lists name a model with it, and its SDKs take either name.
RESOURCES = "models/"
#: How an address ends that has them right below it, as Vertex AI's of a location does.
PUBLISHER = "/publishers/google"
DEFAULT_PATH = f"/v1beta/{RESOURCES}{{model}}{METHOD}"
_CHOICES = {
    ChoiceMode.AUTO: "AUTO",
    ChoiceMode.NONE: "NONE",
    ChoiceMode.REQUIRED: "ANY",
    ChoiceMode.NAMED: "ANY",
}


def encode(conversation: Conversation, endpoint: Endpoint) -> Request:
    """Write a conversation as a generateContent request.

    An assistant turn with an `echo` (the JSON of a candidate's `content`) goes back byte for
    byte, so that `thoughtSignature` survives. `parallel` and `strict` have no switch in this
    format and are not sent; the mode is in the URL. A schema goes under `parameters` when
    that takes every keyword of it, else under `parametersJsonSchema`. Members of
    `endpoint.extra` are merged into the body last, as a JSON merge patch (RFC 7396).
    """
    body: Members = {"contents": _contents(conversation.turns)}
    if conversation.system is not None:
        body["systemInstruction"] = {"parts": [{"text": conversation.system}]}
    if conversation.tools:
        body["tools"] = [{"functionDeclarations": [_tool(tool) for tool in conversation.tools]}]
    if conversation.choice is not None:
        body["toolConfig"] = {"functionCallingConfig": _choice(conversation.choice)}
    return request_of(endpoint, _url(endpoint, stream=conversation.stream), {}, body)


def _url(endpoint: Endpoint, *, stream: bool) -> str:
    version = "/v1beta" * endpoint.base_url.endswith(PUBLISHER)
    path = endpoint.path or DEFAULT_PATH.removeprefix(version)
    if stream:
        ours = path.removesuffix(METHOD) + f"{STREAM_METHOD}?alt=sse"
        path = endpoint.stream_path or (ours if path.endswith(METHOD) else path)
    if f"/{RESOURCES}{{model}}" in path:
        endpoint = replace(endpoint, model=endpoint.model.removeprefix(RESOURCES))
    return address(endpoint, path, "/:@")


def _tool(tool: Tool) -> Members:
    fits = tool.parameters is None or fits_parameters(tool.parameters)
    schema = "parameters" if fits else "parametersJsonSchema"
    return definition_of(replace(tool, strict=None), schema)


def _choice(choice: ToolChoice) -> Members:
    out: Members = {"mode": _CHOICES[choice.mode]}
    if choice.mode is ChoiceMode.NAMED:
        out["allowedFunctionNames"] = [choice.name]
    return out


def _contents(turns: tuple[Turn, ...]) -> list[object]:
    out: list[object] = []
    calls: tuple[ToolCall, ...] = ()
    for turn in turns:
        if isinstance(turn, AssistantTurn):
            calls = turn.calls
            out.append(_content(turn))
        elif isinstance(turn, ResultsTurn):
            # All results of a turn share one content: the API counts them there.
            parts = [_result(result, calls) for result in turn.results]
            out.append({"role": "user", "parts": parts})
        else:
            out.append({"role": "user", "parts": [{"text": turn.text}]})
    return out


def _content(turn: AssistantTurn) -> object:
    if turn.echo is not None:
        return msgspec.Raw(turn.echo)
    # An empty text part is refused by the API, so it is not sent.
    parts: list[object] = [{"text": turn.text}] if turn.text else []
    parts.extend({"functionCall": _call(call)} for call in turn.calls)
    return {"role": "model", "parts": parts}


def _call(call: ToolCall) -> Members:
    out: Members = {} if call.id is None else {"id": call.id}
    # `args` can only be an object; text that did not parse cannot be said in this format.
    arguments = call.arguments if isinstance(call.arguments, dict) else {}
    return {**out, "name": call.name or "", "args": arguments}


def _result(result: ToolResult, calls: tuple[ToolCall, ...]) -> Members:
    out: Members = {} if result.call_id is None else {"id": result.call_id}
    name = result.name or next(
        (c.name for c in calls if c.id is not None and c.id == result.call_id), None
    )
    word = "error" if result.error else "output"
    return {"functionResponse": {**out, "name": name or "", "response": {word: result.content}}}
