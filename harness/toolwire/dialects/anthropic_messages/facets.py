"""Where the format has its facts for the comparison of formats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.anthropic_messages.blocks import BlockKind, kind_of
from toolwire.dialects.facet import MESSAGES, has_messages
from toolwire.dialects.facet_table import (
    USUALLY,
    FacetTable,
    empty_object,
    id_if_there,
    id_pattern,
    object_arguments,
    result_ids_sent,
    results_sent,
    sent_at,
    stop_at,
)
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.reply import Absent, Reading


def _made_by_model(reading: Reading) -> bool:
    """Return whether the model itself made the calls, and not code that the server runs.

    Source: anthropic 2.11.0 `types/tool_use_block.py`, member `caller`, read 2026-11-22.
    """
    callers = (object_of(block.get("caller")).get("type") for block in _call_blocks(reading))
    return bool(reading.reply.tool_calls) and all(kind in (None, "direct") for kind in callers)


def _call_blocks(reading: Reading) -> Iterator[JsonObject]:
    body = None if isinstance(reading.body, Absent) else reading.body
    blocks = list(items_of(object_of(body).get("content")))
    for event in reading.events:
        payload = None if isinstance(event.json, Absent) else event.json
        blocks.append(object_of(payload).get("content_block"))
    yield from (block for block in map(object_of, blocks) if kind_of(block) is BlockKind.CALL)


def _is_streamed(reading: Reading) -> bool:
    return reading.mode is Mode.STREAMING and bool(reading.events)


def _framing(reading: Reading) -> str:
    if has_messages(reading):
        return MESSAGES
    named = all(event.name is not None for event in reading.events)
    return "SSE, named events" if named else "SSE, unnamed events"


def _error(reading: Reading) -> str | None:
    error = reading.reply.error
    if error is None or error.pointer in ("", "status"):
        return None
    place = error.pointer.rpartition("/")[2] if "/" in error.pointer else "message"
    return "error.{type, message}" if place == "error" else place


FACETS: Final = FacetTable(
    shown=USUALLY._replace(calls=_made_by_model, stop=_made_by_model, framing=_is_streamed),
    call_field="content[].tool_use",
    legacy_api=None,
    id_field=id_if_there("id"),
    id_pattern=id_pattern,
    arguments=object_arguments,
    no_arguments=empty_object,
    stop_on_call=lambda reading: reading.reply.stop,
    text_beside_call=lambda reading: "absent" if reading.reply.text is None else "text",
    stop_field=stop_at("stop_reason"),
    definition_field=sent_at({"tools[].input_schema": "tools[]"}),
    schema_field=sent_at({"tools[].input_schema": "input_schema"}),
    result_field=results_sent("role: user, content[].tool_result"),
    result_id_field=result_ids_sent("tool_use_id"),
    framing=_framing,
    error_field=_error,
)
