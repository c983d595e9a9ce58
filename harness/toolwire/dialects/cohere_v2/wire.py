"""What others need to know of the wire of Cohere's Chat v2."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.cohere_v2.exempt import EXEMPT, MISSED
from toolwire.dialects.cohere_wire import ERROR, NAMES, STOPS, listed
from toolwire.dialects.sent import HistoryStep, messages, nested_tools, result
from toolwire.dialects.stated import MESSAGES, has_function, message_calls, text_of
from toolwire.dialects.wire import (
    ANY_SCHEMA,
    BEARER,
    EVENT_STREAM,
    CallPaths,
    Holder,
    NativeCall,
    RequestForm,
    Roles,
    Spelling,
    Stops,
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


def _message(payload: JsonObject, kind: str) -> JsonObject:
    message = object_of(object_of(payload.get("delta")).get("message"))
    return message if payload.get("type") == kind else {}


def _fragment(payload: JsonObject) -> Holder | None:
    call = object_of(_message(payload, "tool-call-delta").get("tool_calls"))
    function = object_of(call.get("function"))
    return (function, "arguments") if "arguments" in function else None


def _text(payload: JsonObject) -> Holder | None:
    content = object_of(_message(payload, "content-delta").get("content"))
    return (content, "text") if "text" in content else None


def _history(request: JsonObject) -> Iterator[HistoryStep]:
    return messages(request, lambda message, pointer: result(message, pointer, "name"))


WIRE: Final = Wire(
    calls=CallPaths(
        id="/id",
        name="/function/name",
        arguments="/function/arguments",
        textual=True,
        fragment=None,
        find=_find,
        optional=False,
        opened_whole=True,
        id_limit=None,
    ),
    text_calls=None,
    stated=stated_once(
        is_call=has_function,
        fragment=_fragment,
        text=_text,
        whole_text=text_of("text"),
        stop="finish_reason",
    ),
    request=RequestForm(
        history=_history,
        definitions=nested_tools,
        chosen=None,
        run_ends=(),
        joined=False,
        parts=MESSAGES,
        choice_word=lambda body: body.get("tool_choice"),
        choice_words=frozenset({"NONE", "REQUIRED"}),
        refused_if_empty=None,
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
    ),
    usage_on_demand=False,
    named_choice_ends=False,
    reasoning_named=True,
    reply_members=("message",),
    spelling=Spelling(beside="usage", other="Usage", value=None),
    error=ERROR,
    stream_types=EVENT_STREAM,
    bills=(),
    stop_words=Stops(words=STOPS | {"TOOL_CALL"}, calls="TOOL_CALL"),
    serving=served_at("/v2/chat"),
    models=listed(6),
    form=vendor_form(5, "Cohere-compatible", "cohere", auths=(BEARER,)),
    # There is no tool choice by name.
    left_out=frozenset({"named_choice"}),
    exempt=EXEMPT,
    missed=MISSED,
)
