"""A request whose system prompt is told by a message of the developer, beside other words of the system.

Codex tells what it is in `instructions`, and what it may do in such a message before the user's words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import Json
from toolwire.model.exchange import Request
from toolwire.rules.mutate.other_form import FORMS

#: Whose words they are.
ROLE: Final = "developer"
#: Where the system prompt stands that the message is beside, and what that says then.
_MEMBER: Final = "instructions"
_OTHERS: Final = "Be as brief as you can."


def told_by_developer(request: Request) -> Request:
    """Return a request with its system prompt as a message; as it is where a format has no other place for one."""
    document = parse(request.body)
    other = FORMS["developer_message"].applied(document, (_MEMBER,))
    if other is None:
        return request
    return replace(request, body=dump({**object_of(other), _MEMBER: _OTHERS}))


def has_told(request: Request) -> bool:
    """Return whether a request is one that `told_by_developer` made."""
    return object_of(parse(request.body)).get(_MEMBER) == _OTHERS


def tells(message: Json, line: str) -> bool:
    """Return whether a message is the developer's and has a line."""
    members = object_of(message)
    content = members.get("content")
    parts = [content] if isinstance(content, str) else map(_text, items_of(content))
    return members.get("role") == ROLE and any(line in one for one in parts)


def _text(part: Json) -> str:
    text = object_of(part).get("text")
    return text if isinstance(text, str) else ""
