"""Members of a request of Cohere's v2 that change nothing.

Not `safety_mode`: its document says that it cannot be set beside tools.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects.neutral import END, NeutralMembers, member

NEUTRAL: Final = NeutralMembers(
    members=(
        member("temperature", value=0.3),
        member("max_tokens", value=1024),
        member("p", value=0.75),
        member("k", value=0),
        member("seed", value=42),
        member("frequency_penalty", value=0),
        member("presence_penalty", value=0),
        member("stop_sequences", value=[END]),
        member("strict_tools", value=False),
    ),
    source="https://docs.cohere.com/reference/chat",
    read="2026-11-28",
)
