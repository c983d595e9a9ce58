"""Tools that the service runs: parts of code and its result, offered by any tool but functions.

Source: google-genai 3.4.0 `types.py`, `Part` and `Tool`, read 2026-11-23.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.served import ServedTools
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject

_USES: Final = frozenset({"codeExecutionResult", "executableCode"})
_OF_CLIENTS: Final = frozenset({"functionDeclarations", "function_declarations"})
#: A tool with functions of its own, `click_at` and others, which the client runs.
_NAMELESS: Final = frozenset({"computerUse", "computer_use"})


def _used(document: JsonObject) -> Iterator[str]:
    for number, candidate in enumerate(items_of(document.get("candidates"))):
        content = object_of(object_of(candidate).get("content"))
        for place, part in enumerate(items_of(content.get("parts"))):
            if _USES & object_of(part).keys():
                yield f"/candidates/{number}/content/parts/{place}"


def _offered(body: JsonObject) -> bool:
    tools = map(object_of, items_of(body.get("tools")))
    cached = body.get("cachedContent") or body.get("cached_content")
    return bool(cached) or any(tool.keys() - _OF_CLIENTS for tool in tools)


def _nameless(body: JsonObject) -> bool:
    return any(_NAMELESS & object_of(tool).keys() for tool in items_of(body.get("tools")))


SERVED: Final = ServedTools(used=_used, offered=_offered, nameless=_nameless)
