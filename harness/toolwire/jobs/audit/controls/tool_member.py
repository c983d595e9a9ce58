"""Refusals of what a tool has or lacks, which are none of tools."""

from __future__ import annotations

import re
from typing import Final

#: A member of one tool, as errors name it: `tools[0].strict`, `tools.0.custom.name`, `["body",
#: "tools", 0, "strict"]`.
_OF_A_TOOL: Final = re.compile(
    rb"""tools(?:[.\[/]\d{1,4}\]?[./]|\\?["'], ?\d{1,4}, ?\\?["'])[a-z_]""", re.IGNORECASE
)


def of_a_tool(body: bytes, words: str) -> bool:
    """Return whether a refusal is of what a tool has or lacks, so that the server has read the tools.

    It takes tools then, in another form than the format's, which is its fault. One that says that something is
    not supported has none, wherever it points.

    Args:
        body: of the refusal. Hostile.
        words: what it says.
    """
    return _OF_A_TOOL.search(body) is not None and "support" not in words.lower()
