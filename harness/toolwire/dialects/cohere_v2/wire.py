"""What others need to know of the wire of Cohere's Chat v2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects.cohere_v2.benign import BENIGN
from toolwire.dialects.cohere_v2.exempt import EXEMPT, MISSED
from toolwire.dialects.cohere_v2.known_refusals import KNOWN_REFUSALS
from toolwire.dialects.cohere_v2.neutral import NEUTRAL
from toolwire.dialects.cohere_wire import CITED, ERROR, NAMES, STOPS, listed, text_form
from toolwire.dialects.sent import messages, nested_tools
from toolwire.dialects.stated import (
    MESSAGES,
    function_calls,
    has_function,
    holder_at,
    image_by_address,
    message_calls,
    text_of,
)
from toolwire.dialects.stream_form import EVENT_STREAM
from toolwire.dialects.wire import (
    ANY_SCHEMA,
    BEARER,
    NativeCall,
    RequestForm,
    Roles,
    Spelling,
    Stops,
    StreamForm,
    Wire,
    served_at,
    stated_once,
    vendor_form,
)
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject


def _find(root: str, holder: JsonObject) -> Iterator[NativeCall]:
    if holder.get("type") == "tool-call-start":
        delta = object_of(object_of(holder.get("delta")).get("message"))
        yield NativeCall(f"{root}/delta/message/tool_calls", delta.get("tool_calls"))
    yield from message_calls(root, holder)


WIRE: Final = Wire(
    # LangChain joins what it gets, and the Vercel AI SDK refuses what is no string.
    calls=function_calls(textual=True, find=_find, null_fragment=False),
    text_calls=None,
    stated=stated_once(
        is_call=has_function,
        fragment=holder_at("delta.message.tool_calls.function.arguments", kind="tool-call-delta"),
        text=holder_at("delta.message.content.text", kind="content-delta"),
        whole_text=text_of("text"),
        stop="finish_reason",
    ),
    request=RequestForm(
        history=messages("name"),
        definitions=nested_tools,
        shape=None,
        chosen=None,
        run_ends=(),
        joined=False,
        # docs.cohere.com/docs/image-inputs, read 2026-11-30; models that see none refuse them.
        parts=replace(
            MESSAGES, part=lambda text: {"type": "text", "text": text}, seen=image_by_address
        ),
        choice_word=lambda body: body.get("tool_choice"),
        choice_words=frozenset({"NONE", "REQUIRED"}),
        refused_if_empty=None,
        ids=(),
        by_place=None,
        without_result=("command-r",),
        ids_across=False,
        results_named=False,
        roles=Roles(
            known=frozenset({"assistant", "system", "tool", "user"}),
            everywhere=True,
            sides=False,
            order="",
        ),
        names=NAMES,
        schemas=ANY_SCHEMA,
        tool_members=frozenset({"tools", "tool_choice", "strict_tools"}),
        known_refusals=KNOWN_REFUSALS,
        ends_at=("stop_sequences",),
        text_form=text_form("json_schema"),
        most_at=("max_tokens",),
        unthinking=(("thinking", {"type": "disabled"}),),
        # The reference of the API calls it required, and each SDK sends it.
        one_form=frozenset({"stream"}),
    ),
    usage_on_demand=False,
    cached=(),
    keeps="",
    cited=CITED,
    named_choice_ends=False,
    reasoning_named=True,
    reply_members=("message",),
    reply_filled=False,
    spelling=Spelling(beside="usage", other="Usage", value=None),
    error=ERROR,
    stream=StreamForm(
        types=(*EVENT_STREAM, "application/stream+json", "application/x-ndjson"),
        line_end=None,
        closed=True,
    ),
    bills=(),
    counts_cached=None,
    stop_words=Stops(words=STOPS | {"TOOL_CALL"}, calls="TOOL_CALL", at_word="STOP_SEQUENCE"),
    serving=served_at("/v2/chat"),
    models=listed(6),
    form=vendor_form(5, "Cohere-compatible", "cohere", auths=(BEARER,)),
    # There is no tool choice by name.
    left_out=frozenset({"named_choice"}),
    exempt=EXEMPT,
    missed=MISSED,
    benign=BENIGN,
    neutral=NEUTRAL,
    served=None,
)
