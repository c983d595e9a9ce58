"""What Anthropic refuses in Messages though the request type has no word for it, or `verify` has none for what it has."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.anthropic_messages.wrong_bodies import (
    alone,
    answered_half,
    blocks,
    empty_message,
    has_blank_stop,
    has_empty_message,
    has_unread_image,
    in_schema,
    in_turn,
    is_forced,
    is_hot,
    is_over_budget,
    is_thinking,
    is_unversioned,
    marks,
    named_message,
    orphan,
    renamed,
    saying,
    unversioned,
    without_tools,
)
from toolwire.dialects.known_refusal import (
    KnownRefusal,
    cut_json,
    in_body,
    of_body,
    unknown_model,
)
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject

_READ: Final = "2026-11-29"
_THINKING: Final = "https://platform.claude.com/docs/en/build-with-claude/extended-thinking"
_MOST_MARKS: Final = 4
_MARK: Final[JsonObject] = {"cache_control": {"type": "ephemeral"}}

KNOWN_REFUSALS: Final = (
    cut_json(
        said="The request body is not valid JSON: ... (invalid_request_error)",
        source="https://github.com/okik25/claude-code/issues/37",
        read=_READ,
    ),
    unknown_model(
        said="model: claude-3-5-haiku (not_found_error)",
        source=(
            "vicentereig/dspy.rb spec/vcr_cassettes/json_benchmark_anthropic_tool_use.yml"
            "@f61669b5785fb2d49ef208f3b026aa12c2fef5c1 #0"
        ),
        read=_READ,
    ),
    KnownRefusal(
        id="no_version",
        what="no header anthropic-version",
        wrong=unversioned,
        is_wrong=is_unversioned,
        said="anthropic-version: header is required",
        source="https://github.com/yrvelez/claudeR/pull/1",
        read=_READ,
    ),
    KnownRefusal(
        # `auto` and `none` are taken without tools (probed there on 2026-09-29).
        id="choice_without_tools",
        what="a tool_choice of type any and no tools",
        wrong=of_body(without_tools),
        is_wrong=in_body(lambda body: not body.get("tools") and is_forced(body)),
        said="tool_choice.any may only be specified while providing tools",
        source="https://github.com/aakshintala/fiber/issues/132",
        read=_READ,
    ),
    KnownRefusal(
        id="forced_thinking",
        what="extended thinking and a tool choice that forces a call",
        wrong=of_body(
            lambda body: alone(
                body,
                max_tokens=2048,
                thinking={"type": "enabled", "budget_tokens": 1024},
                tool_choice={"type": "any"},
            )
        ),
        is_wrong=in_body(lambda body: is_thinking(body) and is_forced(body)),
        said="Thinking may not be enabled when tool_choice forces tool use.",
        source="https://github.com/mastra-ai/mastra/issues/7507",
        read=_READ,
    ),
    KnownRefusal(
        id="thinking_budget",
        what="a thinking budget as large as max_tokens",
        wrong=of_body(
            lambda body: alone(
                body, max_tokens=1024, thinking={"type": "enabled", "budget_tokens": 1024}
            )
        ),
        is_wrong=is_over_budget,
        said="budget_tokens must be set to a value less than max_tokens",
        source=_THINKING,
        read=_READ,
    ),
    KnownRefusal(
        id="small_budget",
        what="a thinking budget of less than 1024 tokens",
        wrong=of_body(
            lambda body: alone(
                body, max_tokens=1024, thinking={"type": "enabled", "budget_tokens": 512}
            )
        ),
        is_wrong=None,
        said="thinking.enabled.budget_tokens: Input should be greater than or equal to 1024",
        source="https://github.com/themaximalist/llm.js/issues/30",
        read=_READ,
    ),
    KnownRefusal(
        id="thinking_temperature",
        what="extended thinking and a temperature other than 1",
        wrong=of_body(
            lambda body: alone(
                body,
                max_tokens=2048,
                thinking={"type": "enabled", "budget_tokens": 1024},
                temperature=0.5,
            )
        ),
        is_wrong=None,
        said="`temperature` may only be set to 1 when thinking is enabled.",
        source=(
            "Dicklesworthstone/pi_agent_rust tests/fixtures/vcr/"
            "anthropic_thinking_with_tool_calls.json@acc7bc810a876631049fd6c01bb4d5f8869c4b51 #0"
        ),
        read=_READ,
    ),
    KnownRefusal(
        id="empty_text",
        what="an empty text block",
        wrong=of_body(saying({"type": "text", "text": ""})),
        is_wrong=in_body(
            lambda body: any(
                one.get("type") == "text" and one.get("text") == "" for one in blocks(body)
            )
        ),
        said="messages: text content blocks must be non-empty",
        source="https://github.com/anthropics/claude-code/issues/59812",
        read=_READ,
    ),
    KnownRefusal(
        id="empty_message",
        what="a message without content that is not the last one",
        wrong=of_body(empty_message),
        is_wrong=in_body(has_empty_message),
        said=(
            "messages.0: all messages must have non-empty content except for the optional "
            "final assistant message"
        ),
        source="https://github.com/crewAIInc/crewAI/issues/4427",
        read=_READ,
    ),
    KnownRefusal(
        id="cache_marks",
        what="five blocks with cache_control",
        wrong=of_body(
            lambda body: {
                **body,
                "system": [{"type": "text", "text": word, **_MARK} for word in "ABCDE"],
            }
        ),
        is_wrong=in_body(lambda body: marks(body) > _MOST_MARKS),
        said="A maximum of 4 blocks with cache_control may be provided. Found 5.",
        source="https://github.com/tghamm/Anthropic.SDK/issues/50",
        read=_READ,
    ),
    KnownRefusal(
        id="media_type",
        what="an image of a media type that is none of the four",
        wrong=of_body(
            saying(
                {
                    "type": "image",
                    "source": {"type": "base64", "media_type": "image/bmp", "data": "Qk0="},
                }
            )
        ),
        is_wrong=in_body(has_unread_image),
        said=(
            "image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', "
            "'image/gif' or 'image/webp'"
        ),
        source="https://github.com/anthropics/claude-code/issues/3073",
        read=_READ,
    ),
    KnownRefusal(
        id="response_format",
        loses=True,
        what="response_format, which is a member of Chat Completions",
        wrong=of_body(lambda body: {**body, "response_format": {"type": "json_object"}}),
        is_wrong=in_body(lambda body: body.get("response_format") is not None),
        said="response_format: Extra inputs are not permitted",
        source="https://github.com/amrit110/oli/issues/7",
        read=_READ,
    ),
    KnownRefusal(
        id="message_name",
        what="a message with a name, as Chat Completions has it",
        wrong=of_body(named_message),
        is_wrong=in_body(
            lambda body: any("name" in object_of(one) for one in items_of(body.get("messages")))
        ),
        said="messages.0.name: Extra inputs are not permitted",
        source="https://github.com/microsoft/autogen/issues/3034",
        read=_READ,
    ),
    KnownRefusal(
        id="call_index",
        what="a tool_use block with the index that it had in a stream",
        wrong=of_body(in_turn(1, index=0)),
        is_wrong=in_body(
            lambda body: any(
                one.get("type") == "tool_use" and "index" in one for one in blocks(body)
            )
        ),
        said="messages.1.content.1.tool_use.index: Extra inputs are not permitted",
        source="https://github.com/langchain-ai/langchain/issues/31208",
        read=_READ,
    ),
    KnownRefusal(
        id="temperature",
        what="a temperature of 2",
        wrong=of_body(lambda body: {**body, "temperature": 2}),
        is_wrong=in_body(is_hot),
        said="Ranges from 0.0 to 1.0 (temperature: range: 0..1)",
        source="https://platform.claude.com/docs/en/api/messages",
        read=_READ,
    ),
    KnownRefusal(
        id="blank_stop",
        what="a stop sequence of white space alone",
        wrong=of_body(lambda body: {**body, "stop_sequences": ["\n"]}),
        is_wrong=in_body(has_blank_stop),
        said="stop_sequences: each stop sequence must contain non-whitespace",
        source=(
            "mdegans/misanthropic misanthropic/test/data/stop/whitespace_stop.error.json"
            "@14d4805b97502dc8f9ae7d65a643b61ddd72ea94 #0"
        ),
        read=_READ,
    ),
    KnownRefusal(
        id="call_id",
        what="an id of a call with a colon and a stop in it",
        wrong=of_body(renamed),
        is_wrong=None,
        said="messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
        source="https://github.com/farion1231/cc-switch/issues/1181",
        read=_READ,
    ),
    KnownRefusal(
        id="orphan_beside",
        loses=True,
        what="a result that no call has beside one that a call has",
        wrong=of_body(orphan),
        is_wrong=None,
        said="unexpected `tool_use_id` found in `tool_result` blocks",
        source="https://github.com/anthropics/claude-code/issues/13460",
        read=_READ,
    ),
    KnownRefusal(
        id="fewer_results",
        loses=True,
        what="two calls in the history, and the result of one",
        wrong=of_body(answered_half),
        is_wrong=None,
        said="`tool_use` ids were found without `tool_result` blocks immediately after: toolu_...",
        source="https://github.com/anthropics/claude-code/issues/1237",
        read=_READ,
    ),
    KnownRefusal(
        id="words_before_results",
        what="words before the results in a message",
        wrong=of_body(in_turn(2, before={"type": "text", "text": "Here it is."})),
        is_wrong=None,
        said="tool_result blocks come first in the content array; any text comes after all of them (400)",
        source=("https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls"),
        read=_READ,
    ),
    KnownRefusal(
        id="top_union",
        what="a schema with anyOf at its top level",
        wrong=of_body(in_schema(anyOf=[{"required": ["location"]}, {"required": ["unit"]}])),
        is_wrong=None,
        said="input_schema does not support oneOf, allOf, or anyOf at the top level",
        source="https://github.com/anthropics/claude-code/issues/5973",
        read=_READ,
    ),
    KnownRefusal(
        # As an empty map is written by PHP.
        id="listed_properties",
        what="a schema whose properties are a list",
        wrong=of_body(in_schema(properties=[], required=[])),
        is_wrong=None,
        said="input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12",
        source="https://github.com/anthropics/claude-code/issues/86664",
        read=_READ,
    ),
)
