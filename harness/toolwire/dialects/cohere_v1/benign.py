"""What may differ in an answer of Cohere's Chat v1 so that no client notices."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.benign import BenignForm

BENIGN: Final = BenignForm(
    closed=(
        "/tool_calls/*/parameters/...",
        "/chat_history/...",
        "/response/tool_calls/*/parameters/...",
        "/response/chat_history/...",
    ),
    unsaid=(
        "/meta/api_version",
        "/response/meta/api_version",
    ),
    nulls=(),
    added={
        "/citations": [],
        "/documents": [],
        "/search_results": [],
        "/search_queries": [],
        "/is_search_required": None,
    },
    floats=(
        "/meta/billed_units/input_tokens",
        "/meta/billed_units/output_tokens",
        "/meta/tokens/input_tokens",
        "/meta/tokens/output_tokens",
        "/response/meta/billed_units/input_tokens",
        "/response/meta/billed_units/output_tokens",
        "/response/meta/tokens/input_tokens",
        "/response/meta/tokens/output_tokens",
    ),
    ids=(),
    events=(),
    noticed={},
)
