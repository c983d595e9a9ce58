"""Where the format has its facts for the comparison of formats."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.bedrock_converse.errors import ERROR_HEADER
from toolwire.dialects.facet import MESSAGES, has_messages, stop_word, text_beside
from toolwire.dialects.facet_table import (
    USUALLY,
    FacetTable,
    empty_object,
    has_calls,
    id_if_there,
    id_pattern,
    object_arguments,
    result_ids_sent,
    results_sent,
    sent_at,
    stop_at,
)
from toolwire.model.reply import Reading


def _framing(reading: Reading) -> str | None:
    # Payloads that somebody unpacked say nothing about framing.
    return MESSAGES if reading.events and has_messages(reading) else None


def _error(reading: Reading) -> str | None:
    error = reading.reply.error
    if error is None or not error.pointer.startswith("/"):
        return None
    place = error.pointer.removeprefix("/")
    typed = reading.exchange.response.header(ERROR_HEADER) is not None
    return f"{place}, header {ERROR_HEADER}" if typed else place


FACETS: Final = FacetTable(
    shown=USUALLY._replace(stop=has_calls),
    call_field="output.message.content[].toolUse",
    legacy_api=None,
    id_field=id_if_there("toolUseId"),
    id_pattern=id_pattern,
    arguments=object_arguments,
    no_arguments=empty_object,
    stop_on_call=stop_word(),
    text_beside_call=text_beside,
    stop_field=stop_at("stopReason"),
    definition_field=sent_at({"toolConfig.tools[].toolSpec.*": "toolConfig.tools[].toolSpec"}),
    schema_field=sent_at({"toolConfig.tools[].toolSpec.inputSchema.json": "inputSchema.json"}),
    result_field=results_sent("role: user, content[].toolResult"),
    result_id_field=result_ids_sent("toolUseId"),
    framing=_framing,
    error_field=_error,
)
