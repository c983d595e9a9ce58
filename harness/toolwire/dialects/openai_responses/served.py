"""Tools that the server runs: items of their own, offered by any type but those of clients' tools.

Source: openai 3.54.0 `types/responses/response_output_item.py` and `tool.py`, read 2026-11-23.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.served import ServedTools
from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject

#: Items of tools that no client runs.
_USES: Final = frozenset(
    {
        "code_interpreter_call",
        "file_search_call",
        "image_generation_call",
        "mcp_call",
        "mcp_list_tools",
        "web_search_call",
    }
)
_OF_CLIENTS: Final = frozenset({"custom", "function"})
#: Members of a request that bring tools, or refer to what may: a history, a stored prompt, an agent of
#: Foundry's (azure-ai-projects 2.10.0, `agent_reference`, and `agent` before).
_ELSEWHERE: Final = (
    "agent",
    "agent_reference",
    "conversation",
    "plugins",
    "previous_response_id",
    "prompt",
    "search_parameters",
)


def _kind(item: Json) -> str | None:
    return string_of(object_of(item).get("type"))


def _is_served(item: Json) -> bool:
    return _kind(item) in _USES


def _used(document: JsonObject) -> Iterator[str]:
    if "item" in document and _is_served(document["item"]):
        yield "/item"
    if "output" in document:
        for place, item in enumerate(items_of(document["output"])):
            if _is_served(item):
                yield f"/output/{place}"


def _offered(body: JsonObject) -> bool:
    kinds = {_kind(tool) for tool in items_of(body.get("tools"))}
    told = {_kind(item) for item in items_of(body.get("input"))}
    elsewhere = any(body.get(name) for name in _ELSEWHERE)
    return bool(kinds - _OF_CLIENTS) or elsewhere or "additional_tools" in told


SERVED: Final = ServedTools(used=_used, offered=_offered)
