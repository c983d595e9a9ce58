"""What may differ in an answer of OpenAI's Responses so that no client notices."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.benign import BenignForm


def _both(*places: str) -> tuple[str, ...]:
    """Return places of the whole response, where it is the body and where an event holds it."""
    return tuple(one for place in places for one in (place, f"/response{place}"))


BENIGN: Final = BenignForm(
    closed=_both("/tools/*/parameters/...", "/metadata/..."),
    unsaid=(
        *_both(
            "/background",
            "/completed_at",
            "/max_tool_calls",
            "/prompt_cache_key",
            "/safety_identifier",
            "/service_tier",
            "/top_logprobs",
            "/truncation",
            "/user",
            "/output/*/content/*/logprobs",
        ),
        "/item/content/*/logprobs",
        "/part/logprobs",
        "/logprobs",
    ),
    nulls=_both(
        "/max_tool_calls",
        "/prompt_cache_key",
        "/safety_identifier",
        "/service_tier",
        "/top_logprobs",
        "/truncation",
        "/user",
        "/prompt",
        "/conversation",
        "/billing",
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
