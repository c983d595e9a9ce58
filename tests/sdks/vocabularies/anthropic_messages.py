"""What Anthropic's SDK says, its beta types included."""

from __future__ import annotations

from typing import Final

from tests.sdks.vocabulary import Vocabulary, each

__all__ = ["ANTHROPIC"]

_SPEC: Final = "spec.anthropic.official"
_CLAUDE: Final = "anthropic.types"
_CLAUDE_BETA: Final = "anthropic.types.beta"
_NO_MEANING: Final = "has no neutral meaning: the answer goes on, or nothing is said"
_STREAM: Final = "dialects.anthropic_messages.stream"

ANTHROPIC: Final = (
    Vocabulary(
        "anthropic-messages",
        "stop reasons",
        (
            "wire:stop_words.words",
            "schema:/$defs/stop_reason",
            "schema:/$defs/response/properties/stop_reason",
        ),
        (
            f"{_CLAUDE}:StopReason",
            f"{_CLAUDE_BETA}:BetaStopReason",
            f"{_SPEC}:StopReason",
            f"{_SPEC}:BetaStopReason",
        ),
    ),
    Vocabulary(
        "anthropic-messages",
        "what stop reasons mean",
        ("dialect:stops",),
        (
            f"{_CLAUDE}:StopReason",
            f"{_CLAUDE_BETA}:BetaStopReason",
            f"{_SPEC}:StopReason",
            f"{_SPEC}:BetaStopReason",
        ),
        unread=each(_NO_MEANING, "compaction pause_turn"),
    ),
    Vocabulary(
        "anthropic-messages",
        "content blocks",
        ("dialects.anthropic_messages.blocks:BLOCKS",),
        (
            f"{_CLAUDE}:ContentBlock#type",
            f"{_CLAUDE}:ContentBlockParam#type",
            f"{_CLAUDE_BETA}:BetaContentBlock#type",
            f"{_CLAUDE_BETA}:BetaContentBlockParam#type",
            f"{_SPEC}:ContentBlock#type",
            f"{_SPEC}:BetaContentBlock#type",
            f"{_SPEC}:InputContentBlock#type",
            f"{_SPEC}:BetaInputContentBlock#type",
        ),
    ),
    Vocabulary(
        "anthropic-messages",
        "events",
        ("dialects.anthropic_messages.stream:_EVENTS.handlers",),
        (
            f"{_CLAUDE}:RawMessageStreamEvent#type",
            f"{_CLAUDE_BETA}:BetaRawMessageStreamEvent#type",
            f"{_SPEC}:MessageStreamEvent#type",
            f"{_SPEC}:BetaMessageStreamEvent#type",
        ),
        unread=each("the end of a block says nothing of its own", "content_block_stop"),
    ),
    Vocabulary(
        "anthropic-messages",
        "deltas of blocks",
        (f"{_STREAM}:_FRAGMENTS + {_STREAM}:_WHOLE + {_STREAM}:_LISTED",),
        (
            f"{_CLAUDE}:RawContentBlockDelta#type",
            f"{_CLAUDE_BETA}:BetaRawContentBlockDelta#type",
            f"{_SPEC}:ContentBlockDeltaEvent.delta#type",
            f"{_SPEC}:BetaContentBlockDeltaEvent.delta#type",
        ),
    ),
    Vocabulary(
        "anthropic-messages",
        "tool choices",
        (
            "wire:request.choice_words",
            "schema:/$defs/tool_choice/properties/type",
            "dialects.anthropic_messages.request:_MODES",
        ),
        (
            f"{_CLAUDE}:ToolChoiceParam#type",
            f"{_CLAUDE_BETA}:BetaToolChoiceParam#type",
            f"{_SPEC}:ToolChoice#type",
            f"{_SPEC}:BetaToolChoice#type",
        ),
    ),
    Vocabulary(
        "anthropic-messages",
        "roles of a history",
        ("wire:request.roles.known", "schema:/$defs/request_message/properties/role"),
        (
            f"{_CLAUDE}:MessageParam#role",
            f"{_CLAUDE_BETA}:BetaMessageParam#role",
            f"{_SPEC}:InputMessage.role",
            f"{_SPEC}:BetaInputMessage.role",
        ),
    ),
    Vocabulary(
        "anthropic-messages",
        "role of a reply",
        (
            "schema:/$defs/response/properties/role",
            "schema:/$defs/chunk_message/properties/role",
        ),
        (f"{_CLAUDE}:Message.role", f"{_CLAUDE_BETA}:BetaMessage.role"),
    ),
    Vocabulary(
        "anthropic-messages",
        "type of a reply",
        (
            "schema:/$defs/response/properties/type",
            "schema:/$defs/chunk_message/properties/type",
        ),
        (f"{_CLAUDE}:Message.type", f"{_CLAUDE_BETA}:BetaMessage.type"),
    ),
    Vocabulary(
        "anthropic-messages",
        "type of an error body",
        ("schema:/$defs/error/properties/type",),
        (
            f"{_CLAUDE}.shared:ErrorResponse.type",
            f"{_SPEC}:ErrorResponse.type",
            f"{_SPEC}:BetaErrorResponse.type",
        ),
    ),
    Vocabulary(
        "anthropic-messages",
        "type of a tool's schema",
        ("schema:/$defs/tool/then/properties/input_schema/properties/type",),
        (f"{_CLAUDE}.tool_param:InputSchemaTyped.type",),
    ),
    Vocabulary(
        "anthropic-messages",
        "tier of a service",
        ("schema:/$defs/usage/properties/service_tier",),
        (f"{_CLAUDE}:Usage.service_tier", f"{_CLAUDE_BETA}:BetaUsage.service_tier"),
    ),
)
