"""The observed facts of the format in one reading: cells of the comparison matrix.

Only what this exchange shows is returned, in words of this module: text from the wire goes
in only where it is a plain upper-case word. Absence is not told where the exchange was
stored as an SDK's objects, and framing is not told where it was rebuilt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from toolwire.dialects.facet import (
    error_holder,
    framing,
    id_facets,
    known_word,
    tells_absence,
    tells_framing,
    text_word,
)
from toolwire.dialects.gemini_generate.frames import ARRAY, array_frames, framing_of
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import Absent, Reading

_WORD = re.compile(r"[A-Z_]{1,40}", re.ASCII)
_CALL_FIELD = "candidates[].content.parts[].functionCall"
_ERROR_MEMBERS = ("code", "message", "status", "details")
_DECLARATIONS = ("functionDeclarations", "function_declarations")
_SCHEMAS = ("parameters", "parametersJsonSchema", "parameters_json_schema")
_RESPONSES = ("functionResponse", "function_response")
_ROLES = {"user": "role: user", "function": "role: function", None: "no role"}


def facets(reading: Reading) -> Mapping[str, str]:
    """Return the facets this reading shows, keys of `toolwire.model.observation.FACETS`."""
    found: dict[str, str] = {}
    if reading.reply.tool_calls:
        found.update(_of_calls(reading))
    if reading.reply.stop is not None:
        found["stop_field"] = reading.reply.stop_pointer.rpartition("/")[2]
    if reading.ok:
        # Only what was answered is known to be taken.
        found.update(_of_request(object_of(reading.request)))
    if tells_framing(reading):
        found["framing"] = _framing(reading)
    if reading.reply.error is not None:
        found.update(_of_error(reading))
    return found


def _of_calls(reading: Reading) -> Iterator[tuple[str, str]]:
    reply = reading.reply
    first = reply.tool_calls[0]
    yield "call_field", _CALL_FIELD
    yield from id_facets(first, "id", absence=tells_absence(reading))
    yield from _of_arguments(reading)
    if reply.stop is not None:
        yield "stop_on_call", known_word(reply.stop, _WORD)
    if reply.text is not None or tells_absence(reading):
        yield "text_beside_call", text_word(reply.text)


def _of_arguments(reading: Reading) -> Iterator[tuple[str, str]]:
    sent = list(_sent_calls(reading))
    if any("partialArgs" in call for call in sent):
        yield "arguments", "partialArgs"
    elif any(isinstance(call.get("args"), dict) for call in sent):
        yield "arguments", "object"
    if any(call.arguments == {} for call in reading.reply.tool_calls):
        if any(call.get("args") == {} for call in sent):
            yield "no_arguments", "{}"
        elif tells_absence(reading):
            yield "no_arguments", "absent"


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


def _of_request(request: JsonObject) -> Iterator[tuple[str, str]]:
    entries = request.get("tools")
    tools = [object_of(tool) for tool in (items_of(entries) or [entries])]
    field = next((key for key in _DECLARATIONS if any(key in tool for tool in tools)), None)
    if field is not None:
        yield "definition_field", f"tools[].{field}[]"
        declared = [object_of(item) for tool in tools for item in items_of(tool.get(field))]
        schema = next((key for key in _SCHEMAS if any(key in item for item in declared)), None)
        if schema is not None:
            yield "schema_field", schema
    yield from _of_results(request)


def _of_results(request: JsonObject) -> Iterator[tuple[str, str]]:
    for item in items_of(request.get("contents")):
        content = object_of(item)
        parts = [object_of(part) for part in items_of(content.get("parts"))]
        field = next((key for key in _RESPONSES if any(key in part for part in parts)), None)
        if field is None:
            continue
        role = content.get("role")
        word = _ROLES.get(role, "other role") if isinstance(role, str | None) else "other role"
        yield "result_field", f"{word}, parts[].{field}"
        results = [object_of(part[field]) for part in parts if field in part]
        yield "result_id_field", "id" if all("id" in result for result in results) else "name"
        return


def _framing(reading: Reading) -> str:
    array = framing_of(reading.exchange.response) is array_frames
    return ARRAY if array else framing(reading.events)


def _of_error(reading: Reading) -> Iterator[tuple[str, str]]:
    error = reading.reply.error
    if error is None or not error.pointer.endswith("/error"):
        return
    value = error_holder(reading)
    wrapped = isinstance(value, list)
    holder = object_of(value[0] if isinstance(value, list) and value else value)
    members = object_of(holder.get("error"))
    shown = ",".join(key for key in _ERROR_MEMBERS if key in members)
    field = f"error{{{shown}}}" if members else "error: text"
    yield "error_field", f"[{field}]" if wrapped else field
