"""Where the format has its facts for the comparison of formats."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.facet import error_holder, events_framing, nothing_of, stop_word, text_beside
from toolwire.dialects.facet_table import (
    USUALLY,
    FacetTable,
    id_at,
    id_pattern,
    member_sent,
    object_sent,
    sent_at,
)
from toolwire.dialects.openai import error_word
from toolwire.io.json_text import object_of
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading

_FUNCTIONS: Final = "tools[type=function,name]"
_OUTPUTS: Final = "input[type=function_call_output|custom_tool_call_output]"
_output: Final = object_sent(_OUTPUTS)


def _call_field(reading: Reading) -> str:
    custom = reading.reply.tool_calls[0].kind == "custom"
    return f"output[].{'custom_tool_call' if custom else 'function_call'}"


def _arguments(reading: Reading) -> str | None:
    functions = [call for call in reading.reply.tool_calls if call.kind == "function"]
    if any(call.raw is not None for call in functions):
        return "JSON string"
    return "object" if any(call.arguments is not None for call in functions) else None


def _no_arguments(reading: Reading) -> str | None:
    functions = (call for call in reading.reply.tool_calls if call.kind == "function")
    given = (call.arguments if call.raw is None else call.raw for call in functions)
    return nothing_of(value for value in given if value is not None)


def _result_field(reading: Reading) -> str | None:
    kind = _output(reading).get("type")
    return None if kind is None else f"input[].{kind}"


def _error(reading: Reading) -> str | None:
    """Describe the object that holds the error: a body, an event, or an event's response."""
    holder = object_of(error_holder(reading))
    error = reading.reply.error
    inside = reading.mode is Mode.STREAMING and error is not None and "/response" in error.pointer
    return error_word(object_of(holder.get("response")) if inside else holder)


FACETS: Final = FacetTable(
    shown=USUALLY,
    call_field=_call_field,
    legacy_api=None,
    id_field=id_at("call_id"),
    id_pattern=id_pattern,
    arguments=_arguments,
    no_arguments=_no_arguments,
    stop_on_call=stop_word(),
    # Text is an item of its own, so without one there is nothing, not even a null.
    text_beside_call=text_beside,
    stop_field="status",
    definition_field=sent_at({_FUNCTIONS: "tools[] (flat)"}),
    schema_field=member_sent(_FUNCTIONS, "parameters"),
    result_field=_result_field,
    result_id_field=member_sent(_OUTPUTS, "call_id"),
    framing=events_framing,
    error_field=_error,
)
