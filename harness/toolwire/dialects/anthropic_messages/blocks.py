"""The content blocks there are, and what each is to a client.

Source: anthropic 2.12.0 `types/content_block.py`, `types/content_block_param.py` and those of
`types/beta`, and Anthropic's OpenAPI of 2026-05-31 (`mid_conv_system`), read 2026-11-23. `nox -s
vocabularies` compares them. A type that is not here is of a later version: the versioning policy
asks clients to pass over it, so it is no call.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final


class BlockKind(Enum):
    """What a block is to a client."""

    CALL = "asks the client to run a tool"
    RESULT = "is the client's answer to a call"
    TEXT = "is said, or given to be read"
    THINKING = "is thought"
    GIVEN = "is what a client gives to be read besides text"
    SERVED = "is the server's own: a tool that it runs, what that returned, or a note of its"


#: Type of a block -> what it is.
BLOCKS: Final[Mapping[str, BlockKind]] = {
    "text": BlockKind.TEXT,
    "thinking": BlockKind.THINKING,
    "tool_result": BlockKind.RESULT,
    "tool_use": BlockKind.CALL,
    **dict.fromkeys(("document", "image", "mid_conv_system", "search_result"), BlockKind.GIVEN),
    **dict.fromkeys(
        (
            "advisor_tool_result",
            "bash_code_execution_tool_result",
            "code_execution_tool_result",
            "compaction",
            "container_upload",
            "fallback",
            "mcp_tool_listing",
            "mcp_tool_result",
            "mcp_tool_use",
            "redacted_thinking",
            "server_tool_use",
            "text_editor_code_execution_tool_result",
            "tool_addition",
            "tool_removal",
            "tool_search_tool_result",
            "web_fetch_tool_result",
            "web_search_tool_result",
        ),
        BlockKind.SERVED,
    ),
}


def kind_of(block: Mapping[str, object]) -> BlockKind | None:
    """Return what a block is; None for one of a type that is not known."""
    kind = block.get("type")
    return BLOCKS.get(kind) if isinstance(kind, str) else None
