"""Where a fault goes in the clean exchanges of each dialect.

Some formats say a thing several times: a Responses stream has the arguments as fragments, once
more whole, in the finished item and in the finished response. A fault that is to be one fault
changes them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.views.dialect_paths import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    COHERE_V1,
    COHERE_V2,
    GEMINI,
    OLLAMA,
    RESPONSES,
)

#: A blocking body, or the frames of a stream.
Place: TypeAlias = "JsonObject | list[Frame]"
#: An object and the member in it that a fault changes.
Holder: TypeAlias = "tuple[JsonObject, str]"
#: A payload -> what holds its fragment, or None.
Find: TypeAlias = "Callable[[JsonObject], Holder | None]"

_ARGUMENTS_DONE = "response.function_call_arguments.done"


def _objects(where: Json | list[Frame]) -> Iterator[JsonObject]:
    """Yield every object of a body or of frames, the outer ones first."""
    if isinstance(where, dict):
        yield where
        for value in where.values():
            yield from _objects(value)
    elif isinstance(where, list):
        for item in where:
            yield from _objects(item[1] if isinstance(item, tuple) else item)


def _has_function(value: JsonObject) -> bool:
    return "name" in object_of(value.get("function"))


#: Dialect -> whether an object of an exchange is a call, whole or as a stream opens it.
_IS_CALL: Final[Mapping[str, Callable[[JsonObject], bool]]] = {
    ANTHROPIC: lambda o: o.get("type") == "tool_use",
    BEDROCK: lambda o: "toolUseId" in o,
    CHAT: _has_function,
    COHERE_V1: lambda o: "name" in o and ("parameters" in o or "index" in o),
    COHERE_V2: _has_function,
    GEMINI: lambda o: "args" in o and "name" in o,
    OLLAMA: _has_function,
    RESPONSES: lambda o: o.get("type") == "function_call",
}


def copies(dialect: str, where: Place) -> list[list[JsonObject]]:
    """Return every call of an exchange, each as all the objects that state it."""
    found: dict[object, list[JsonObject]] = {}
    for number, call in enumerate(filter(_IS_CALL[dialect], _objects(where))):
        # Of the dialects that repeat a call, one has an id on each copy and the other none at
        # all; that one is changed in exchanges with one call only.
        key = call["id"] if dialect == RESPONSES else dialect == COHERE_V1 or number + 2
        found.setdefault(key, []).append(call)
    return list(found.values())


def set_at(call: JsonObject, pointer: str, new: Callable[[JsonObject, str], None]) -> None:
    """Change the member at a pointer of a call, where the object that holds it is there."""
    *steps, last = pointer.split("/")[1:]
    holder = call
    for step in steps:
        holder = object_of(holder.get(step))
    new(holder, last)


def _delta(payload: JsonObject) -> JsonObject:
    choices = items_of(payload.get("choices"))
    return object_of(object_of(choices[0]).get("delta")) if choices else {}


def _chat_arguments(payload: JsonObject) -> Holder | None:
    pieces = items_of(_delta(payload).get("tool_calls"))
    function = object_of(object_of(pieces[0]).get("function")) if pieces else {}
    return (function, "arguments") if "arguments" in function else None


def legacy_fragment(payload: JsonObject) -> Holder | None:
    """Find the arguments of a deprecated `function_call`."""
    function = object_of(_delta(payload).get("function_call"))
    return (function, "arguments") if "arguments" in function else None


def _input_json(payload: JsonObject) -> Holder | None:
    delta = object_of(payload.get("delta"))
    return (delta, "partial_json") if delta.get("type") == "input_json_delta" else None


def _tool_use_input(payload: JsonObject) -> Holder | None:
    use = object_of(object_of(payload.get("delta")).get("toolUse"))
    return (use, "input") if "input" in use else None


def _parameters(payload: JsonObject) -> Holder | None:
    delta = object_of(payload.get("tool_call_delta"))
    return (delta, "parameters") if "parameters" in delta else None


def _cohere_message(payload: JsonObject, kind: str) -> JsonObject:
    message = object_of(object_of(payload.get("delta")).get("message"))
    return message if payload.get("type") == kind else {}


def _call_delta(payload: JsonObject) -> Holder | None:
    call = object_of(_cohere_message(payload, "tool-call-delta").get("tool_calls"))
    function = object_of(call.get("function"))
    return (function, "arguments") if "arguments" in function else None


def _response_delta(kind: str) -> Find:
    return lambda payload: (payload, "delta") if payload.get("type") == kind else None


#: Dialect -> what finds the fragment of arguments in a payload of a stream.
FRAGMENTS: Final[Mapping[str, Find]] = {
    ANTHROPIC: _input_json,
    BEDROCK: _tool_use_input,
    CHAT: _chat_arguments,
    COHERE_V1: _parameters,
    COHERE_V2: _call_delta,
    RESPONSES: _response_delta("response.function_call_arguments.delta"),
}


def repeats(dialect: str, where: Place) -> Iterator[JsonObject]:
    """Yield what states the arguments of the only call once more, beside its fragments."""
    if dialect == RESPONSES:
        for found in _objects(where):
            whole = found.get("type") == "function_call" and found.get("arguments") != ""
            if whole or found.get("type") == _ARGUMENTS_DONE:
                yield found
    elif dialect == COHERE_V1:
        yield from (o for o in _objects(where) if "name" in o and "parameters" in o)


def _chat_text(payload: JsonObject) -> Holder | None:
    delta = _delta(payload)
    return (delta, "content") if isinstance(delta.get("content"), str) else None


def _text_delta(payload: JsonObject) -> Holder | None:
    delta = object_of(payload.get("delta"))
    return (delta, "text") if delta.get("type") == "text_delta" else None


def _gemini_text(payload: JsonObject) -> Holder | None:
    parts = (
        object_of(part)
        for candidate in items_of(payload.get("candidates"))
        for part in items_of(object_of(object_of(candidate).get("content")).get("parts"))
    )
    part = next((part for part in parts if "text" in part), None)
    return None if part is None else (part, "text")


def _bedrock_text(payload: JsonObject) -> Holder | None:
    delta = object_of(payload.get("delta"))
    return (delta, "text") if "text" in delta else None


def _v1_text(payload: JsonObject) -> Holder | None:
    spoken = payload.get("event_type") in ("text-generation", "tool-calls-chunk")
    return (payload, "text") if spoken and "text" in payload else None


def _v2_text(payload: JsonObject) -> Holder | None:
    content = object_of(_cohere_message(payload, "content-delta").get("content"))
    return (content, "text") if "text" in content else None


def _ollama_text(payload: JsonObject) -> Holder | None:
    message = object_of(payload.get("message"))
    return (message, "content") if isinstance(message.get("content"), str) else None


#: Dialect -> what finds the fragment of text in a payload of a stream.
TEXTS: Final[Mapping[str, Find]] = {
    ANTHROPIC: _text_delta,
    BEDROCK: _bedrock_text,
    CHAT: _chat_text,
    COHERE_V1: _v1_text,
    COHERE_V2: _v2_text,
    GEMINI: _gemini_text,
    OLLAMA: _ollama_text,
    RESPONSES: _response_delta("response.output_text.delta"),
}


def _chat_message(o: JsonObject) -> str | None:
    return "content" if o.get("role") == "assistant" else None


def _part_of(kind: str) -> Callable[[JsonObject], str | None]:
    return lambda o: "text" if o.get("type") == kind and o.get("text") else None


def _response_text(o: JsonObject) -> str | None:
    known = o.get("type") in ("output_text", "response.output_text.done")
    return "text" if known and o.get("text") else None


def _any_text(o: JsonObject) -> str | None:
    return "text" if isinstance(o.get("text"), str) and _v1_text(o) is None else None


def _v1_turn(o: JsonObject) -> str | None:
    return "message" if o.get("role") == "CHATBOT" else _any_text(o)


#: Dialect -> the member of an object that is the text, told in one piece; None for others.
_WHOLE: Final[Mapping[str, Callable[[JsonObject], str | None]]] = {
    ANTHROPIC: _part_of("text"),
    BEDROCK: _any_text,
    CHAT: _chat_message,
    COHERE_V1: _v1_turn,
    COHERE_V2: _part_of("text"),
    GEMINI: _any_text,
    OLLAMA: _chat_message,
    RESPONSES: _response_text,
}
#: Dialects whose streams tell the text once more in one piece.
_TOLD_AGAIN: Final = (COHERE_V1, RESPONSES)


def texts(dialect: str, where: Place) -> Iterator[Holder]:
    """Yield what has the text in one piece: of a body, or beside the fragments of a stream."""
    if isinstance(where, list) and dialect not in _TOLD_AGAIN:
        return
    for found in _objects(where):
        member = _WHOLE[dialect](found)
        if member is not None:
            yield found, member


_WORDS: Final[Mapping[str, str]] = {
    ANTHROPIC: "stop_reason",
    BEDROCK: "stopReason",
    CHAT: "finish_reason",
    COHERE_V1: "finish_reason",
    COHERE_V2: "finish_reason",
    GEMINI: "finishReason",
    OLLAMA: "done_reason",
    RESPONSES: "status",
}


def stops(dialect: str, where: Place) -> Iterator[Holder]:
    """Yield what has the stop reason, wherever it is told."""
    member = _WORDS[dialect]
    for found in _objects(where):
        # Items of a response have a status too, and so has a response under way.
        own = dialect != RESPONSES or found.get("object") == "response"
        if own and found.get(member) not in (None, "in_progress"):
            yield found, member
