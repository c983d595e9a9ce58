"""What Cohere's SDK says of its two generations."""

from __future__ import annotations

from typing import Final

from tests.sdks.vocabulary import Vocabulary, each

__all__ = ["COHERE"]

_SPEC: Final = "spec.cohere.official"
_CHAT_TURN: Final = "schema:/$defs/chunk/allOf"

COHERE: Final = (
    Vocabulary(
        "cohere-v2",
        "finish reasons",
        ("wire:stop_words.words", "schema:/$defs/finish_reason"),
        (
            "cohere:ChatFinishReason",
            f"{_SPEC}:ChatFinishReason",
        ),
    ),
    Vocabulary(
        "cohere-v2",
        "what stop reasons mean",
        ("dialect:stops",),
        (
            "cohere:ChatFinishReason",
            f"{_SPEC}:ChatFinishReason",
        ),
    ),
    Vocabulary(
        "cohere-v2",
        "events",
        ("dialects.cohere_v2.stream:_EVENTS.handlers",),
        (
            "cohere:V2ChatStreamResponse#type",
            f"{_SPEC}:StreamedChatResponseV2#type",
        ),
        unread={
            **each("the end of a part says nothing of its own", "citation-end content-end"),
            **each("the end of a call says nothing of its own", "tool-call-end"),
            **each("the prompt as the model got it", "debug"),
        },
    ),
    Vocabulary(
        "cohere-v2",
        "types of events",
        ("schema:/$defs/chunk/properties/type",),
        (
            "cohere:V2ChatStreamResponse#type",
            f"{_SPEC}:StreamedChatResponseV2#type",
        ),
    ),
    Vocabulary(
        "cohere-v2",
        "roles of a history",
        ("wire:request.roles.known", "schema:/$defs/request_message/properties/role"),
        (
            "cohere:ChatMessageV2#role",
            f"{_SPEC}:ChatMessageV2#role",
        ),
    ),
    Vocabulary(
        "cohere-v2",
        "role of a reply",
        (
            "schema:/$defs/response_message/properties/role",
            f"{_CHAT_TURN}/0/then/properties/delta/properties/message/properties/role",
        ),
        ("cohere:AssistantMessageResponse.role",),
    ),
    Vocabulary(
        "cohere-v2",
        "tool choices",
        ("wire:request.choice_words", "schema:/$defs/request/properties/tool_choice"),
        ("cohere:V2ChatRequestToolChoice", "cohere:V2ChatStreamRequestToolChoice"),
    ),
    Vocabulary(
        "cohere-v2",
        "tools",
        ("schema:/$defs/tool/properties/type",),
        ("cohere:ToolV2.type",),
    ),
    Vocabulary(
        "cohere-v2",
        "calls",
        ("schema:/$defs/tool_call/properties/type",),
        ("cohere:ToolCallV2.type",),
    ),
    Vocabulary(
        "cohere-v2",
        "parts of the assistant's messages",
        ("schema:/$defs/assistant_part/properties/type",),
        ("cohere:AssistantMessageV2Content#type",),
    ),
    Vocabulary(
        "cohere-v2",
        "parts of a reply",
        ("schema:/$defs/part/properties/type",),
        (
            "cohere.types:AssistantMessageResponseContentItem#type",
            "cohere.types:ChatContentStartEventDeltaMessageContentType",
        ),
    ),
    Vocabulary(
        "cohere-v2",
        "parts of the system's messages",
        ("schema:/$defs/text_part/properties/type",),
        ("cohere:SystemMessageV2Content#type",),
    ),
    Vocabulary(
        "cohere-v2",
        "parts of the user's messages",
        ("schema:/$defs/user_part/properties/type",),
        ("cohere:UserMessageV2Content#type",),
    ),
    Vocabulary(
        "cohere-v2",
        "parts of results",
        ("schema:/$defs/tool_part/properties/type",),
        ("cohere:ToolMessageV2Content#type",),
    ),
    Vocabulary(
        "cohere-v2",
        "sources of a citation",
        ("schema:/$defs/source/properties/type",),
        ("cohere:Source#type",),
    ),
    Vocabulary(
        "cohere-v2",
        "what a citation is of",
        ("schema:/$defs/citations/properties/type",),
        ("cohere:CitationType",),
    ),
    Vocabulary(
        "cohere-v1",
        "finish reasons",
        ("wire:stop_words.words", "schema:/$defs/finish_reason"),
        (
            "cohere:FinishReason",
            f"{_SPEC}:FinishReason",
        ),
    ),
    Vocabulary(
        "cohere-v1",
        "what stop reasons mean",
        ("dialect:stops",),
        (
            "cohere:FinishReason",
            f"{_SPEC}:FinishReason",
        ),
    ),
    Vocabulary(
        "cohere-v1",
        "what a citation is of",
        ("schema:/$defs/citations/items/properties/type",),
        ("cohere:ChatCitationType",),
    ),
    Vocabulary(
        "cohere-v1",
        "finish reasons of a stream",
        (f"{_CHAT_TURN}/4/then/properties/finish_reason",),
        ("cohere:ChatStreamEndEventFinishReason",),
    ),
    Vocabulary(
        "cohere-v1",
        "events",
        ("dialects.cohere_v1.stream:_EVENTS.handlers",),
        (
            "cohere:StreamedChatResponse#event_type",
            f"{_SPEC}:StreamedChatResponse#event_type",
        ),
        unread={
            **each(
                "sources, which are no part of a reply",
                "citation-generation search-queries-generation search-results",
            ),
            **each("the prompt as the model got it", "debug"),
        },
    ),
    Vocabulary(
        "cohere-v1",
        "types of events",
        ("schema:/$defs/chunk/properties/event_type",),
        (
            "cohere:StreamedChatResponse#event_type",
            f"{_SPEC}:StreamedChatResponse#event_type",
        ),
    ),
    Vocabulary(
        "cohere-v1",
        "roles of a history",
        ("wire:request.roles.known", "schema:/$defs/message/properties/role"),
        (
            "cohere:Message#role",
            f"{_SPEC}:Message#role",
        ),
    ),
)
