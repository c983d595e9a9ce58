"""Members of a request of completions that change nothing."""

from __future__ import annotations

from typing import Final

from toolwire.dialects.neutral import NeutralMembers, member

NEUTRAL: Final = NeutralMembers(
    members=(
        member("temperature", value=1),
        member("top_p", value=1),
        member("seed", value=42),
        member("n", value=1),
        member("presence_penalty", value=0),
        member("frequency_penalty", value=0),
        member("echo", value=False),
        member("user", value="user-1"),
    ),
    source="https://platform.openai.com/docs/api-reference/completions/create",
    read="2026-11-28",
    # Its tools are words of the prompt.
    unasked=frozenset({"untold_parameters", "open_parameters"}),
)
