"""What the SDKs say whose vendors speak Chat Completions: OpenAI, Mistral, Groq."""

from __future__ import annotations

from typing import Final

from tests.sdks.vocabulary import Vocabulary, each

__all__ = ["CHAT", "TOGETHER"]

_SPEC: Final = "spec.openai.official"
_AZURE: Final = "spec.openai.azure-preview"
_CHAT: Final = "openai.types.chat"
_MISTRAL: Final = "mistralai.client.models"
_GROQ: Final = "groq.types.chat"
_DEEPSEEK: Final = "DeepSeek's API documentation"
_ZAI: Final = "docs.bigmodel.cn, asynchronous results, and Z.ai's clients"
_XIAOMI: Final = "clients of Xiaomi's MiMo"
#: Whose word for an end others of its formats have, too.
TOGETHER: Final = "together 3.1.1, which is not installed here"
_CHAT_CHOICE: Final = "schema:/$defs/tool_choice/anyOf"
_CHAT_MESSAGE: Final = "/$defs/request_message/allOf"
_CHAT_PARTS: Final = (
    f"{_CHAT}:ChatCompletionContentPartParam#type",
    f"{_MISTRAL}:ContentChunkTypedDict#type",
    f"{_GROQ}:ChatCompletionContentPartParam#type",
)

