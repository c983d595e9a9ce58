"""What may differ in an answer of Cohere's Chat v2 so that no client notices."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.benign import BenignForm

BENIGN: Final = BenignForm(
    closed=(),
    unsaid=("/delta/message/citations",),
    nulls=(),
    added={
        "/message/citations": [],
        "/logprobs": None,
        "/usage/cached_tokens": 0,
    },
    floats=(
        "/usage/billed_units/input_tokens",
        "/usage/billed_units/output_tokens",
        "/usage/tokens/input_tokens",
        "/usage/tokens/output_tokens",
        "/delta/usage/billed_units/input_tokens",
        "/delta/usage/billed_units/output_tokens",
        "/delta/usage/tokens/input_tokens",
        "/delta/usage/tokens/output_tokens",
    ),
    ids=(
        "call_{}",
        "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9{}",
        "abcdEFG{}",
    ),
    events=(("debug", {"type": "debug", "prompt": ""}),),
    noticed={},
)
