"""The observed facts of the format in one reading: cells of the comparison matrix.

Only what this exchange shows is returned. Absence and null are not told apart where the
exchange was stored as an SDK's objects, and framing is not told where it was rebuilt.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolwire.dialects.facet import (
    error_holder,
    framing,
    id_facets,
    known_word,
    nothing_word,
    tells_absence,
    tells_framing,
    text_word,
)
from toolwire.dialects.openai import error_word
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.exchange import Mode
from toolwire.model.reply import ABSENT, Absent, Reading

_CALL_FIELDS = {
    "custom": "choices[].message.tool_calls[]",
    "function": "choices[].message.tool_calls[]",
    "legacy": "choices[].message.function_call",
}
#: Later ones win: `name` is only said where there is no id.
_RESULT_IDS = ("name", "tool_call_id")
#: Calls looked at for how arguments are written; the rest are made alike.
_FIRST_CALLS = 8


def facets(reading: Reading) -> Mapping[str, str]:
    """Return the facets this reading shows, keys of `toolwire.model.observation.FACETS`."""
    found: dict[str, str] = {}
    if reading.reply.tool_calls:
        found.update(_of_calls(reading))
    if reading.reply.stop is not None:
        found["stop_field"] = "choices[].finish_reason"
    found.update(_of_request(object_of(reading.request)))
    if tells_framing(reading):
        found["framing"] = framing(reading.events)
    if reading.reply.error is not None:
        found.update(_of_error(reading))
    return found


def _of_calls(reading: Reading) -> Iterator[tuple[str, str]]:
    calls = reading.reply.tool_calls
    first = calls[0]
    yield "call_field", _CALL_FIELDS[first.kind]
    if first.kind == "legacy":
        # What else a server makes of `functions` shows only beside other requests (toolwire.jobs.audit).
        yield "legacy_api", "supported"
    else:
        yield from id_facets(first, "id", absence=tells_absence(reading))
    written = [_arguments(reading, call) for call in calls[:_FIRST_CALLS] if call.kind != "custom"]
    carried = next((value for value in written if value is not ABSENT and value is not None), None)
    if carried is not None:
        yield "arguments", "JSON string" if isinstance(carried, str) else "object"
    empty = next((word for value in written if (word := nothing_word(value)) is not None), None)
    if empty is not None and (empty not in ("null", "absent") or tells_absence(reading)):
        yield "no_arguments", empty
    stop = reading.reply.stop
    if stop is not None:
        yield "stop_on_call", known_word(stop)
    beside = _text_beside(reading)
    if beside not in ("null", "absent") or tells_absence(reading):
        yield "text_beside_call", beside


def _arguments(reading: Reading, call: ToolCall) -> Json | Absent:
    """Return a call's arguments as they stand on the wire, or ABSENT."""
    if call.raw is not None:
        return call.raw
    if call.arguments is not None:
        return call.arguments
    if reading.mode is Mode.BLOCKING:
        entry = _message(reading)
        if call.kind == "legacy":
            return object_of(entry.get("function_call")).get("arguments", ABSENT)
        entries = items_of(entry.get("tool_calls"))
        position = int(call.pointer.rpartition("/")[2])
        return object_of(object_of(entries[position]).get("function")).get("arguments", ABSENT)
    first = next((d for d in reading.deltas if d.pointer == call.pointer), None)
    return ABSENT if first is None else first.arguments


def _message(reading: Reading) -> JsonObject:
    body = object_of(None if isinstance(reading.body, Absent) else reading.body)
    choice = object_of(next(iter(items_of(body.get("choices"))), None))
    return object_of(choice.get("message"))


def _text_beside(reading: Reading) -> str:
    text = reading.reply.text
    if text is not None:
        return text_word(text)
    if reading.mode is Mode.BLOCKING:
        return "null" if "content" in _message(reading) else "absent"
    return "null" if any("content" in delta for delta in _message_deltas(reading)) else "absent"


def _message_deltas(reading: Reading) -> Iterator[JsonObject]:
    for event in reading.events:
        chunk = object_of(None if isinstance(event.json, Absent) else event.json)
        for choice in items_of(chunk.get("choices")):
            yield object_of(object_of(choice).get("delta"))


def _of_request(request: JsonObject) -> Iterator[tuple[str, str]]:
    for word, member in (("tools[].function", "tools"), ("functions[]", "functions")):
        first = object_of(next(iter(items_of(request.get(member))), None))
        definition = object_of(first.get("function")) if member == "tools" else first
        if definition:
            yield "definition_field", word
            if "parameters" in definition:
                yield "schema_field", "parameters"
    for message in items_of(request.get("messages")):
        role = message.get("role") if isinstance(message, dict) else None
        if isinstance(message, dict) and role in ("tool", "function"):
            yield "result_field", f"role: {role}"
            yield from (("result_id_field", m) for m in _RESULT_IDS if m in message)
            return


def _of_error(reading: Reading) -> Iterator[tuple[str, str]]:
    holder = error_holder(reading)
    wrapped = isinstance(holder, list)
    word = error_word(object_of(next(iter(items_of(holder)), None) if wrapped else holder))
    if word is not None:
        yield "error_field", f"[{word}]" if wrapped else word
