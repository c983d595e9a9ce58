"""Where the format has its facts for the comparison of formats."""

from __future__ import annotations

import re
from typing import Final

from toolwire.dialects.facet import encoding_of, error_holder, stop_word, text_beside_if_told
from toolwire.dialects.facet_table import (
    USUALLY,
    FacetTable,
    empty_object,
    id_at,
    id_pattern,
    member_sent,
    sent_at,
)
from toolwire.io.json_text import object_of
from toolwire.model.reply import Reading

_ERROR_MEMBERS: Final = ("message", "type", "param", "code")


def _error(reading: Reading) -> str | None:
    error = reading.reply.error
    if error is None or not error.pointer.endswith("/error"):
        return None
    value = object_of(error_holder(reading)).get("error")
    if not isinstance(value, dict):
        return "error: text"
    # Not the server's own: an object that something in between put around the text.
    return f"error{{{','.join(key for key in _ERROR_MEMBERS if key in value)}}}"


FACETS: Final = FacetTable(
    shown=USUALLY,
    call_field="message.tool_calls[]",
    legacy_api=None,
    id_field=id_at("id"),
    id_pattern=id_pattern,
    arguments=lambda reading: encoding_of(call.arguments for call in reading.reply.tool_calls),
    no_arguments=empty_object,
    stop_on_call=stop_word(re.compile(r"[a-z_]{1,24}", re.ASCII)),
    text_beside_call=text_beside_if_told,
    stop_field="done_reason",
    definition_field=sent_at({"tools[].function.*": "tools[].function"}),
    schema_field=member_sent("tools[].function", "parameters"),
    result_field=sent_at({"messages[role=tool]": "role: tool"}),
    # Surest first; without either a server can go by the order of the results only.
    result_id_field=member_sent(
        "messages[role=tool]", "tool_call_id", "tool_name", otherwise="none, by order"
    ),
    framing="NDJSON",
    error_field=_error,
)
