"""What may differ in an answer of Ollama so that no client notices."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.benign import BenignForm

BENIGN: Final = BenignForm(
    closed=("/message/tool_calls/*/function/arguments/...",),
    unsaid=(
        "/total_duration",
        "/load_duration",
        "/prompt_eval_duration",
        "/eval_duration",
        "/message/tool_calls/*/function/index",
    ),
    nulls=(),
    added={"/logprobs": []},
    floats=(),
    ids=(
        "call_{}",
        "0b1c2d3e-4f50-6172-8394-a5b6c7d8e9{}",
        "abcdEFG{}",
    ),
    events=(
        (
            None,
            {
                "model": "reference-model",
                "created_at": "2026-11-21T00:00:00Z",
                "message": {"role": "assistant", "content": ""},
                "done": False,
            },
        ),
    ),
    noticed={"blank-lines-between": "ollama 0.6.3 parses every line, an empty one too, and raises"},
)
