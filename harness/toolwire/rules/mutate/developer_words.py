"""A request whose system prompt is told by a message of the developer.

Codex tells what it is in `instructions`, and what it may do in such a message before the user's words. Where a
system prompt is a message itself, the developer's stands in its place, as OpenAI's newer models want it. Claude Code
tells what is new in a message of the system behind the user's words, where the system prompt is none.
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
    """Have the developer tell the system prompt, or a later message of the system; beside other words of the
    system, where these have a place of their own.
    """
    if SYSTEM in body:
        later: JsonObject = {"role": SYSTEM, "content": body[SYSTEM]}
        _history(name, body).append(later)
        body[SYSTEM] = _OTHERS
        return
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


def told_later(name: str, body: JsonObject, line: str) -> bool:
    """Return whether a message of the developer has a line, or one of the system beside a system prompt."""
    roles = {ROLE, SYSTEM} if SYSTEM in body else {ROLE}
    said = [one for one in map(object_of, _history(name, body)) if one.get("role") in roles]
    return any(line in text for message in said for text in _texts(message.get("content")))


def _texts(content: Json) -> list[str]:
    return [content] if isinstance(content, str) else [_text(part) for part in items_of(content)]


def _text(part: Json) -> str:
    text = object_of(part).get("text")
    return text if isinstance(text, str) else ""
