"""Where the format has its facts for the comparison of formats."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects.facet import (
    error_holder,
    framing,
    stop_word,
    tells_absence,
    text_beside_if_told,
)
from toolwire.dialects.facet_table import USUALLY, FacetTable, id_at, id_pattern
from toolwire.dialects.gemini_generate.frames import ARRAY, array_frames, framing_of
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import Absent, Reading

_ERROR_MEMBERS: Final = ("code", "message", "status", "details")
_DECLARATIONS: Final = ("functionDeclarations", "function_declarations")
_SCHEMAS: Final = ("parameters", "parametersJsonSchema", "parameters_json_schema")
_RESPONSES: Final = ("functionResponse", "function_response")
_ROLES: Final = {"user": "role: user", "function": "role: function", None: "no role"}


def _arguments(reading: Reading) -> str | None:
    sent = list(_sent_calls(reading))
    if any("partialArgs" in call for call in sent):
        return "partialArgs"
    return "object" if any(isinstance(call.get("args"), dict) for call in sent) else None


def _no_arguments(reading: Reading) -> str | None:
    if all(call.arguments != {} for call in reading.reply.tool_calls):
        return None
    if any(call.get("args") == {} for call in _sent_calls(reading)):
        return "{}"
    return "absent" if tells_absence(reading) else None


def _sent_calls(reading: Reading) -> Iterator[JsonObject]:
    bodies = [event.json for event in reading.events] or [reading.body]
    for body in bodies:
        message = object_of(None if isinstance(body, Absent) else body)
        for candidate in items_of(message.get("candidates")):
            content = object_of(object_of(candidate).get("content"))
            for part in items_of(content.get("parts")):
                call = object_of(part).get("functionCall")
                if isinstance(call, dict):
                    yield call


def _declarations(reading: Reading) -> tuple[str | None, list[JsonObject]]:
    """Return the member in which the tools of a request are declared, and these."""
    entries = object_of(reading.request).get("tools")
    tools = [object_of(tool) for tool in (items_of(entries) or [entries])]
    field = next((key for key in _DECLARATIONS if any(key in tool for tool in tools)), None)
    if field is None:
        return None, []
    return field, [object_of(item) for tool in tools for item in items_of(tool.get(field))]


def _definition(reading: Reading) -> str | None:
    field, _ = _declarations(reading)
    return None if field is None else f"tools[].{field}[]"


def _schema(reading: Reading) -> str | None:
    _, declared = _declarations(reading)
    return next((key for key in _SCHEMAS if any(key in item for item in declared)), None)


def _result(reading: Reading) -> str | None:
    content, field, _ = _results(reading)
    if field is None:
        return None
    role = content.get("role")
    word = _ROLES.get(role, "other role") if isinstance(role, str | None) else "other role"
    return f"{word}, parts[].{field}"


def _result_id(reading: Reading) -> str | None:
    _, field, results = _results(reading)
    if field is None:
        return None
    return "id" if all("id" in result for result in results) else "name"


def _results(reading: Reading) -> tuple[JsonObject, str | None, list[JsonObject]]:
    """Return the first content that has results, the member they stand in, and these."""
    for content in map(object_of, items_of(object_of(reading.request).get("contents"))):
        parts = [object_of(part) for part in items_of(content.get("parts"))]
        for field in _RESPONSES:
            results = [object_of(part[field]) for part in parts if field in part]
            if results:
                return content, field, results
    return {}, None, []


def _framing(reading: Reading) -> str:
    array = framing_of(reading.exchange.response) is array_frames
    return ARRAY if array else framing(reading.events)


def _error(reading: Reading) -> str | None:
    error = reading.reply.error
    if error is None or not error.pointer.endswith("/error"):
        return None
    value = error_holder(reading)
    wrapped = isinstance(value, list)
    holder = object_of(value[0] if isinstance(value, list) and value else value)
    members = object_of(holder.get("error"))
    shown = ",".join(key for key in _ERROR_MEMBERS if key in members)
    word = f"error{{{shown}}}" if members else "error: text"
    return f"[{word}]" if wrapped else word


FACETS: Final = FacetTable(
    shown=USUALLY,
    call_field="candidates[].content.parts[].functionCall",
    legacy_api=None,
    id_field=id_at("id"),
    id_pattern=id_pattern,
    arguments=_arguments,
    no_arguments=_no_arguments,
    stop_on_call=stop_word(re.compile(r"[A-Z_]{1,40}", re.ASCII)),
    text_beside_call=text_beside_if_told,
    stop_field=lambda reading: reading.reply.stop_pointer.rpartition("/")[2],
    definition_field=_definition,
    schema_field=_schema,
    result_field=_result,
    result_id_field=_result_id,
    framing=_framing,
    error_field=_error,
)
