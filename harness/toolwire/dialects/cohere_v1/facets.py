"""Where the format has its facts for the comparison of formats."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.body import SSE_STARTS
from toolwire.dialects.cohere import STOP, error_facet
from toolwire.dialects.facet import error_holder, stop_word, text_beside
from toolwire.dialects.facet_table import USUALLY, FacetTable, id_at, id_pattern, sent_at
from toolwire.io.framing.kind import start_of
from toolwire.model.reply import Reading


def _arguments(reading: Reading) -> str | None:
    first = reading.reply.tool_calls[0]
    if first.raw is not None or first.arguments is None:
        return None
    return "object" if isinstance(first.arguments, dict) else "JSON string"


def _no_arguments(reading: Reading) -> str | None:
    calls = reading.reply.tool_calls
    return "{}" if any(call.arguments == {} and call.raw is None for call in calls) else None


def _framing(reading: Reading) -> str:
    sse = start_of(reading.exchange.response.body).startswith(SSE_STARTS)
    return "SSE, event_type inside" if sse else "NDJSON, event_type inside"


def _error(reading: Reading) -> str | None:
    error = reading.reply.error
    # A status alone is no body of its own.
    return (
        None if error is None or error.pointer == "status" else error_facet(error_holder(reading))
    )


FACETS: Final = FacetTable(
    shown=USUALLY,
    call_field="tool_calls[]",
    legacy_api=None,
    id_field=id_at("id"),
    id_pattern=id_pattern,
    arguments=_arguments,
    no_arguments=_no_arguments,
    stop_on_call=stop_word(STOP),
    text_beside_call=text_beside,
    stop_field="finish_reason",
    definition_field=sent_at({"tools[0]": "tools[]"}),
    schema_field=sent_at({"tools[0].parameter_definitions": "parameter_definitions"}),
    result_field=sent_at(
        {"tool_results[0]": "tool_results[].outputs[]", "chat_history[role=TOOL]": "role: TOOL"}
    ),
    result_id_field=sent_at(
        dict.fromkeys(("tool_results[0]", "chat_history[role=TOOL]"), "absent (call repeated)")
    ),
    framing=_framing,
    error_field=_error,
)
