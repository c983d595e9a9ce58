"""What Anthropic refuses in Messages though the request type has no word for it, or `verify` has
none for what it has.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects.anthropic_messages.thinking_refusals import (
    ALONE,
    THINKING,
    is_forced,
)
from toolwire.dialects.found_wrong import blocks_of, messages_of, outside
from toolwire.dialects.known_refusal import (
    KnownRefusal,
    WrongBody,
    cut_json,
    in_body,
    unknown_model,
)
from toolwire.dialects.sighting import path_of
from toolwire.dialects.wrong_body import (
    again,
    alone,
    appended,
    changed,
    dropped,
    prepended,
    put,
    refused,
    then,
)
from toolwire.io.json_text import items_of, object_of
from toolwire.io.pointer import at
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request
from toolwire.model.topic import Topic

_MOST_MARKS: Final = 4
_MARK: Final[JsonObject] = {"cache_control": {"type": "ephemeral"}}
_VERSION: Final = "anthropic-version"
#: What a request from elsewhere says in a header, Bedrock's and Vertex's says in the body.
_IN_BODY: Final = "anthropic_version"
_IMAGES: Final = ("image/jpeg", "image/png", "image/gif", "image/webp")
#: Letters of a tool's name.
_LONGEST: Final = 128
#: As Kimi writes the ids of its calls.
_FOREIGN_ID: Final = "functions.get_weather:0"
#: Words, a call and its result are what a right request has.
_CALL: Final = ("messages", 1, "content", 0)
_RESULTS: Final = ("messages", 2, "content")
_SCHEMA: Final = ("tools", 0, "input_schema")
_ORPHAN: Final[JsonObject] = {
    "type": "tool_result",
    "tool_use_id": "toolu_nobody",
    "content": "17 C",
}


def _saying(block: JsonObject) -> WrongBody:
    def wrong(body: JsonObject) -> JsonObject | None:
        words = at(body, ("messages", 0, "content"))
        said: Json = [{"type": "text", "text": words}, block] if isinstance(words, str) else None
        return put(("messages",), [{"role": "user", "content": said}])(body) if said else None

    return wrong


def _has_long_name(body: JsonObject) -> bool:
    names = (object_of(tool).get("name") for tool in items_of(body.get("tools")))
    return any(isinstance(name, str) and len(name) > _LONGEST for name in names)


def _as_message(found: Json) -> Json:
    result = object_of(next(iter(items_of(object_of(found).get("content"))), None))
    return {"role": "tool", "tool_call_id": result.get("tool_use_id"), "content": "18 C"}


def _with_call_of_user(found: Json) -> Json:
    words, *rest = items_of(found)
    blocks = items_of(object_of(next(iter(rest), None)).get("content"))
    calls = [one for one in map(object_of, blocks) if one.get("type") == "tool_use"]
    called: JsonObject = {**calls[0], "id": "toolu_of_user"} if calls else {}
    return [words, *rest, {"role": "user", "content": [called]}] if calls else found


def _has_call_of_user(body: JsonObject) -> bool:
    messages = map(object_of, items_of(body.get("messages")))
    said = (one.get("content") for one in messages if one.get("role") == "user")
    blocks = (object_of(block) for content in said for block in items_of(content))
    return any(one.get("type") == "tool_use" for one in blocks)


def _silent(found: Json) -> Json:
    first = items_of(found)[:1]
    return [*first, {"role": "assistant", "content": ""}, *first]


def _unversioned(request: Request) -> Request:
    kept = tuple(pair for pair in request.headers if pair[0].lower() != _VERSION)
    return replace(request, headers=kept)


def _is_unversioned(request: Request) -> bool:
    if not path_of(request.url).endswith("/messages") or not request.headers:
        return False
    named = any(name.lower() == _VERSION for name, _ in request.headers)
    return not named and not in_body(lambda body: _IN_BODY in body)(request)


def _marks(body: JsonObject) -> int:
    listed = [*items_of(body.get("tools")), *items_of(body.get("system")), *blocks_of(body)]
    return sum(object_of(one).get("cache_control") is not None for one in listed)


def _has_blank_stop(body: JsonObject) -> bool:
    words = items_of(body.get("stop_sequences"))
    return any(isinstance(word, str) and not word.strip() for word in words)


def _has_unread_image(body: JsonObject) -> bool:
    sources = [
        object_of(one.get("source")) for one in blocks_of(body) if one.get("type") == "image"
    ]
    kinds = [one.get("media_type") for one in sources if one.get("type") == "base64"]
    return any(isinstance(kind, str) and kind not in _IMAGES for kind in kinds)


def _has_empty_message(body: JsonObject) -> bool:
    messages = [*messages_of(body)][:-1]
    return any(one.get("content") in ("", []) for one in messages)


KNOWN_REFUSALS: Final = (
    cut_json(
        said="The request body is not valid JSON: ... (invalid_request_error)",
        source="https://github.com/okik25/claude-code/issues/37",
    ),
    unknown_model(
        said="model: claude-3-5-haiku (not_found_error)",
        source=(
            "vicentereig/dspy.rb spec/vcr_cassettes/json_benchmark_anthropic_tool_use.yml"
            "@f61669b5785fb2d49ef208f3b026aa12c2fef5c1 #0"
        ),
    ),
    KnownRefusal(
        id="no_version",
        what="no header anthropic-version",
        wrong=_unversioned,
        is_wrong=_is_unversioned,
        said="anthropic-version: header is required",
        source="https://github.com/yrvelez/claudeR/pull/1",
    ),
    refused(
        # `auto` and `none` are taken without tools (probed there on 2026-09-29).
        "choice_without_tools",
        "a tool_choice of type any and no tools",
        then(ALONE, dropped((), "tools"), put(("tool_choice",), {"type": "any"})),
        topic=Topic.TOOLS,
        said="tool_choice.any may only be specified while providing tools",
        source="https://github.com/aakshintala/fiber/issues/132",
        is_wrong=lambda body: not body.get("tools") and is_forced(body),
    ),
    *THINKING,
    refused(
        "empty_text",
        "an empty text block",
        _saying({"type": "text", "text": ""}),
        said="messages: text content blocks must be non-empty",
        source="https://github.com/anthropics/claude-code/issues/59812",
        is_wrong=lambda body: any(
            one.get("type") == "text" and one.get("text") == "" for one in blocks_of(body)
        ),
    ),
    refused(
        "empty_message",
        "a message without content that is not the last one",
        changed(("messages",), _silent),
        said="messages.0: all messages must have non-empty content except for the optional "
        "final assistant message",
        source="https://github.com/crewAIInc/crewAI/issues/4427",
        is_wrong=_has_empty_message,
    ),
    refused(
        "cache_marks",
        "five blocks with cache_control",
        put(("system",), [{"type": "text", "text": word, **_MARK} for word in "ABCDE"]),
        said="A maximum of 4 blocks with cache_control may be provided. Found 5.",
        source="https://github.com/tghamm/Anthropic.SDK/issues/50",
        is_wrong=lambda body: _marks(body) > _MOST_MARKS,
    ),
    refused(
        "media_type",
        "an image of a media type that is none of the four",
        _saying(
            {
                "type": "image",
                "source": {"type": "base64", "media_type": "image/bmp", "data": "Qk0="},
            }
        ),
        said="image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', "
        "'image/gif' or 'image/webp'",
        source="https://github.com/anthropics/claude-code/issues/3073",
        is_wrong=_has_unread_image,
    ),
    refused(
        "response_format",
        "response_format, which is a member of Chat Completions",
        put(("response_format",), {"type": "json_object"}),
        said="response_format: Extra inputs are not permitted",
        source="https://github.com/amrit110/oli/issues/7",
        is_wrong=lambda body: body.get("response_format") is not None,
        loses=True,
    ),
    refused(
        "message_name",
        "a message with a name, as Chat Completions has it",
        put(("messages", 0, "name"), "ann"),
        said="messages.0.name: Extra inputs are not permitted",
        source="https://github.com/microsoft/autogen/issues/3034",
        is_wrong=lambda body: any("name" in one for one in messages_of(body)),
    ),
    refused(
        "call_index",
        "a tool_use block with the index that it had in a stream",
        put((*_CALL, "index"), 0),
        topic=Topic.ROUND,
        said="messages.1.content.1.tool_use.index: Extra inputs are not permitted",
        source="https://github.com/langchain-ai/langchain/issues/31208",
        is_wrong=lambda body: any(
            one.get("type") == "tool_use" and "index" in one for one in blocks_of(body)
        ),
    ),
    refused(
        "temperature",
        "a temperature of 2",
        put(("temperature",), 2),
        said="Ranges from 0.0 to 1.0 (temperature: range: 0..1)",
        source="https://platform.claude.com/docs/en/api/messages",
        is_wrong=outside("temperature", 0, 1),
    ),
    refused(
        "blank_stop",
        "a stop sequence of white space alone",
        put(("stop_sequences",), ["\n"]),
        said="stop_sequences: each stop sequence must contain non-whitespace",
        source="mdegans/misanthropic misanthropic/test/data/stop/whitespace_stop.error.json"
        "@14d4805b97502dc8f9ae7d65a643b61ddd72ea94 #0",
        is_wrong=_has_blank_stop,
    ),
    refused(
        "call_id",
        "an id of a call with a colon and a stop in it",
        then(put((*_CALL, "id"), _FOREIGN_ID), put((*_RESULTS, 0, "tool_use_id"), _FOREIGN_ID)),
        topic=Topic.ROUND,
        said="messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
        source="https://github.com/farion1231/cc-switch/issues/1181",
    ),
    refused(
        "orphan_beside",
        "a result that no call has beside one that a call has",
        appended(("messages", -1, "content"), _ORPHAN),
        topic=Topic.ROUND,
        said="unexpected `tool_use_id` found in `tool_result` blocks",
        source="https://github.com/anthropics/claude-code/issues/13460",
        loses=True,
    ),
    refused(
        "two_results",
        "two results of one call",
        again(_RESULTS),
        topic=Topic.ROUND,
        said="messages.2.content.2: each tool_use must have a single result. Found multiple `tool_result` blocks "
        "with id: toolu_...",
        source="https://github.com/vercel/eve/pull/1246",
        loses=True,
    ),
    refused(
        "result_of_assistant",
        "a result in a message of the assistant",
        put(("messages", 2, "role"), "assistant"),
        topic=Topic.ROUND,
        said="`tool_result` blocks can only be in `user` messages",
        source="https://github.com/tghamm/Anthropic.SDK/issues/128",
    ),
    refused(
        "call_of_user",
        "a call in a message of the user",
        changed(("messages",), _with_call_of_user),
        topic=Topic.ROUND,
        said="messages.0: `tool_use` blocks can only be in `assistant` messages",
        source="https://github.com/microsoft/agent-framework/issues/4328",
        is_wrong=_has_call_of_user,
    ),
    refused(
        "tool_role",
        "a result as Chat Completions has it, a message of the role tool",
        changed(("messages", 2), _as_message),
        topic=Topic.ROUND,
        said='messages: Unexpected role "tool". Allowed roles are "user" or "assistant".',
        source="https://github.com/mark3labs/mcphost/issues/36",
        loses=True,
    ),
    refused(
        "long_name",
        "a tool with a name of 129 characters",
        put(("tools", 0, "name"), "get_weather_" + "x" * 117),
        topic=Topic.TOOLS,
        said="tools.18.custom.name: String should have at most 128 characters",
        source="https://github.com/anthropics/claude-code/issues/96152",
        is_wrong=_has_long_name,
    ),
    refused(
        "openai_tool",
        "a tool as Chat Completions has it",
        then(
            alone(("tools",)),
            changed(("tools", 0), lambda tool: {"type": "function", "function": tool}),
        ),
        topic=Topic.TOOLS,
        said="tools.0: Input tag 'function' found using 'type' does not match any of the expected tags",
        source="https://github.com/dirac-run/dirac/issues/57",
        is_wrong=lambda body: any(
            object_of(tool).get("type") == "function" for tool in items_of(body.get("tools"))
        ),
        loses=True,
    ),
    refused(
        "fewer_results",
        "two calls in the history, and the result of one",
        again(("messages", 1, "content"), id="toolu_unanswered"),
        topic=Topic.ROUND,
        said="`tool_use` ids were found without `tool_result` blocks immediately after: toolu_...",
        source="https://github.com/anthropics/claude-code/issues/1237",
        loses=True,
    ),
    refused(
        "words_before_results",
        "words before the results in a message",
        prepended(_RESULTS, {"type": "text", "text": "Here it is."}),
        topic=Topic.ROUND,
        said="tool_result blocks come first in the content array; any text comes after all of them (400)",
        source="https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
    ),
    refused(
        "top_union",
        "a schema with anyOf at its top level",
        put((*_SCHEMA, "anyOf"), [{"required": ["location"]}, {"required": ["unit"]}]),
        topic=Topic.TOOLS,
        said="input_schema does not support oneOf, allOf, or anyOf at the top level",
        source="https://github.com/anthropics/claude-code/issues/5973",
    ),
    refused(
        # As an empty map is written by PHP.
        "listed_properties",
        "a schema whose properties are a list",
        then(put((*_SCHEMA, "properties"), []), put((*_SCHEMA, "required"), [])),
        topic=Topic.TOOLS,
        said="input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12",
        source="https://github.com/anthropics/claude-code/issues/86664",
    ),
)
