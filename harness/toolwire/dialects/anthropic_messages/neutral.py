"""Members of a Messages request that change nothing.

Of ../shared/corpus and corpus2 Anthropic took `cache_control` in a system prompt 258 times and on a
tool 207, `strict: false` 41, `metadata.user_id` 29, `stop_sequences` 24 and a schema without
`properties` 12 times (2026-11-28). Claude Code writes a later message of the system behind the first of the user
since 2.1.154 (https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages: from Opus 4.8
on), and the SDKs' `beta.messages` have `?beta=true` behind the address.
"""

from __future__ import annotations

import re
from typing import Final

from toolwire.dialects.neutral import END, NeutralMembers, member

#: Models from Claude 4 on: of sampling they take one member at most, some none.
_ONE_AT_MOST: Final = re.compile("claude-[a-z]+-")

NEUTRAL: Final = NeutralMembers(
    members=(
        member(
            "system",
            value=[
                {
                    "type": "text",
                    "text": "Do as you are told.",
                    "cache_control": {"type": "ephemeral"},
                }
            ],
        ),
        member("tools", "*", "cache_control", value={"type": "ephemeral"}),
        member("temperature", value=1),
        member("metadata", value={"user_id": "user-1"}),
        member("tool_choice", value={"type": "auto", "disable_parallel_tool_use": False}),
        member("stop_sequences", value=[END]),
        member("tools", "*", "strict", value=False),
        member("tools", "*", "type", value="custom"),
        member(
            "tools",
            "+no properties",
            value={
                "name": "list_cities",
                "description": "Cities that are known.",
                "input_schema": {"type": "object"},
            },
        ),
        member("thinking", value={"type": "disabled"}),
        member("top_p", value=0.95, unless=_ONE_AT_MOST),
        member("top_k", value=40, unless=_ONE_AT_MOST),
    ),
    latest=(
        member("messages", "+system", value={"role": "system", "content": "Do as you are told."}),
    ),
    queries=("beta=true",),
    source="https://platform.claude.com/docs/en/api/messages/create",
    read="2026-11-28",
)
