"""Tool results in formats that have text for them and no flag for a failed tool.

There `{"error": text}` is the usual way to say that the tool failed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolwire.io.json_text import JsonError, dump, object_of, parse, string_of
from toolwire.model.conversation import Json, JsonObject, ToolResult

_FAILURE: Final = '{"error":'


def content_of(result: ToolResult) -> str:
    """Write a result as text; that of a failed tool becomes `{"error": text}`."""
    failure: Json = {"error": result.content}
    return dump(failure).decode() if result.error else result.content


def result_of(identity: str | None, name: str | None, content: str) -> ToolResult:
    """Read a result from its text; `{"error": ...}` alone is one of a failed tool."""
    failure = _failure(content) if content.startswith(_FAILURE) else None
    if failure is not None:
        return ToolResult(identity, name, failure, error=True)
    return ToolResult(identity, name, content)


def named_result(
    message: JsonObject, identity: str, content: str | None, names: Mapping[str, str | None]
) -> ToolResult:
    """Read a result whose id is in a member; its name is its call's where it has none.

    Args:
        message: the result.
        identity: the member.
        content: its text; None for none.
        names: names of the calls so far, by their ids.
    """
    known, name = string_of(message.get(identity)), string_of(message.get("name"))
    if name is None and known is not None:
        name = names.get(known)
    return result_of(known, name, content or "")


def _failure(content: str) -> str | None:
    try:
        members = object_of(parse(content))
        error = members.get("error")
        text = error if isinstance(error, str) else dump(error).decode()
    except JsonError:
        return None
    return text if members.keys() == {"error"} else None
