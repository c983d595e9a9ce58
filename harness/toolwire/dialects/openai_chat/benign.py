"""What may differ in an answer of Chat Completions so that no client notices."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.benign import BenignForm
from toolwire.dialects.openai_wire import NULLS, UNSAID

BENIGN: Final = BenignForm(
    closed=(),
    unsaid=UNSAID,
    nulls=NULLS,
    added={
        "/choices/*/message/function_call": None,
        "/choices/*/message/reasoning_content": None,
        "/choices/*/delta/reasoning_content": None,
        "/choices/*/delta/tool_calls": None,
        "/choices/*/delta/content": None,
        "/choices/*/delta/function_call": None,
        "/choices/*/stop_reason": None,
        "/prompt_logprobs": None,
    },
    floats=(),
    ids=(
        "chatcmpl-tool-8a7b6c5d4e3f2a1b0c9d8e7f{}",
        "abcdEFG{}",
        "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9{}",
        "toolu_01A4R9tA7URtuRruXjS4sD{}",
    ),
    events=(),
    noticed={},
)
