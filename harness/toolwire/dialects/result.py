"""Tool results in formats that have text for them and no flag for a failed tool.

There `{"error": text}` is the usual way to say that the tool failed.
"""

from __future__ import annotations

from typing import Final

from toolwire.io.json_text import JsonError, dump, object_of, parse
from toolwire.model.conversation import Json, ToolResult

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


def _failure(content: str) -> str | None:
    try:
        members = object_of(parse(content))
        error = members.get("error")
        text = error if isinstance(error, str) else dump(error).decode()
    except JsonError:
        return None
    return text if members.keys() == {"error"} else None
