"""Tools that the service runs: a use with a type of its own, offered as system tools.

Source: botocore 1.44.5 service model bedrock-runtime, `ToolUseBlock` and `SystemTool`, read 2026-11-23.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects.bedrock_converse.message import is_served
from toolwire.dialects.served import ServedTools
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject

#: Members of a request that bring tools of a model's own format, or refer to what may.
_ELSEWHERE: Final = ("additionalModelRequestFields", "promptVariables")


def _used(document: JsonObject) -> Iterator[str]:
    start = object_of(document.get("start"))
    if "toolResult" in start or is_served(object_of(start.get("toolUse"))):
        yield "/start"
    message = object_of(object_of(document.get("output")).get("message"))
    for place, block in enumerate(map(object_of, items_of(message.get("content")))):
        if "toolResult" in block or is_served(object_of(block.get("toolUse"))):
            yield f"/output/message/content/{place}"


def _offered(body: JsonObject) -> bool:
    tools = items_of(object_of(body.get("toolConfig")).get("tools"))
    own = any("systemTool" in object_of(tool) for tool in tools)
    return own or any(body.get(name) for name in _ELSEWHERE)


SERVED: Final = ServedTools(used=_used, offered=_offered)
