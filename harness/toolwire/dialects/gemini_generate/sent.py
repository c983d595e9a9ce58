"""Where a request states history, tools and choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.sent import Chosen, Definition, HistoryPart, HistoryStep, flat, role_of
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import JsonObject

#: Members of a part and whether each is a call; protobuf's JSON form takes both spellings.
_PARTS: Final = (
    ("functionCall", True),
    ("function_call", True),
    ("functionResponse", False),
    ("function_response", False),
)

#: Member of a Gemini declaration with a schema that is JSON Schema; `parameters` is not.
_SCHEMAS: Final = ("parametersJsonSchema", "parameters_json_schema")

#: Protobuf's JSON form takes both spellings.
_SPELLINGS: Final = (
    ("toolConfig", "functionCallingConfig", "allowedFunctionNames"),
    ("tool_config", "function_calling_config", "allowed_function_names"),
)


def history(request: JsonObject) -> Iterator[HistoryStep]:
    """Yield the messages of a request, each with its calls and results."""
    contents = request.get("contents")
    # A single content may stand there without its array.
    alone = isinstance(contents, dict)
    for number, item in enumerate([contents] if alone else items_of(contents)):
        content = object_of(item)
        pointer = "request/contents" if alone else f"request/contents/{number}"
        calls: list[HistoryPart] = []
        results: list[HistoryPart] = []
        parts = content.get("parts")
        parts = [parts] if isinstance(parts, dict) else items_of(parts)
        for place, entry in enumerate(parts):
            part = object_of(entry)
            for member, is_call in _PARTS:
                if member in part:
                    value, at = object_of(part[member]), f"{pointer}/parts/{place}/{member}"
                    # In protobuf's JSON form an empty string is a member that was not set.
                    known, name = string_of(value.get("id")) or None, string_of(value.get("name"))
                    (calls if is_call else results).append(
                        HistoryPart(at, known, name, value, place)
                    )
        other = len(parts) - len(calls) - len(results)
        yield HistoryStep(pointer, role_of(content), content, tuple(calls), tuple(results), other)


def definitions(request: JsonObject) -> Iterator[Definition]:
    """Yield the tools that a request offers."""
    tools = request.get("tools")
    alone = isinstance(tools, dict)
    for number, entry in enumerate([tools] if alone else items_of(tools)):
        pointer = "request/tools" if alone else f"request/tools/{number}"
        for member in ("functionDeclarations", "function_declarations"):
            declared = object_of(entry).get(member)
            single = isinstance(declared, dict)
            for place, item in enumerate([declared] if single else items_of(declared)):
                at = f"{pointer}/{member}" if single else f"{pointer}/{member}/{place}"
                schema = next((m for m in _SCHEMAS if m in object_of(item)), "parameters")
                yield flat(item, at, schema)


def chosen(request: JsonObject) -> Iterator[Chosen]:
    """Yield the tool names that a choice mentions, and where they stand."""
    for outer, inner, member in _SPELLINGS:
        config = object_of(object_of(request.get(outer)).get(inner))
        for place, name in enumerate(items_of(config.get(member))):
            yield f"request/{outer}/{inner}/{member}/{place}", name
