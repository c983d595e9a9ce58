"""Tools that the server runs: blocks of their own, offered by a type with a date or as MCP servers.

A tool that says that code may call it brings the code tool along, without an entry of its own.

Source: anthropic 2.12.0 `types/beta/beta_content_block.py`, `beta_tool_union_param.py`, read 2026-11-23; of
`allowed_callers`: anthropic 2.14.0 `tests/lib/tools/test_runners.py` and its recordings, read 2026-11-29.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.anthropic_messages.tools import has_toolset, offered
from toolwire.dialects.served import ServedTools
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject

_USES: Final = frozenset({"server_tool_use", "mcp_tool_use"})
#: Members of a request that bring tools, or refer to what may.
_ELSEWHERE: Final = ("mcp_servers", "container", "fallbacks", "plugins")
#: The caller that is no tool of the server's: the model.
_MODEL: Final = "direct"


def _is_served(block: Json) -> bool:
    kind = object_of(block).get("type")
    return isinstance(kind, str) and (kind in _USES or kind.endswith("_tool_result"))


def _used(document: JsonObject) -> Iterator[str]:
    if document.get("type") == "content_block_start":
        if _is_served(document.get("content_block")):
            yield "/content_block"
        return
    if "content" in document:
        for place, block in enumerate(items_of(document["content"])):
            if _is_served(block):
                yield f"/content/{place}"


def _offered(body: JsonObject) -> bool:
    tools = [object_of(tool) for tool in offered(body)]
    kinds = {string_of(tool.get("type")) for tool in tools}
    callers = {string_of(one) for tool in tools for one in items_of(tool.get("allowed_callers"))}
    brought = (kinds - {None, "custom"}) | (callers - {None, _MODEL})
    return bool(brought) or any(body.get(name) for name in _ELSEWHERE)


SERVED: Final = ServedTools(used=_used, offered=_offered, nameless=has_toolset)
