"""What may differ in an answer of Bedrock's Converse so that no client notices."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.benign import BenignForm

BENIGN: Final = BenignForm(
    closed=(
        "/output",
        "/output/message/content/*",
        "/output/message/content/*/toolUse/input/...",
        "/start",
        "/delta",
    ),
    unsaid=(),
    nulls=(
        "/additionalModelResponseFields",
        "/trace",
        "/performanceConfig",
    ),
    added={
        "/usage/cacheReadInputTokens": 0,
        "/usage/cacheWriteInputTokens": 0,
        "/performanceConfig": {"latency": "standard"},
    },
    floats=(),
    ids=(
        "toolu_bdrk_01A4R9tA7URtuRruXjS4sD{}",
        "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9{}",
        "call_{}",
        "functions-get_weather-{}",
    ),
    events=(("newEvent", {"x": 1}),),
    noticed={},
)
