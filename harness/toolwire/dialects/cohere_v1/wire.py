"""What others need to know of the wire of Cohere's Chat v1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects.cohere_v1 import sent
from toolwire.dialects.cohere_v1.benign import BENIGN
from toolwire.dialects.cohere_v1.exempt import EXEMPT, MISSED
from toolwire.dialects.cohere_v1.known_refusals import KNOWN_REFUSALS
from toolwire.dialects.cohere_v1.neutral import NEUTRAL
from toolwire.dialects.cohere_v1.one_step import in_one_step
from toolwire.dialects.cohere_wire import CITED, ERROR, NAMES, STOPS, listed, text_form
from toolwire.dialects.id_form import ANY_ID
from toolwire.dialects.request_form import NOTHING_REFUSED
from toolwire.dialects.sent import flat_tools
from toolwire.dialects.stated import holder_at, text_member
from toolwire.dialects.stream_form import EVENT_STREAM
from toolwire.dialects.wire import (
    BEARER,
    CallPaths,
    Holder,
    LineEnd,
    NativeCall,
    Roles,
    Spelling,
    StatedParts,
    Stops,
    StreamForm,
    Wire,
    served_at,
    vendor_form,
)
from toolwire.io.json_text import items_of
from toolwire.model.conversation import JsonObject


def _find(root: str, holder: JsonObject) -> Iterator[NativeCall]:
    # In a stream the calls that count are the whole ones; what `stream-end` repeats is not.
    if root and holder.get("event_type") != "tool-calls-generation":
        return
    for place, call in enumerate(items_of(holder.get("tool_calls"))):
        yield NativeCall(f"{root}/tool_calls/{place}", call)


def _is_call(value: JsonObject) -> bool:
    return "name" in value and ("parameters" in value or "index" in value)


def _text(payload: JsonObject) -> Holder | None:
    tells = payload.get("event_type") in ("text-generation", "tool-calls-chunk")
    return (payload, "text") if tells and "text" in payload else None


def _whole_text(value: JsonObject) -> str | None:
    if value.get("role") == "CHATBOT":
        return "message"
    return text_member(value) if _text(value) is None else None


WIRE: Final = Wire(
    calls=CallPaths(
        id=None,
        name="/name",
        arguments="/parameters",
        textual=False,
        fragment=None,
        find=_find,
        optional=False,
        opened_whole=True,
        null_fragment=True,
        id_form=ANY_ID,
        own_ids=(),
    ),
    text_calls=None,
    stated=StatedParts(
        is_call=_is_call,
        # Copies have no id in common: they are changed in exchanges with one call only.
        same_call=lambda _: True,
        fragment=holder_at("tool_call_delta.parameters"),
        text=_text,
        again=lambda value: "name" in value and "parameters" in value,
        whole_text=_whole_text,
        text_again=True,
        stop="finish_reason",
        has_stop=None,
        # The history in an answer has each result with its call.
        repeated=("tool_results",),
    ),
    request=replace(
        NOTHING_REFUSED,
        history=sent.history,
        definitions=flat_tools("parameter_definitions"),
        roles=Roles(
            known=frozenset({"CHATBOT", "SYSTEM", "TOOL", "USER"}),
            everywhere=True,
            sides=False,
            order="",
        ),
        names=NAMES,
        ends_at=("stop_sequences",),
        text_form=text_form("schema"),
        # Text is returned "up to that point not including the stop sequence" (docs.cohere.com/reference/chat-v1);
        # AWS has the member of the same models (model-parameters-cohere-command-r-plus; both read 2026-11-30).
        ends_alike=True,
        most_at=("max_tokens",),
        # The reference of the API calls it required, and each SDK sends it.
        one_form=frozenset({"stream"}),
        schemas_described=True,
        one_step=in_one_step,
        tool_members=frozenset({"tools"}),
        known_refusals=KNOWN_REFUSALS,
    ),
    usage_on_demand=False,
    cached=(),
    counts_cached=None,
    keeps="",
    cited=CITED,
    named_choice_ends=False,
    reasoning_named=True,
    reply_members=("text", "tool_calls"),
    reply_filled=False,
    spelling=Spelling(beside="meta", other="Meta", value=None),
    error=ERROR,
    stream=StreamForm(
        types=("application/stream+json", "application/x-ndjson", *EVENT_STREAM),
        line_end=LineEnd(flag="is_finished", event=("event_type", "stream-end"), blank=True),
        closed=True,
    ),
    bills=(),
    stop_words=Stops(words=STOPS | {"ERROR_TOXIC", "ERROR_LIMIT", "USER_CANCEL"}, calls=None),
    serving=served_at("/v1/chat"),
    models=listed(7),
    form=vendor_form(8, "Cohere-compatible (v1)", "cohere", auths=(BEARER,)),
    # There is no tool choice at all.
    left_out=frozenset({"named_choice", "none_choice", "required_choice"}),
    exempt=EXEMPT,
    missed=MISSED,
    benign=BENIGN,
    neutral=NEUTRAL,
    served=None,
)
