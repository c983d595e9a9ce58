"""What others need to know of the wire of Chat Completions."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.openai_chat import sent
from toolwire.dialects.openai_chat.exempt import EXEMPT, MISSED
from toolwire.dialects.openai_wire import BILL, ERROR, LOGPROBS, ROOTS, SCHEMAS, compatible, listed
from toolwire.dialects.sent import nested_tools
from toolwire.dialects.stated import MESSAGES, assistant_content, has_function
from toolwire.dialects.wire import (
    EVENT_STREAM,
    HYPHENATED,
    CallPaths,
    Holder,
    NameForm,
    RequestForm,
    Roles,
    Serving,
    Wire,
    stated_once,
)
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject


def _delta(payload: JsonObject) -> JsonObject:
    choices = items_of(payload.get("choices"))
    return object_of(object_of(choices[0]).get("delta")) if choices else {}


def _fragment(payload: JsonObject) -> Holder | None:
    pieces = items_of(_delta(payload).get("tool_calls"))
    function = object_of(object_of(pieces[0]).get("function")) if pieces else {}
    return (function, "arguments") if "arguments" in function else None


def _text(payload: JsonObject) -> Holder | None:
    delta = _delta(payload)
    return (delta, "content") if isinstance(delta.get("content"), str) else None


def _choice(body: JsonObject) -> Json:
    # A choice that is an object says more than a word; it is the neutral list's.
    return body.get("tool_choice")


WIRE: Final = Wire(
    calls=CallPaths(
        id="/id",
        name="/function/name",
        arguments="/function/arguments",
        textual=True,
        fragment=None,
        find=None,
        optional=False,
        opened_whole=True,
        id_limit=40,
    ),
    text_calls=None,
    stated=stated_once(
        is_call=has_function,
        fragment=_fragment,
        text=_text,
        whole_text=assistant_content,
        stop="finish_reason",
    ),
    request=RequestForm(
        history=sent.history,
        definitions=nested_tools,
        chosen=sent.chosen,
        run_ends=(),
        joined=False,
        parts=MESSAGES,
        choice_word=_choice,
        # `any` is Mistral's.
        choice_words=frozenset({"any", "auto", "none", "required"}),
        # OpenAI's `empty_array` (vllm-project/vllm#39780).
        refused_if_empty=lambda body: body.get("tools"),
        ids_across=False,
        results_named=False,
        roles=Roles(
            known=frozenset({"assistant", "developer", "function", "system", "tool", "user"}),
            everywhere=True,
            sides=False,
            order="",
        ),
        names=NameForm(pattern=HYPHENATED, limit=64, older=64),
        schemas=SCHEMAS,
    ),
    usage_on_demand=True,
    named_choice_ends=True,
    reasoning_named=False,
    reply_members=None,
    error=ERROR,
    stream_types=EVENT_STREAM,
    bills=(BILL,),
    stop_words=None,
    spelling=LOGPROBS,
    serving=Serving(
        paths=(f"{ROOTS}/chat/completions",),
        beginnings=("/v1/chat/completions", "/openai/deployments"),
        endings=("/chat/completions",),
        root="/v1",
    ),
    models=listed(1),
    form=compatible(2, "OpenAI-compatible", detected=True),
    left_out=frozenset(),
    exempt=EXEMPT,
    missed=MISSED,
)
