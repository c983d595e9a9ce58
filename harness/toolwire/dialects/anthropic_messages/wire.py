"""What others need to know of the wire of Anthropic's Messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects.anthropic_messages import sent
from toolwire.dialects.anthropic_messages.benign import BENIGN
from toolwire.dialects.anthropic_messages.exempt import EXEMPT, MISSED
from toolwire.dialects.anthropic_messages.known_refusals import KNOWN_REFUSALS
from toolwire.dialects.anthropic_messages.neutral import NEUTRAL
from toolwire.dialects.anthropic_messages.served import SERVED
from toolwire.dialects.anthropic_messages.tools import definitions
from toolwire.dialects.beside import BesideRoute, CountRoute, counted, last_step
from toolwire.dialects.error_shape import ErrorShape
from toolwire.dialects.id_form import HYPHENATED, PORTABLE, ModelIds
from toolwire.dialects.model_list import ListForm
from toolwire.dialects.request_form import ByPlace
from toolwire.dialects.second_form import DEFINITION, SecondForm
from toolwire.dialects.sent import flat_declared, user_message
from toolwire.dialects.stated import text_of
from toolwire.dialects.tool_shape import ToolShape
from toolwire.dialects.wire import (
    BEARER,
    BOUNDS,
    EVENTS,
    Auth,
    CallPaths,
    Holder,
    Models,
    NameForm,
    NativeCall,
    RequestForm,
    RequestParts,
    Roles,
    SchemaLimits,
    Serving,
    Spelling,
    Stops,
    Wire,
    stated_once,
    vendor_form,
)
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject

_CREATED: Final = "2026-11-21T00:00:00Z"
#: Kind of an error -> the statuses it comes with; invalid_request_error "may also" stand for
#: others of 4XX (platform.claude.com/docs/en/api/errors, read 2026-11-23).
_ERRORS: Final = {
    "invalid_request_error": range(400, 500),
    "authentication_error": (401,),
    "billing_error": (402,),
    "permission_error": (403,),
    "not_found_error": (404,),
    "request_too_large": (413,),
    "rate_limit_error": (429,),
    "api_error": range(500, 600),
    "timeout_error": (408, 504),
    "overloaded_error": (429, 503, 529),
}
#: Kind of an error -> whose it is, of those that gateways and servers are known to answer /v1/messages with:
#: types/error.go of QuantumNous/new-api (ToClaudeError; a fork's copy, and Kilo-Org/kilocode#2142),
#: middleware/utils.go of songquanpeng/one-api (1264ddce), an answer of OpenAI's in
#: mattvr/ShellGPT#23 and its kinds in `openai_wire`, vllm-project/vllm#43380. Read 2026-11-30.
_FOREIGN: Final = {
    "new_api_error": "new-api",
    "upstream_error": "gateways such as new-api",
    "one_api_error": "One API",
    "server_error": "OpenAI",
    "insufficient_quota": "OpenAI",
    "internal_error": "servers such as vLLM",
}


def _is_call(value: JsonObject) -> bool:
    return value.get("type") == "tool_use"


def _find(root: str, holder: JsonObject) -> Iterator[NativeCall]:
    if root:
        opens = holder.get("type") == "content_block_start"
        found = [(f"{root}/content_block", holder.get("content_block"))] if opens else []
    else:
        content = items_of(holder.get("content"))
        found = [(f"/content/{place}", block) for place, block in enumerate(content)]
    for pointer, block in found:
        if isinstance(block, dict) and _is_call(block):
            yield NativeCall(pointer, block)


def _as_custom(body: JsonObject) -> JsonObject:
    """Return a request whose tools say what they are without being asked."""
    tools: list[Json] = [
        {"type": "custom", **object_of(one)} for one in items_of(body.get("tools"))
    ]
    return {**body, "tools": tools}


def _fragment(payload: JsonObject) -> Holder | None:
    delta = object_of(payload.get("delta"))
    return (delta, "partial_json") if delta.get("type") == "input_json_delta" else None


def _text(payload: JsonObject) -> Holder | None:
    delta = object_of(payload.get("delta"))
    return (delta, "text") if delta.get("type") == "text_delta" else None


def _entry(model: str) -> JsonObject:
    return {"type": "model", "id": model, "display_name": model, "created_at": _CREATED}


def _list(model: str) -> JsonObject:
    return {
        "data": [_entry(model)],
        "has_more": False,
        "first_id": model,
        "last_id": model,
    }


_ANY: Final = "[^/]+"
#: Where Bedrock and Vertex answer for Claude; the model is in the path.
_BEDROCK: Final = "/model/[^/]*(?:anthropic|claude)[^/]*/invoke(?:-with-response-stream)?"
_VERTEX: Final = (
    f"/v1(?:beta1)?/projects/{_ANY}/locations/{_ANY}/publishers/anthropic/models/{_ANY}"
    ":(?:rawPredict|streamRawPredict)"
)

#: Others that are served in this format take the ids that they give.
_CLAUDE: Final = re.compile("(?!deepseek|glm|kimi|minimax|qwen)")

WIRE: Final = Wire(
    calls=CallPaths(
        id="/id",
        name="/name",
        arguments="/input",
        textual=False,
        fragment="/partial_json",
        find=_find,
        optional=False,
        opened_whole=True,
        null_fragment=True,
        id_form=PORTABLE,
        own_ids=(),
    ),
    text_calls=None,
    stated=stated_once(
        is_call=_is_call,
        fragment=_fragment,
        text=_text,
        whole_text=text_of("text"),
        stop="stop_reason",
    ),
    request=RequestForm(
        second_forms=(SecondForm("custom", "with `type: custom`", _as_custom, (DEFINITION,)),),
        history=sent.history,
        definitions=definitions,
        shape=ToolShape(
            kinds=(None, "custom"), typed=False, nested=False, members=(), listed=None, schema=True
        ),
        chosen=sent.chosen,
        # User messages in a row are one.
        run_ends=("assistant",),
        joined=False,
        parts=RequestParts(
            history="messages",
            words=user_message,
            block=lambda text: {"type": "text", "text": text},
            result=lambda item: item if item.get("type") == "tool_result" else {},
            parts="content",
            content=("content",),
            part=lambda text: {"type": "text", "text": text},
            image=lambda data: {
                "type": "image",
                "source": {"type": "base64", "media_type": "image/png", "data": data},
            },
            declared=flat_declared,
            schema=("input_schema",),
            instead_of=None,
            images_alike=True,
        ),
        choice_word=lambda body: object_of(body.get("tool_choice")).get("type"),
        choice_words=frozenset({"any", "auto", "none", "tool"}),
        refused_if_empty=None,
        ids=(ModelIds(_CLAUDE, PORTABLE),),
        by_place=ByPlace(re.compile("claude-3-"), unnamed=False),
        without_result=(),
        ids_across=True,
        results_named=False,
        # Mid-conversation `system` is new in the types.
        roles=Roles(
            known=frozenset({"assistant", "system", "user"}), everywhere=True, sides=True, order=""
        ),
        names=NameForm(pattern=HYPHENATED, limit=128, older=64),
        schemas=SchemaLimits(
            top=("anyOf", "oneOf", "allOf"),
            items=False,
            strict=BOUNDS,
            whole=False,
        ),
        ends_at=("stop_sequences",),
        most_at=("max_tokens",),
        unthinking=(("thinking", {"type": "disabled"}),),
        passes_thoughts=True,
        # "tools: Tool names must be unique" (anthropics/claude-code#10687).
        names_once=True,
        # The vendor names no limit, and Claude Code describes its tools in up to ten thousand.
        described=2_500,
        tool_members=frozenset({"tools", "tool_choice"}),
        known_refusals=KNOWN_REFUSALS,
    ),
    usage_on_demand=False,
    counts_cached="",
    keeps="",
    cited=None,
    named_choice_ends=False,
    reasoning_named=True,
    reply_members=None,
    reply_filled=False,
    spelling=Spelling(beside="stop_sequence", other="stopSequence", value=None),
    error=ErrorShape(
        at="error",
        members={"type": str, "message": str},
        usual=(),
        also={},
        typed=True,
        in_array=False,
        name=None,
        word="type",
        kinds=_ERRORS,
        numbers=(),
        # The set of words may grow, their spelling has not changed since there are any.
        spelt=re.compile("[a-z_]+"),
        foreign=_FOREIGN,
    ),
    # Bedrock and Vertex AI, whose bodies say so, are asked by the address.
    stream=replace(EVENTS, by_address=b'"anthropic_version"', passed_over=frozenset({"ping"})),
    bills=(),
    cached=("cache_read_input_tokens", "cache_creation_input_tokens"),
    stop_words=Stops(
        words=frozenset(
            {"end_turn", "max_tokens", "stop_sequence", "tool_use", "pause_turn", "refusal"}
            | {"compaction", "model_context_window_exceeded"}
        ),  # Its word for calls is TC406's.
        calls=None,
        at_word="stop_sequence",
    ),
    serving=Serving(
        paths=("/v1/messages", _BEDROCK, _VERTEX),
        beginnings=("/v1/messages",),
        endings=("/v1/messages", "/messages"),
        root="",
        beside=(
            BesideRoute("POST", "/v1/messages/count_tokens", counted("input_tokens")),
            BesideRoute("GET", "/v1/models/[^/]+", lambda asked, _: _entry(last_step(asked))),
        ),
        mask="",
        # https://platform.claude.com/docs/en/api/messages/count_tokens, read 2026-11-30: neither is
        # a parameter of it.
        counting=CountRoute("/count_tokens", "input_tokens", ("max_tokens", "stream")),
    ),
    models=Models(
        path="/v1/models",
        rank=5,
        form=ListForm(
            "data",
            "id",
            query="limit=1000",
            cursor="after_id",
            mark="last_id",
            more="has_more",
            headers=(("anthropic-version", "2023-06-01"),),
        ),
        body=_list,
    ),
    form=vendor_form(6, "Anthropic-compatible", "anthropic", auths=(Auth("x-api-key"), BEARER)),
    left_out=frozenset(),
    exempt=EXEMPT,
    missed=MISSED,
    benign=BENIGN,
    neutral=NEUTRAL,
    served=SERVED,
)
