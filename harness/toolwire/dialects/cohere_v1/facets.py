"""The observed facts of one exchange's format, for the format comparison matrix."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolwire.dialects.body import SSE_STARTS
from toolwire.dialects.cohere import STOP, error_facet
from toolwire.dialects.facet import (
    error_holder,
    id_facets,
    known_word,
    tells_absence,
    tells_framing,
    text_word,
)
from toolwire.io.framing.kind import start_of
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import Reading


def facets(reading: Reading) -> Mapping[str, str]:
    """Return keys of `observation.FACETS` with what was seen in this reading, no more."""
    found: dict[str, str] = {}
    if reading.ok:
        # Only what was answered is known to be taken.
        found.update(_of_request(object_of(reading.request)))
    if reading.reply.tool_calls:
        found.update(_of_calls(reading))
    if reading.reply.stop is not None:
        found["stop_field"] = "finish_reason"
    if tells_framing(reading):
        sse = start_of(reading.exchange.response.body).startswith(SSE_STARTS)
        found["framing"] = "SSE, event_type inside" if sse else "NDJSON, event_type inside"
    error = error_facet(_error_holder(reading)) if reading.reply.error is not None else None
    if error is not None:
        found["error_field"] = error
    return found


def _of_request(request: JsonObject) -> Iterator[tuple[str, str]]:
    for tool in items_of(request.get("tools"))[:1]:
        yield "definition_field", "tools[]"
        if "parameter_definitions" in object_of(tool):
            yield "schema_field", "parameter_definitions"
    if items_of(request.get("tool_results")):
        yield "result_field", "tool_results[].outputs[]"
        yield "result_id_field", "absent (call repeated)"
    elif any(object_of(e).get("role") == "TOOL" for e in items_of(request.get("chat_history"))):
        yield "result_field", "role: TOOL"
        yield "result_id_field", "absent (call repeated)"


def _of_calls(reading: Reading) -> Iterator[tuple[str, str]]:
    calls = reading.reply.tool_calls
    first = calls[0]
    yield "call_field", "tool_calls[]"
    yield from id_facets(first, "id", absence=tells_absence(reading))
    if first.raw is None and first.arguments is not None:
        yield "arguments", "object" if isinstance(first.arguments, dict) else "JSON string"
    if any(call.arguments == {} and call.raw is None for call in calls):
        yield "no_arguments", "{}"
    if reading.reply.stop is not None:
        yield "stop_on_call", known_word(reading.reply.stop, STOP)
    yield "text_beside_call", text_word(reading.reply.text)


def _error_holder(reading: Reading) -> Json:
    error = reading.reply.error
    # A status alone is no body of its own.
    return None if error is None or error.pointer == "status" else error_holder(reading)
