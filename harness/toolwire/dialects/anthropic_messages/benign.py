"""What may differ in an answer of Anthropic's Messages so that no client notices."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.benign import BenignForm

BENIGN: Final = BenignForm(
    closed=(
        "/content/*/input/...",
        "/content_block/input/...",
    ),
    unsaid=(
        "/stop_sequence",
        "/delta/stop_sequence",
        "/message/stop_sequence",
        "/usage/service_tier",
        "/message/usage/service_tier",
    ),
    nulls=(
        "/usage/cache_creation_input_tokens",
        "/usage/cache_read_input_tokens",
        "/usage/service_tier",
        "/usage/server_tool_use",
        "/container",
        "/delta/container",
    ),
    added={
        "/context_management": {"applied_edits": []},
        "/usage/cache_creation": {"ephemeral_5m_input_tokens": 0},
    },
    floats=(),
    ids=(
        "toolu_bdrk_01A4R9tA7URtuRruXjS4sD{}",
        "toolu_vrtx_01A4R9tA7URtuRruXjS4{}",
        "call_function_abcdefgh_{}",
        "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9{}",
        "toolu-{}",
    ),
    events=(
        ("ping", {"type": "ping"}),
        ("new_event", {"type": "new_event", "index": 0}),
    ),
    noticed={"byte-order-mark": "anthropic 2.12.0 takes it for part of the first event's name"},
)
