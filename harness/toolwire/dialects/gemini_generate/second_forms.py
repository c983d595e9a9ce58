"""The other ways to write tools, calls and results for Gemini.

Protobuf's JSON form takes snake_case; google-genai writes tools of MCP under `parametersJsonSchema`
(`types.FunctionDeclaration`, read 2026-11-21).
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.gemini_generate.schema import to_json_schema
from toolwire.dialects.second_form import CALL, DEFINITION, REFERENCE, RESULT, SecondForm, renamed
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject

_SNAKE: Final = {
    "functionDeclarations": "function_declarations",
    "functionCall": "function_call",
    "functionResponse": "function_response",
    "toolConfig": "tool_config",
    "functionCallingConfig": "function_calling_config",
}
#: Members whose own members the client names.
_FREE: Final = frozenset({"parameters", "parametersJsonSchema", "args", "response"})


def _in_snake_case(body: JsonObject) -> JsonObject:
    return object_of(renamed(body, _SNAKE, but=_FREE))


def _as_json_schema(body: JsonObject, name: str = "parametersJsonSchema") -> JsonObject:
    tools: list[Json] = [_declared(object_of(tool), name) for tool in items_of(body.get("tools"))]
    return {**body, "tools": tools}


def _declared(tool: JsonObject, name: str) -> JsonObject:
    listed = items_of(tool.get("functionDeclarations"))
    declared: list[Json] = [_moved(object_of(one), name) for one in listed]
    return {**tool, "functionDeclarations": declared}


def _moved(declaration: JsonObject, name: str) -> JsonObject:
    names = {"parameters": name, "parametersJsonSchema": name}
    return {
        names.get(key, key): to_json_schema(object_of(one)) if key == "parameters" else one
        for key, one in declaration.items()
    }


def _as_snake_schema(body: JsonObject) -> JsonObject:
    return _in_snake_case(_as_json_schema(body, "parameters_json_schema"))


SECOND_FORMS: Final = (
    SecondForm(
        "json_schema",
        "under `parametersJsonSchema`",
        _as_json_schema,
        (DEFINITION, REFERENCE),
    ),
    SecondForm("snake_case", "in snake_case", _in_snake_case, (DEFINITION, RESULT, CALL)),
    SecondForm(
        "snake_schema",
        "under `parameters_json_schema`",
        _as_snake_schema,
        (DEFINITION,),
    ),
)
