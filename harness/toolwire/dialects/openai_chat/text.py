"""Text and reasoning of a message, whether a string or a list of parts."""

from __future__ import annotations

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject

#: Members that carry reasoning beside `content`, in order of preference (vLLM renamed the
#: first to the second; some servers send both).
REASONING = ("reasoning_content", "reasoning")


def text_of(content: Json) -> str | None:
    """Return the text of a `content` member; None when it has no text part."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return None
    texts = [text for part in content if (text := _part_text(part)) is not None]
    return "".join(texts) if texts else None


def _part_text(part: Json) -> str | None:
    if isinstance(part, str):
        return part
    members = object_of(part)
    text = members.get("text")
    return text if isinstance(text, str) and members.get("type", "text") == "text" else None


def thinking_of(content: Json) -> str | None:
    """Return the text of the `thinking` parts of a content list (Mistral); None if none."""
    if not isinstance(content, list):
        return None
    texts = [
        text
        for part in content
        if isinstance(part, dict) and part.get("type") == "thinking"
        if (text := text_of(part.get("thinking"))) is not None
    ]
    return "".join(texts) if texts else None


def reasoning_of(message: JsonObject) -> str | None:
    """Return the reasoning of a message, kept apart from its text; None when there is none."""
    for member in REASONING:
        value = message.get(member)
        if isinstance(value, str):
            return value
    return thinking_of(message.get("content"))
