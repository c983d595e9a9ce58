"""Where the format has its facts for the comparison of formats."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.facet import error_holder, events_framing, stop_word, text_beside
from toolwire.dialects.facet_table import (
    USUALLY,
    FacetTable,
    always,
    parsed_nothing,
    results_sent,
)
from toolwire.dialects.openai import error_word
from toolwire.io.json_text import object_of
from toolwire.model.reply import Reading


def _definition(reading: Reading) -> str | None:
    conversation = reading.conversation
    return "prompt, <tools>" if conversation is not None and conversation.tools else None


def _schema(reading: Reading) -> str | None:
    tools = reading.conversation.tools if reading.conversation is not None else ()
    return "parameters" if any(tool.parameters is not None for tool in tools) else None


FACETS: Final = FacetTable(
    shown=USUALLY._replace(request=always),
    call_field="choices[].text, <tool_call>",
    legacy_api=None,
    id_field="absent",
    id_pattern=None,
    arguments="object",
    no_arguments=parsed_nothing,
    stop_on_call=stop_word(),
    text_beside_call=text_beside,
    stop_field="choices[].finish_reason",
    definition_field=_definition,
    schema_field=_schema,
    result_field=results_sent("prompt, <tool_response>"),
    result_id_field=results_sent("absent"),
    framing=events_framing,
    error_field=lambda reading: error_word(object_of(error_holder(reading))),
)
