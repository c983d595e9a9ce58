"""What others need to know of Ollama's wire; its list of models after docs/openapi.yaml (ListResponse)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from toolwire.dialects.beside import BesideRoute
from toolwire.dialects.error_shape import ErrorShape
from toolwire.dialects.model_list import ListForm
from toolwire.dialects.ollama_chat.benign import BENIGN
from toolwire.dialects.ollama_chat.exempt import EXEMPT, MISSED
from toolwire.dialects.ollama_chat.known_refusals import KNOWN_REFUSALS
from toolwire.dialects.ollama_chat.neutral import NEUTRAL
from toolwire.dialects.request_form import NOTHING_REFUSED
from toolwire.dialects.sent import messages, nested_tools
from toolwire.dialects.stated import (
    MESSAGES,
    assistant_content,
    function_calls,
    has_function,
    message_calls,
    text_at,
)
from toolwire.dialects.text_form import JsonMode, TextForm
from toolwire.dialects.wire import (
    BEARER,
    LineEnd,
    Models,
    Spelling,
    Stops,
    StreamForm,
    Wire,
    served_at,
    stated_once,
    vendor_form,
)
from toolwire.model.conversation import JsonObject

_MODIFIED: Final = "2026-11-21T00:00:00Z"


def _tags(model: str) -> JsonObject:
    return {
        "models": [
            {
                "name": model,
                "model": model,
                "modified_at": _MODIFIED,
                "size": 0,
                "digest": "0" * 64,
                "details": {"format": "gguf", "family": "toolwire"},
            }
        ]
    }


#: After https://docs.ollama.com/api-reference/show-model-details (read 2026-11-23), fewer members.
_BESIDE: Final = (
    BesideRoute("GET", "/api/version", lambda *_: {"version": "0.13.0"}),
    BesideRoute(
        "POST",
        "/api/show",
        lambda *_: {
            "details": {"format": "gguf", "family": "reference", "parameter_size": "1B"},
            "model_info": {"general.architecture": "reference", "reference.context_length": 128000},
            "capabilities": ["completion", "tools", "thinking"],
        },
    ),
)

WIRE: Final = Wire(
    calls=function_calls(textual=False, find=message_calls),
    text_calls=None,
    stated=stated_once(
        is_call=has_function,
        fragment=None,
        text=text_at("message.content"),
        whole_text=assistant_content,
        stop="done_reason",
    ),
    request=replace(
        NOTHING_REFUSED,
        history=messages("tool_name"),
        definitions=nested_tools,
        parts=replace(MESSAGES, seen_beside="images"),
        tool_members=frozenset({"tools"}),
        known_refusals=KNOWN_REFUSALS,
        ends_at=("options", "stop"),
        # Of docs/openapi.yaml (ModelOptions), read 2026-11-30; the server itself says that it is to be a list.
        one_end_alone=True,
        most_at=("options", "num_predict"),
        text_form=TextForm(
            path=("format",),
            asking=lambda schema: {"format": schema},
            any_json=JsonMode(path=("format",), word="json", everywhere=True),
        ),
        # docs/capabilities/tool-calling.mdx has `tool_name` alone, and calls without ids.
        named_or_numbered=True,
        one_document=True,
        unthinking=(("think", False),),
        told_the_model=True,
        passes_thoughts=False,
        # ToTypeScriptType of api/types.go: an object is `Record<string, any>` there, a list `any[]`.
        typed_alone=re.compile("gpt-oss"),
    ),
    usage_on_demand=False,
    cached=(),
    keeps="",
    cited=None,
    named_choice_ends=False,
    reasoning_named=True,
    reply_members=("message",),
    reply_filled=False,
    spelling=Spelling(beside="eval_count", other="evalCount", value=None),
    error=ErrorShape(
        at=None,
        members={"error": str},
        usual=(),
        also={},
        typed=False,
        in_array=False,
        name=None,
        word=None,
        kinds={},
        numbers=(),
    ),
    stream=StreamForm(
        types=("application/x-ndjson", "application/ndjson"),
        line_end=LineEnd(flag="done", event=None, blank=False),
        closed=True,
    ),
    bills=(),
    # 0.30 left them out until https://github.com/ollama/ollama/pull/16428 (2026-06-02), as versions
    # of early 2024 did.
    counts_cached="2026-07-01",
    # A turn with calls ends in `stop` like any other.
    stop_words=Stops(words=frozenset({"stop", "length", "load", "unload"}), calls=None),
    serving=served_at("/api/chat", *_BESIDE),
    models=Models(path="/api/tags", rank=1, form=ListForm("models", "name"), body=_tags),
    form=vendor_form(1, "Ollama-compatible", "ollama", auths=(BEARER,)),
    # The server ignores every tool choice.
    left_out=frozenset({"named_choice", "none_choice", "required_choice"}),
    exempt=EXEMPT,
    missed=MISSED,
    benign=BENIGN,
    neutral=NEUTRAL,
    served=None,
)
