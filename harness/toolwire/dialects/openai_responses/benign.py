"""What may differ in an answer of OpenAI's Responses so that no client notices."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.benign import BenignForm

BENIGN: Final = BenignForm(
    closed=(
        "/tools/*/parameters/...",
        "/response/tools/*/parameters/...",
        "/metadata/...",
        "/response/metadata/...",
    ),
    unsaid=(
        "/background",
        "/response/background",
        "/completed_at",
        "/response/completed_at",
        "/max_tool_calls",
        "/response/max_tool_calls",
        "/prompt_cache_key",
        "/response/prompt_cache_key",
        "/safety_identifier",
        "/response/safety_identifier",
        "/service_tier",
        "/response/service_tier",
        "/top_logprobs",
        "/response/top_logprobs",
        "/truncation",
        "/response/truncation",
        "/user",
        "/response/user",
        "/output/*/content/*/logprobs",
        "/response/output/*/content/*/logprobs",
        "/item/content/*/logprobs",
        "/part/logprobs",
        "/logprobs",
    ),
    nulls=(
        "/max_tool_calls",
        "/response/max_tool_calls",
        "/prompt_cache_key",
        "/response/prompt_cache_key",
        "/safety_identifier",
        "/response/safety_identifier",
        "/service_tier",
        "/response/service_tier",
        "/top_logprobs",
        "/response/top_logprobs",
        "/truncation",
        "/response/truncation",
        "/user",
        "/response/user",
        "/prompt",
        "/response/prompt",
        "/conversation",
        "/response/conversation",
        "/billing",
        "/response/billing",
    ),
    added={
        "/prompt_cache_retention": None,
        "/presence_penalty": 0.0,
        "/response/prompt_cache_retention": None,
        "/response/presence_penalty": 0.0,
    },
    floats=(),
    ids=(
        "chatcmpl-tool-8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c{}",
        "abcdEFG{}",
        "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9{}",
        "toolu_01A4R9tA7URtuRruXjS4sD{}",
    ),
    events=(),
    noticed={},
)
