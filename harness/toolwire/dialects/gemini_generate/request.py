"""Request to conversation: ours or a stranger's, read without judging it.

Protobuf's JSON form takes every member in camelCase and in snake_case; both are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from toolwire.dialects.body import sent_of
from toolwire.dialects.definition import tool_of
from toolwire.dialects.gemini_generate.schema import to_json_schema
from toolwire.dialects.history import joined, turns_of_parts
from toolwire.io.json_text import JsonError, dump, items_of, object_of, string_of
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Request

STREAM_METHOD = ":streamGenerateContent"
_MODES: Mapping[str, ChoiceMode] = {
    "auto": ChoiceMode.AUTO,
    "any": ChoiceMode.REQUIRED,
    "none": ChoiceMode.NONE,
    # Free to call or not, but what is called is held to the declarations.
    "validated": ChoiceMode.AUTO,
}


def read_request(request: Request) -> Conversation | None:
    """Read a generateContent request; None when its body is not one.

    Parts that are neither text, `functionCall` nor `functionResponse` (media, code, server
    tools) and thoughts are left out. Contents of one role in a row are one turn, since
    streamed replies are often put back event by event.
    """
    return conversation_of(sent_of(request), request)


def wants_stream(request: Request) -> bool:
    """Return whether the request asks for a streamed response; only its URL says so."""
    return request.url.partition("?")[0].endswith(STREAM_METHOD)


def model_of(request: Request) -> str | None:
    """Return the model named in the URL (`.../models/NAME:method`), or None."""
    path = request.url.partition("?")[0]
    name = path.rpartition("/models/")[2].partition(":")[0]
    return name if "/models/" in path and name else None


def conversation_of(body: Json, request: Request) -> Conversation | None:
    """Read a request whose body has already been parsed; None when it is not of this kind."""
    if not isinstance(body, dict):
        return None
    contents = body.get("contents")
    if isinstance(contents, dict):
        contents = [contents]
    if not isinstance(contents, list):
        return None
    config = object_of(_member(body, "toolConfig", "tool_config"))
    return Conversation(
        turns=tuple(joined(_single_turns(contents))),
        thinks=_thinks(body),
        tools=tuple(_tools(body.get("tools"))),
        choice=_choice(
            object_of(_member(config, "functionCallingConfig", "function_calling_config"))
        ),
        system=_system(_member(body, "systemInstruction", "system_instruction")),
        stream=wants_stream(request),
    )


def _member(owner: JsonObject, camel: str, snake: str) -> Json:
    return owner[camel] if camel in owner else owner.get(snake)


def _thinks(body: JsonObject) -> bool:
    config = object_of(_member(body, "generationConfig", "generation_config"))
    thinking = object_of(_member(config, "thinkingConfig", "thinking_config"))
    return _member(thinking, "includeThoughts", "include_thoughts") is True


def _listed(value: Json) -> list[Json]:
    return [value] if isinstance(value, dict) else items_of(value)


def _system(value: Json) -> str | None:
    if isinstance(value, str) or value is None:
        return value
    content = object_of(value)
    return _text(_listed(content.get("parts", value)))


def _text(parts: Iterable[Json]) -> str:
    return "".join(
        text
        for part in parts
        if isinstance(part, dict) and isinstance(text := part.get("text"), str)
    )


def _tools(value: Json) -> Iterator[Tool]:
    for entry in _listed(value):
        tool = object_of(entry)
        for item in _listed(_member(tool, "functionDeclarations", "function_declarations")):
            declaration = object_of(item)
            members = {**declaration, "parameters": _parameters(declaration)}
            read = tool_of(members, switch=None)
            if read is not None:
                yield read


def _parameters(declaration: JsonObject) -> JsonObject | None:
    schema = declaration.get("parameters")
    if isinstance(schema, dict):
        try:
            return to_json_schema(schema)
        except RecursionError:
            return None
    schema = _member(declaration, "parametersJsonSchema", "parameters_json_schema")
    return schema if isinstance(schema, dict) else None


def _choice(config: JsonObject) -> ToolChoice | None:
    word = config.get("mode")
    mode = _MODES.get(word.lower()) if isinstance(word, str) else None
    if mode is None:
        return None
    names = items_of(_member(config, "allowedFunctionNames", "allowed_function_names"))
    only = names[0] if len(names) == 1 else None
    if mode is ChoiceMode.REQUIRED and isinstance(only, str):
        return ToolChoice(ChoiceMode.NAMED, only)
    return ToolChoice(mode)


def _single_turns(contents: list[Json]) -> Iterator[Turn]:
    for number, item in enumerate(contents):
        if isinstance(item, str):
            yield UserTurn(item)
            continue
        content = object_of(item)
        parts = [*_listed(content.get("parts"))]
        if content.get("role") == "model":
            yield _assistant_turn(parts, f"/contents/{number}/parts/")
        else:
            # Of one content the order says nothing: results answer the calls before it.
            parts.sort(key=_is_result, reverse=True)
            yield from turns_of_parts(parts, _is_result, _result, _text)


def _assistant_turn(parts: list[Json], pointer: str) -> AssistantTurn:
    texts: list[str] = []
    calls: list[ToolCall] = []
    for number, item in enumerate(parts):
        part = object_of(item)
        call = _member(part, "functionCall", "function_call")
        if isinstance(call, dict):
            calls.append(_call(call, f"{pointer}{number}/functionCall"))
        elif isinstance(text := part.get("text"), str) and part.get("thought") is not True:
            texts.append(text)
    return AssistantTurn("".join(texts) if texts else None, tuple(calls))


def _call(call: JsonObject, pointer: str) -> ToolCall:
    return ToolCall(
        name=string_of(call.get("name")),
        id=string_of(call.get("id")),
        arguments=call.get("args", {}),
        pointer=pointer,
    )


def _is_result(part: Json) -> bool:
    return isinstance(_member(object_of(part), "functionResponse", "function_response"), dict)


def _result(part: Json) -> ToolResult:
    member = object_of(_member(object_of(part), "functionResponse", "function_response"))
    response = object_of(member.get("response"))
    # `output` and `error` are words of the API; without them the whole object is the output.
    error = "error" in response
    content: Json = response.get("error") if error else response.get("output", response)
    return ToolResult(
        call_id=string_of(member.get("id")),
        name=string_of(member.get("name")),
        content=content if isinstance(content, str) else _written(content),
        error=error,
    )


def _written(value: Json) -> str:
    try:
        return dump(value).decode()
    except JsonError:
        return ""
