"""Members of a Messages request that change nothing.

Of ../shared/corpus and corpus2 Anthropic took `cache_control` in a system prompt 258 times, on a
tool 207, on a result some hundred times and on a call 2 (2026-12-01; qwen-code, pull request 4121:
the page on prompt caching lists results among what can be marked, and in a loop of tools the last
block is one; claude-code-proxy, pull request 37: Claude Code marks calls and results), `strict: false` 41, `metadata.user_id` 29, `stop_sequences` 24 and a schema without
`properties` 12 times (2026-11-28). Claude Code writes a later message of the system behind the
first of the user since 2.1.154
(https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages: from Opus
4.8 on), and the SDKs' `beta.messages` have `?beta=true` behind the address. What `verify` asks says
`2023-06-01`, which takes a temperature; anthropic-python says the version after it with each
request since 2.0.0 (2026-10-21). Each request of Claude Code names what it tries in
`anthropic-beta`; the first two names are the same in all recordings (of 10, answered), and gateways
have to pass them on (https://code.claude.com/docs/en/llm-gateway).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from toolwire.dialects.neutral import END, NeutralMembers, member
from toolwire.model.conversation import Json, JsonObject

#: Models from Claude 4 on: of sampling they take one member at most, some none.
_ONE_AT_MOST: Final = re.compile("claude-[a-z]+-")

_CACHED: Final[JsonObject] = {"type": "ephemeral"}
#: Claude Code describes its tools in up to ten thousand characters; the vendor names no limit, OpenAI 1,024.
_AT_LENGTH: Final = (
    "Cities near another. " + "One line for each city, with its name and its zone. " * 40
)


def _cached(content: Json) -> Json:
    """Return the words of a message as a block that is to be kept, as Claude Code writes the last."""
    if not isinstance(content, str):
        return content
    return [{"type": "text", "text": content, "cache_control": _CACHED}]


def _cached_blocks(kind: str) -> Callable[[Json], Json]:
    """Make a change of a message's blocks that has those of a kind be kept, as agents write the last."""

    def change(content: Json) -> Json:
        if not isinstance(content, list):
            return content
        return [
            {**block, "cache_control": _CACHED}
            if isinstance(block, dict) and block.get("type") == kind
            else block
            for block in content
        ]

    return change


NEUTRAL: Final = NeutralMembers(
    members=(
        member(
            "system",
            value=[
                {
                    "type": "text",
                    "text": "Do as you are told.",
                    "cache_control": _CACHED,
                }
            ],
        ),
        member("tools", "*", "cache_control", value=_CACHED),
        member("messages", "*", "content", change=_cached, said="of a block with cache_control"),
        member("temperature", value=1),
        member("metadata", value={"user_id": "user-1"}),
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
        member(
            "tools",
            "+a long description",
            value={
                "name": "list_near_cities",
                "description": _AT_LENGTH,
                "input_schema": {"type": "object", "properties": {}},
            },
        ),
        member("thinking", value={"type": "disabled"}),
        member("top_k", value=40, unless=_ONE_AT_MOST),
    ),
    others=(
        member("tools", "*", "cache_control", value={**_CACHED, "ttl": "1h"}, said="of an hour"),
        # Not beside a temperature: models from Claude 4 on refuse both, also behind a gateway that
        # gives them a name of its own.
        member("top_p", value=0.95, unless=_ONE_AT_MOST),
    ),
    latest=(
        member("thinking", value={"type": "adaptive"}, said="as adaptive"),
        member("messages", "+system", value={"role": "system", "content": "Do as you are told."}),
    ),
    queries=("beta=true",),
    headers=(
        ("anthropic-version", "2026-10-21"),
        ("anthropic-beta", "claude-code-20250219,interleaved-thinking-2025-05-14"),
    ),
    alone=(member("tools", value=[], said="as an empty list"),),
    called=("/tools/*/type",),
    returned=tuple(
        member(
            *("messages", "*", "content"),
            change=_cached_blocks(kind),
            said=f"of a {kind} with cache_control",
        )
        for kind in ("tool_result", "tool_use")
    ),
    source="https://platform.claude.com/docs/en/api/messages/create",
    read="2026-12-01",
)
