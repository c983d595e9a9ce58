"""The observed facts of one exchange's format, for the format comparison matrix."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects.anthropic_messages.stream import CALL
from toolwire.dialects.events import AWS_EVENT_STREAM
from toolwire.dialects.facet import id_facets
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject, ResultsTurn
from toolwire.model.exchange import Mode
from toolwire.model.reply import Absent, Reading


def facets(reading: Reading) -> dict[str, str]:
    """Return keys of `observation.FACETS` with what was seen in this reading, no more."""
    return {
        **_of_request(reading),
        **_of_calls(reading),
        **_of_stream(reading),
        **_of_error(reading),
    }


def _of_request(reading: Reading) -> dict[str, str]:
    # Only what was answered is known to be taken.
    if not reading.ok:
        return {}
    out: dict[str, str] = {}
    tools = items_of(object_of(reading.request).get("tools"))
    if any("input_schema" in object_of(tool) for tool in tools):
        out["definition_field"] = "tools[]"
        out["schema_field"] = "input_schema"
    conversation = reading.conversation
    results = [t for t in conversation.turns if isinstance(t, ResultsTurn)] if conversation else []
    if results:
        out["result_field"] = "role: user, content[].tool_result"
        if all(result.call_id is not None for turn in results for result in turn.results):
            out["result_id_field"] = "tool_use_id"
    return out


def _of_calls(reading: Reading) -> dict[str, str]:
    reply = reading.reply
    if not reply.tool_calls or _programmatic(reading):
        return {}
    first = reply.tool_calls[0]
    out = {
        "call_field": "content[].tool_use",
        "text_beside_call": "absent" if reply.text is None else "text",
    }
    if isinstance(first.arguments, dict):
        out["arguments"] = "object"
    if any(call.arguments == {} for call in reply.tool_calls):
        out["no_arguments"] = "{}"
    out.update(id_facets(first, "id", absence=False))
    if reply.stop is not None:
        out["stop_field"] = "stop_reason"
        out["stop_on_call"] = reply.stop
    return out


def _programmatic(reading: Reading) -> bool:
    """Return whether code that the server runs made a call, and not the model itself.

    Source: anthropic 2.11.0 `types/tool_use_block.py`, member `caller`, read 2026-11-22.
    """
    callers = (object_of(block.get("caller")).get("type") for block in _call_blocks(reading))
    return any(kind not in (None, "direct") for kind in callers)


def _call_blocks(reading: Reading) -> Iterator[JsonObject]:
    body = None if isinstance(reading.body, Absent) else reading.body
    blocks = list(items_of(object_of(body).get("content")))
    for event in reading.events:
        payload = None if isinstance(event.json, Absent) else event.json
        blocks.append(object_of(payload).get("content_block"))
    yield from (block for block in map(object_of, blocks) if block.get("type") == CALL)


def _of_stream(reading: Reading) -> dict[str, str]:
    if reading.mode is Mode.BLOCKING or not reading.events:
        return {}
    media = reading.exchange.response.header("content-type") or ""
    if media.startswith(AWS_EVENT_STREAM):
        return {"framing": "AWS event stream"}
    named = all(event.name is not None for event in reading.events)
    return {"framing": "SSE, named events" if named else "SSE, unnamed events"}


def _of_error(reading: Reading) -> dict[str, str]:
    error = reading.reply.error
    if error is None or error.pointer in ("", "status"):
        return {}
    field = error.pointer.rpartition("/")[2] if "/" in error.pointer else "message"
    return {"error_field": "error.{type, message}" if field == "error" else field}
