"""Where the format has its facts for the comparison of formats.

Absence and null are not told apart where the exchange was stored as an SDK's objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.facet import (
    encoding_of,
    error_holder,
    events_framing,
    nothing_of,
    stop_word,
    tells_absence,
    text_word,
)
from toolwire.dialects.facet_table import (
    USUALLY,
    FacetTable,
    always,
    id_at,
    id_pattern,
    member_sent,
    object_sent,
    sent_at,
)
from toolwire.dialects.openai import error_word
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject, ToolCall
from toolwire.model.exchange import Mode
from toolwire.model.reply import ABSENT, Absent, Reading

_RESULTS: Final = "messages[role=tool|function]"
_result: Final = object_sent(_RESULTS)
#: Calls looked at for how arguments are written; the rest are made alike.
_FIRST_CALLS: Final = 8


def _is_legacy(reading: Reading) -> bool:
    return reading.reply.tool_calls[0].kind == "legacy"


def _call_field(reading: Reading) -> str:
    member = "function_call" if _is_legacy(reading) else "tool_calls[]"
    return f"choices[].message.{member}"


def _id_field(reading: Reading) -> str | None:
    return None if _is_legacy(reading) else id_at("id")(reading)


def _no_arguments(reading: Reading) -> str | None:
    return _unless_rebuilt(nothing_of(_arguments(reading)), reading)


def _unless_rebuilt(word: str | None, reading: Reading) -> str | None:
    return None if word in ("null", "absent") and not tells_absence(reading) else word


def _arguments(reading: Reading) -> Iterator[Json | Absent]:
    """Yield the arguments of the first calls as they stand on the wire, or ABSENT."""
    calls = reading.reply.tool_calls[:_FIRST_CALLS]
    return (_sent_arguments(reading, call) for call in calls if call.kind != "custom")


def _sent_arguments(reading: Reading, call: ToolCall) -> Json | Absent:
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


def _text_beside(reading: Reading) -> str | None:
    text = reading.reply.text
    if text is not None:
        return text_word(text)
    blocking = reading.mode is Mode.BLOCKING
    messages = (_message(reading),) if blocking else _message_deltas(reading)
    nulled = any("content" in message for message in messages)
    return _unless_rebuilt("null" if nulled else "absent", reading)


def _message_deltas(reading: Reading) -> Iterator[JsonObject]:
    for event in reading.events:
        chunk = object_of(None if isinstance(event.json, Absent) else event.json)
        for choice in items_of(chunk.get("choices")):
            yield object_of(object_of(choice).get("delta"))


def _result_field(reading: Reading) -> str | None:
    role = _result(reading).get("role")
    return None if role is None else f"role: {role}"


def _error(reading: Reading) -> str | None:
    holder = error_holder(reading)
    wrapped = isinstance(holder, list)
    word = error_word(object_of(next(iter(items_of(holder)), None) if wrapped else holder))
    return f"[{word}]" if wrapped and word is not None else word


FACETS: Final = FacetTable(
    shown=USUALLY._replace(request=always),
    call_field=_call_field,
    # What else a server makes of `functions` shows only beside other requests (toolwire.jobs.audit).
    legacy_api=lambda reading: "supported" if _is_legacy(reading) else None,
    id_field=_id_field,
    id_pattern=id_pattern,
    arguments=lambda reading: encoding_of(_arguments(reading)),
    no_arguments=_no_arguments,
    stop_on_call=stop_word(),
    text_beside_call=_text_beside,
    stop_field="choices[].finish_reason",
    definition_field=sent_at(
        {"functions[0].*": "functions[]", "tools[0].function.*": "tools[].function"}
    ),
    schema_field=sent_at(
        {"functions[0].parameters": "parameters", "tools[0].function.parameters": "parameters"}
    ),
    result_field=_result_field,
    # A name counts only where there is no id.
    result_id_field=member_sent(_RESULTS, "tool_call_id", "name"),
    framing=events_framing,
    error_field=_error,
)
