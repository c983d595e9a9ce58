"""What Google's SDK says."""

from __future__ import annotations

from typing import Final

from tests.sdks.vocabulary import Vocabulary, each

__all__ = ["GEMINI"]

_SPEC: Final = "spec.gemini.official"
_VERTEX: Final = "spec.vertex.official"
_GOOGLE: Final = "google.genai.types"
_INT_ENUM: Final = "google-genai reads enumerations without regard to case"
_NO_MEANING: Final = "has no neutral meaning: the answer goes on, or nothing is said"

GEMINI: Final = (
    Vocabulary(
        "gemini-generate",
        "finish reasons",
        ("wire:stop_words.words",),
        (
            f"{_GOOGLE}:FinishReason",
            f"{_SPEC}:Candidate.finishReason",
            f"{_VERTEX}:GoogleCloudAiplatformV1Candidate.finishReason",
        ),
    ),
    Vocabulary(
        "gemini-generate",
        "why a prompt is blocked",
        ("wire:stop_words.blocked",),
        (
            f"{_GOOGLE}:BlockedReason",
            f"{_SPEC}:PromptFeedback.blockReason",
            f"{_VERTEX}:GoogleCloudAiplatformV1GenerateContentResponsePromptFeedback.blockReason",
        ),
    ),
    Vocabulary(
        "gemini-generate",
        "modes of a tool choice",
        ("wire:request.choice_words",),
        (
            f"{_GOOGLE}:FunctionCallingConfigMode",
            f"{_SPEC}:FunctionCallingConfig.mode",
            f"{_VERTEX}:GoogleCloudAiplatformV1FunctionCallingConfig.mode",
        ),
    ),
    Vocabulary(
        "gemini-generate",
        "modes of a tool choice in a request",
        ("schema:/$defs/functionCallingConfig/properties/mode",),
        (
            f"{_GOOGLE}:FunctionCallingConfigMode",
            f"{_SPEC}:FunctionCallingConfig.mode",
            f"{_VERTEX}:GoogleCloudAiplatformV1FunctionCallingConfig.mode",
        ),
        older=each(_INT_ENUM, "mode_unspecified auto any none validated"),
    ),
    Vocabulary(
        "gemini-generate",
        "types of a schema",
        ("schema:/$defs/schema/properties/type",),
        (
            f"{_GOOGLE}:Type",
            f"{_GOOGLE}:JSONSchemaType",
            f"{_SPEC}:Schema.type",
            f"{_VERTEX}:GoogleCloudAiplatformV1Schema.type",
        ),
    ),
    Vocabulary(
        "gemini-generate",
        "what finish reasons mean",
        ("dialect:stops",),
        (
            f"{_GOOGLE}:FinishReason",
            f"{_SPEC}:Candidate.finishReason",
            f"{_VERTEX}:GoogleCloudAiplatformV1Candidate.finishReason",
        ),
        unread=each(_NO_MEANING, "CONTINUATION FINISH_REASON_UNSPECIFIED"),
    ),
    Vocabulary(
        "gemini-generate",
        "parts of an answer",
        ("schema:/$defs/response_part{}", "schema:/$defs/chunk_part{}"),
        (
            f"{_GOOGLE}:Part{{}}",
            f"{_SPEC}:Part{{}}",
            f"{_VERTEX}:GoogleCloudAiplatformV1Part{{}}",
        ),
    ),
    Vocabulary(
        "gemini-generate",
        "parts of a content",
        ("schema:/$defs/request_part{}",),
        (
            f"{_GOOGLE}:Part{{}}",
            f"{_SPEC}:Part{{}}",
            f"{_VERTEX}:GoogleCloudAiplatformV1Part{{}}",
        ),
        older=each(
            "the names in Google's own protocol buffers, which the service takes too",
            "code_execution_result executable_code file_data function_call function_response",
            "inline_data media_resolution part_metadata thought_signature tool_call",
            "tool_response video_metadata",
        ),
    ),
)