CHAT: Final = (
    Vocabulary(
        "openai-chat",
        "finish reasons",
        (
            "rules.stop.TC405_finish_enum:_WORDS",
            "schema:/$defs/chunk_choice/properties/finish_reason",
            "schema:/$defs/response_choice/properties/finish_reason",
        ),
        (
            f"{_CHAT}.chat_completion:Choice.finish_reason",
            f"{_CHAT}.chat_completion_chunk:Choice.finish_reason",
            f"{_MISTRAL}:ChatCompletionChoiceFinishReason",
            f"{_MISTRAL}:CompletionResponseStreamChoiceFinishReason",
            f"{_GROQ}.chat_completion:Choice.finish_reason",
            f"{_SPEC}:CreateChatCompletionResponse.choices.finish_reason",
            f"{_SPEC}:CreateChatCompletionStreamResponse.choices.finish_reason",
            f"{_AZURE}:createChatCompletionResponse.choices.finish_reason",
        ),
        older={
            **each(_DEEPSEEK, "aborted insufficient_system_resource"),
            **each(_XIAOMI, "repetition_truncation"),
            **each(TOGETHER, "eos"),
            **each(_ZAI, "model_context_window_exceeded network_error sensitive"),
        },
    ),
    Vocabulary(
        "openai-chat",
        "what finish reasons mean",
        ("dialect:stops",),
        (
            f"{_CHAT}.chat_completion:Choice.finish_reason",
            f"{_MISTRAL}:ChatCompletionChoiceFinishReason",
            f"{_SPEC}:CreateChatCompletionResponse.choices.finish_reason",
        ),
        older={
            **each(_DEEPSEEK, "aborted insufficient_system_resource"),
            **each(_XIAOMI, "repetition_truncation"),
            **each(TOGETHER, "eos"),
            **each(_ZAI, "model_context_window_exceeded network_error sensitive"),
        },
    ),
    Vocabulary(
        "openai-chat",
        "roles of a history",
        ("wire:request.roles.known", "schema:/$defs/request_message/properties/role"),
        (
            f"{_CHAT}:ChatCompletionMessageParam#role",
            f"{_MISTRAL}:InstructRequestMessageTypedDict#role",
            f"{_GROQ}:ChatCompletionMessageParam#role",
            f"{_SPEC}:ChatCompletionRequestMessage#role",
            f"{_AZURE}:chatCompletionRequestMessage.role",
        ),
    ),
    Vocabulary(
        "openai-chat",
        "roles of a reply",
        ("schema:/$defs/delta/properties/role",),
        (f"{_CHAT}.chat_completion_chunk:ChoiceDelta.role",),
    ),
    Vocabulary(
        "openai-chat",
        "role of a whole reply",
        ("schema:/$defs/response_message/properties/role",),
        (f"{_CHAT}:ChatCompletionMessage.role",),
    ),
    Vocabulary(
        "openai-chat",
        "objects",
        ("schema:/$defs/response/properties/object + schema:/$defs/chunk/properties/object",),
        (f"{_CHAT}:ChatCompletion.object", f"{_CHAT}:ChatCompletionChunk.object"),
        older={"chat.multi_completion": "Mistral, recorded in 2026-05; its SDK has a bare string"},
    ),
    Vocabulary(
        "openai-chat",
        "words of a tool choice",
        ("wire:request.choice_words", f"{_CHAT_CHOICE}/0"),
        (
            f"{_CHAT}:ChatCompletionToolChoiceOptionParam",
            f"{_MISTRAL}:ToolChoiceEnum",
            f"{_GROQ}:ChatCompletionToolChoiceOptionParam",
            f"{_SPEC}:ChatCompletionToolChoiceOption",
        ),
    ),
    Vocabulary(
        "openai-chat",
        "objects of a tool choice",
        (f"schema:/$defs/named/properties/type + {_CHAT_CHOICE}/2/properties/type",),
        (
            f"{_CHAT}:ChatCompletionToolChoiceOptionParam#type",
            f"{_GROQ}:ChatCompletionToolChoiceOptionParam#type",
            f"{_SPEC}:ChatCompletionToolChoiceOption#type",
        ),
    ),
    Vocabulary(
        "openai-chat",
        "modes of allowed tools",
        (f"{_CHAT_CHOICE}/2/properties/allowed_tools/properties/mode",),
        (f"{_CHAT}:ChatCompletionAllowedToolsParam.mode",),
    ),
    Vocabulary(
        "openai-chat",
        "words of the older choice",
        ("schema:/$defs/request/properties/function_call/anyOf/0",),
        (f"{_CHAT}.completion_create_params:FunctionCall",),
    ),
    Vocabulary(
        "openai-chat",
        "tools",
        ("schema:/$defs/tool/properties/type",),
        (
            f"{_CHAT}:ChatCompletionToolUnionParam#type",
            f"{_MISTRAL}:ChatCompletionRequestToolTypedDict#type",
            f"{_GROQ}:ChatCompletionToolParam#type",
            f"{_SPEC}:CreateChatCompletionRequest.tools#type",
        ),
    ),
    Vocabulary(
        "openai-chat",
        "calls",
        ("schema:/$defs/tool_call/properties/type", "schema:/$defs/piece/properties/type"),
        (
            f"{_CHAT}:ChatCompletionMessageToolCallUnion#type",
            f"{_CHAT}.chat_completion_chunk:ChoiceDeltaToolCall.type",
            f"{_SPEC}:ChatCompletionMessageToolCalls#type",
        ),
    ),
    Vocabulary(
        "openai-chat",
        "parts of the user's messages",
        (f"schema:{_CHAT_MESSAGE}/1/then/properties/content/anyOf/1/items/properties/type",),
        (*_CHAT_PARTS, f"{_SPEC}:ChatCompletionRequestUserMessageContentPart#type"),
    ),
    Vocabulary(
        "openai-chat",
        "parts of the assistant's messages",
        (f"schema:{_CHAT_MESSAGE}/2/then/properties/content/anyOf/1/items/properties/type",),
        (
            f"{_CHAT}:ChatCompletionAssistantMessageParam.content#type",
            f"{_MISTRAL}:ContentChunkTypedDict#type",
            f"{_SPEC}:ChatCompletionRequestAssistantMessageContentPart#type",
        ),
    ),
    Vocabulary(
        "openai-chat",
        "parts of results and of the system's messages",
        ("schema:/$defs/content/anyOf/1/items/properties/type",),
        (
            f"{_CHAT}:ChatCompletionToolMessageParam.content#type",
            f"{_CHAT}:ChatCompletionSystemMessageParam.content#type",
            f"{_MISTRAL}:ContentChunkTypedDict#type",
        ),
    ),
)
