"""A request whose system prompt is told by a message of the developer.

Codex tells what it is in `instructions`, and what it may do in such a message before the user's words. Where a
system prompt is a message itself, the developer's stands in its place, as OpenAI's newer models want it.
"""

from __future__ import annotations

from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.rules.mutate.other_form import FORMS
from toolwire.rules.mutate.probe_edit import in_dialect

#: Whose words they are.
ROLE: Final = "developer"
#: Whose message is the developer's then.
SYSTEM: Final = "system"
#: Where the system prompt stands that the message is beside, and what that says then.
_MEMBER: Final = "instructions"
_OTHERS: Final = "Be as brief as you can."


@in_dialect
def told_by_developer(name: str, body: JsonObject) -> None:
    """Have the developer tell the system prompt; beside other words of the system, where these have
    a place of their own.
    """
    messages = [one for one in map(object_of, _history(name, body)) if one.get("role") == SYSTEM]
    for message in messages:
        message["role"] = ROLE
    if messages:
        return
    other = FORMS["developer_message"].applied(body, (_MEMBER,))
    if other is None:
        raise ToolwireError(f"no developer says anything beside a system prompt in {name}")
    told = object_of(other)
    body.clear()
    body.update({**told, _MEMBER: _OTHERS})


def _history(name: str, body: JsonObject) -> list[Json]:
    form = load_dialect(name).wire.request
    return [] if form is None or form.parts is None else items_of(body.get(form.parts.history))


def tells(message: Json, line: str) -> bool:
    """Return whether a message is the developer's and has a line."""
    members = object_of(message)
    content = members.get("content")
    parts = [content] if isinstance(content, str) else map(_text, items_of(content))
    return members.get("role") == ROLE and any(line in one for one in parts)


def _text(part: Json) -> str:
    text = object_of(part).get("text")
    return text if isinstance(text, str) else ""
