"""What may differ in an answer whose calls are in words so that no client notices."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.benign import BenignForm

BENIGN: Final = BenignForm(
    closed=(),
    unsaid=(
        "/choices/*/logprobs",
        "/choices/*/message/annotations",
        "/choices/*/message/refusal",
        "/choices/*/delta/refusal",
        "/service_tier",
        "/system_fingerprint",
        "/usage/completion_tokens_details",
        "/usage/prompt_tokens_details",
    ),
    nulls=(
        "/choices/*/message/audio",
        "/service_tier",
        "/system_fingerprint",
        "/usage/completion_tokens_details",
        "/usage/prompt_tokens_details",
    ),
    added={
        "/choices/*/message/function_call": None,
        "/choices/*/delta/reasoning_content": None,
        "/choices/*/delta/tool_calls": None,
        "/choices/*/stop_reason": None,
    },
    floats=(),
    ids=(),
    events=(),
    noticed={},
)
