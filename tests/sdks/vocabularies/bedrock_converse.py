"""What botocore's model of Bedrock says of Converse."""

from __future__ import annotations

from typing import Final

from tests.sdks.vocabulary import Vocabulary, each

__all__ = ["BEDROCK"]

_AWS: Final = "botocore.bedrock-runtime"

BEDROCK: Final = (
    Vocabulary(
        "bedrock-converse",
        "stop reasons",
        ("wire:stop_words.words", "schema:/$defs/stopReason"),
        (f"{_AWS}:StopReason",),
    ),
    Vocabulary(
        "bedrock-converse",
        "what stop reasons mean",
        ("dialect:stops",),
        (f"{_AWS}:StopReason",),
    ),
    Vocabulary(
        "bedrock-converse",
        "roles of a history",
        (
            "wire:request.roles.known",
            "schema:/$defs/request/properties/messages/items/properties/role",
        ),
        (f"{_AWS}:ConversationRole",),
    ),
    Vocabulary(
        "bedrock-converse",
        "role of a reply",
        (
            "schema:/$defs/response/properties/output/properties/message/properties/role",
            "schema:/$defs/chunk/properties/role",
        ),
        (f"{_AWS}:ConversationRole",),
        unread=each("who asks does not answer", "system user"),
    ),
    Vocabulary(
        "bedrock-converse",
        "tool choices",
        ("wire:request.choice_words",),
        (f"{_AWS}:ToolChoice{{}}",),
    ),
    Vocabulary(
        "bedrock-converse",
        "tools",
        ("schema:/$defs/tool{}",),
        (f"{_AWS}:Tool{{}}",),
    ),
    Vocabulary(
        "bedrock-converse",
        "content blocks",
        ("schema:/$defs/request_block{}", "schema:/$defs/response_block{}"),
        (f"{_AWS}:ContentBlock{{}}",),
    ),
    Vocabulary(
        "bedrock-converse",
        "pieces of a block",
        ("schema:/$defs/chunk/properties/delta{}",),
        (f"{_AWS}:ContentBlockDelta{{}}",),
    ),
    Vocabulary(
        "bedrock-converse",
        "openings of a block",
        ("schema:/$defs/chunk/properties/start{}",),
        (f"{_AWS}:ContentBlockStart{{}}",),
        older=each("refused there: a block of text has no opening", "text"),
    ),
    Vocabulary(
        "bedrock-converse",
        "events",
        ("dialects.bedrock_converse.stream:_EVENTS.handlers",),
        (f"{_AWS}:ConverseStreamOutput{{}}",),
        unread={
            **each("the end of a block says nothing of its own", "contentBlockStop"),
            **each(
                "an error, which the framing tells from an event",
                "internalServerException modelStreamErrorException serviceUnavailableException",
                "throttlingException validationException",
            ),
        },
    ),
    Vocabulary(
        "bedrock-converse",
        "status of a result",
        (
            "schema:/$defs/chunk/properties/start/properties/toolResult/properties/status",
            "schema:/$defs/request_toolResult/properties/status",
            "schema:/$defs/response_toolResult/properties/status",
        ),
        (f"{_AWS}:ToolResultStatus",),
    ),
    Vocabulary(
        "bedrock-converse",
        "formats of images",
        (
            "schema:/$defs/chunk/properties/start/properties/image/properties/format",
            "schema:/$defs/request_image/properties/format",
            "schema:/$defs/response_image/properties/format",
        ),
        (f"{_AWS}:ImageFormat",),
    ),
    Vocabulary(
        "bedrock-converse",
        "formats of documents",
        ("schema:/$defs/format",),
        (f"{_AWS}:DocumentFormat",),
    ),
    Vocabulary(
        "bedrock-converse",
        "formats of videos",
        ("schema:/$defs/video/properties/format",),
        (f"{_AWS}:VideoFormat",),
    ),
    Vocabulary(
        "bedrock-converse",
        "kinds of cache points",
        ("schema:/$defs/cachePoint/properties/type",),
        (f"{_AWS}:CachePointType",),
    ),
    Vocabulary(
        "bedrock-converse",
        "how long is cached",
        (
            "schema:/$defs/cachePoint/properties/ttl",
            "schema:/$defs/usage/properties/cacheDetails/items/properties/ttl",
        ),
        (f"{_AWS}:CacheTTL",),
    ),
    Vocabulary(
        "bedrock-converse",
        "guarded texts",
        ("schema:/$defs/guardContent/properties/text/properties/qualifiers/items",),
        (f"{_AWS}:GuardrailConverseContentQualifier",),
    ),
    Vocabulary(
        "bedrock-converse",
        "guarded images",
        ("schema:/$defs/guardContent/properties/image/properties/format",),
        (f"{_AWS}:GuardrailConverseImageFormat",),
    ),
    Vocabulary(
        "bedrock-converse",
        "latency",
        ("schema:/$defs/performanceConfig/properties/latency",),
        (f"{_AWS}:PerformanceConfigLatency",),
    ),
    Vocabulary(
        "bedrock-converse",
        "service tiers",
        ("schema:/$defs/serviceTier/properties/type",),
        (f"{_AWS}:ServiceTierType",),
    ),
)
