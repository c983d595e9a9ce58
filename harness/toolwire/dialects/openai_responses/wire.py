"""What others need to know of the wire of the Responses API."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.beside import BesideRoute, counted
from toolwire.dialects.id_form import ANY_MODEL, HYPHENATED, IdForm, ModelIds
from toolwire.dialects.openai_responses import sent
from toolwire.dialects.openai_responses.benign import BENIGN
from toolwire.dialects.openai_responses.exempt import EXEMPT, MISSED
from toolwire.dialects.openai_responses.known_refusals import KNOWN_REFUSALS
from toolwire.dialects.openai_responses.neutral import NEUTRAL
from toolwire.dialects.openai_responses.served import SERVED
from toolwire.dialects.openai_wire import ERROR, SCHEMAS, compatible, listed, served
from toolwire.dialects.sent import flat_declared, user_message
from toolwire.dialects.stated import of_type
from toolwire.dialects.text_form import JsonMode, TextForm
from toolwire.dialects.tool_shape import FLAT
from toolwire.dialects.wire import (
    EVENTS,
    Bill,
    CallPaths,
    NameForm,
    NativeCall,
    RequestForm,
    RequestParts,
    Roles,
    Spelling,
    StatedParts,
    Stops,
    Wire,
)
from toolwire.io.json_text import items_of
from toolwire.model.conversation import JsonObject

_ARGUMENTS_DONE: Final = "response.function_call_arguments.done"


def _is_call(value: JsonObject) -> bool:
    return value.get("type") == "function_call"


def _find(root: str, holder: JsonObject) -> Iterator[NativeCall]:
    if root:
        done = holder.get("type") == "response.output_item.done"
        found = [(f"{root}/item", holder.get("item"))] if done else []
    else:
        output = items_of(holder.get("output"))
        found = [(f"/output/{place}", item) for place, item in enumerate(output)]
    for pointer, item in found:
        if isinstance(item, dict) and _is_call(item):
            yield NativeCall(pointer, item)


def _again(value: JsonObject) -> bool:
    whole = _is_call(value) and value.get("arguments") != ""
    return whole or value.get("type") == _ARGUMENTS_DONE


def _text(value: JsonObject) -> str | None:
    known = value.get("type") in ("output_text", "response.output_text.done")
    return "text" if known and value.get("text") else None


_BILLS: Final = tuple(
    Bill(
        path=path,
        total="total_tokens",
        parts=("input_tokens", "output_tokens"),
        beside=(),
    )
    for path in (("usage",), ("response", "usage"))
)
#: openai 3.54.0 `types/responses/input_token_count_response.py`, read 2026-11-23.
_COUNT: Final = BesideRoute(
    "POST",
    "/v1/responses/input_tokens",
    counted("input_tokens", object="response.input_tokens"),
)

#: OpenAI's `string_above_max_length`.
_IDS: Final = IdForm(pattern=None, limit=64, wider=64, by="OpenAI")


def _in_schema(schema: JsonObject) -> JsonObject:
    form: JsonObject = {"type": "json_schema", "name": "answer", "strict": True, "schema": schema}
    return {"text": {"format": form}}


WIRE: Final = Wire(
    calls=CallPaths(
        id="/call_id",
        name="/name",
        arguments="/arguments",
        textual=True,
        fragment="/delta",
        find=_find,
        optional=False,
        opened_whole=True,
        null_fragment=True,
        id_form=_IDS,
        own_ids=(),
    ),
    text_calls=None,
    stated=StatedParts(
        is_call=_is_call,
        # Each copy of a call has its id.
        same_call=lambda call: call["id"],
        fragment=of_type("response.function_call_arguments.delta"),
        text=of_type("response.output_text.delta"),
        again=_again,
        whole_text=_text,
        text_again=True,
        stop="status",
        # Items of a response have a status too.
        has_stop=lambda holder: holder.get("object") == "response",
        repeated=(),
    ),
    request=RequestForm(
        history=sent.history,
        definitions=sent.definitions,
        shape=FLAT,
        chosen=sent.chosen,
        run_ends=None,
        joined=False,
        parts=RequestParts(
            history="input",
            words=user_message,
            block=None,
            result=lambda item: item if item.get("type") == "function_call_output" else {},
            parts=None,
            content=("output",),
            part=lambda text: {"type": "input_text", "text": text},
            image=lambda data: {
                "type": "input_image",
                "image_url": f"data:image/png;base64,{data}",
            },
            declared=flat_declared,
            schema=("parameters",),
            instead_of=None,
        ),
        # A choice that is an object says more than a word; it is the neutral list's.
        choice_word=lambda body: body.get("tool_choice"),
        choice_words=frozenset({"auto", "none", "required"}),
        refused_if_empty=None,
        ids=(ModelIds(ANY_MODEL, _IDS),),
        by_place=None,
        without_result=(),
        ids_across=False,
        results_named=False,
        # Of its items only messages have a role.
        roles=Roles(
            known=frozenset({"assistant", "developer", "system", "user"}),
            everywhere=False,
            sides=False,
            order="",
        ),
        names=NameForm(pattern=HYPHENATED, limit=128, older=128),
        schemas=SCHEMAS,
        # Of a call in openai's types a string, or not there.
        one_form=frozenset({"id", "status"}),
        most_at=("max_output_tokens",),
        text_form=TextForm(
            path=("text", "format", "schema"),
            asking=_in_schema,
            several=True,
            strict_at=("text", "format", "strict"),
            any_json=JsonMode(path=("text", "format", "type"), word="json_object"),
            remark=("phase", "commentary"),
            told=True,
            kind="json_schema",
        ),
        tool_members=frozenset({"tools", "tool_choice", "parallel_tool_calls"}),
        known_refusals=KNOWN_REFUSALS,
    ),
    usage_on_demand=False,
    cached=(),
    counts_cached="",
    named_choice_ends=False,
    reasoning_named=True,
    reply_members=("output",),
    reply_filled=False,
    spelling=Spelling(beside="service_tier", other="serviceTier", value=None),
    error=ERROR,
    stream=EVENTS,
    bills=_BILLS,
    stop_words=Stops(
        words=frozenset(
            {"completed", "failed", "in_progress", "cancelled", "queued", "incomplete"}
        ),
        calls=None,
    ),
    serving=served("/responses", _COUNT, endings=("/responses",)),
    models=listed(2),
    form=compatible(7, "OpenAI-compatible (Responses)", detected=True),
    left_out=frozenset(),
    exempt=EXEMPT,
    missed=MISSED,
    benign=BENIGN,
    neutral=NEUTRAL,
    keeps="store",
    cited=None,
    served=SERVED,
)
