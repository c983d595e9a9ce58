"""Where the format has its facts for the comparison of formats."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.cohere import STOP, error_facet
from toolwire.dialects.facet import error_holder, framing, nothing_of, stop_word, text_word
from toolwire.dialects.facet_table import (
    USUALLY,
    FacetTable,
    id_if_there,
    id_pattern,
    member_sent,
    sent_at,
)
from toolwire.io.json_text import object_of
from toolwire.model.reply import Absent, Reading


def _arguments(reading: Reading) -> str | None:
    first = reading.reply.tool_calls[0]
    if first.raw is not None:
        return "JSON string"
    return None if first.arguments is None else "object"


def _no_arguments(reading: Reading) -> str | None:
    return nothing_of(call.raw for call in reading.reply.tool_calls if call.raw is not None)


def _text_beside(reading: Reading) -> str:
    """Tell what stands in `content`; the tool plan is not content."""
    text = reading.reply.text
    if text is not None:
        return text_word(text)
    body = None if isinstance(reading.body, Absent) else reading.body
    message = object_of(object_of(body).get("message"))
    return "null" if "content" in message and message["content"] is None else "absent"


def _error(reading: Reading) -> str | None:
    error = reading.reply.error
    # An error inside message-end is no body of its own.
    inside = error is not None and error.pointer.endswith("/delta/error")
    return None if inside else error_facet(error_holder(reading))


FACETS: Final = FacetTable(
    shown=USUALLY,
    call_field="message.tool_calls[]",
    legacy_api=None,
    id_field=id_if_there("id"),
    id_pattern=id_pattern,
    arguments=_arguments,
    no_arguments=_no_arguments,
    stop_on_call=stop_word(STOP),
    text_beside_call=_text_beside,
    stop_field="finish_reason",
    definition_field=sent_at({"tools[0].function.*": "tools[].function"}),
    schema_field=member_sent("tools[0].function", "parameters"),
    result_field=sent_at({"messages[role=tool]": "role: tool"}),
    result_id_field=member_sent("messages[role=tool]", "tool_call_id"),
    framing=lambda reading: framing(reading.events) if reading.events else None,
    error_field=_error,
)
