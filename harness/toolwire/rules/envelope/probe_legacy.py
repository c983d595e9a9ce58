"""OpenAI's first form of tools, `functions`: honoured, or refused, and not mixed with the new."""

from __future__ import annotations

from typing import Final

from toolwire.rules.rule import Source

READ: Final = "2026-11-21"

SPEC: Final = Source(
    "spec",
    "openai 3.52.0 types: `functions` and `function_call`, deprecated, answered in "
    "message.function_call with finish_reason function_call",
    "https://developers.openai.com/api/docs/guides/function-calling",
    READ,
)
