"""Replies as the text a ChatML/Hermes model writes.

The form is that of Qwen 2.5 and Hermes 2 Pro: a call is a JSON object in `<tool_call>` tags, each
tag on a line of its own; thoughts stand before it in `<think>` tags (Qwen 3).
"""

from __future__ import annotations

from typing import Final

import msgspec

from servers.scripted_model.script import Call, Said
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json

#: Text of `chat_template.jinja` that a prompt has if, and only if, tools stand in it.
OFFERED: Final = "These functions can be called:"


def written(said: Said) -> str:
    """Return the text of one reply, without the token that ends it."""
    parts = [said.text, *(_call(call) for call in said.calls), said.closing]
    body = "\n".join(part for part in parts if part)
    return body if said.think is None else f"<think>\n{said.think}\n</think>\n\n{body}"


def spaced(value: Json) -> str:
    """Write JSON in one line with a space after each comma and colon, as such models do."""
    return msgspec.json.format(dump(value), indent=0).decode()


def _call(call: Call) -> str:
    given = call.arguments
    arguments = given if isinstance(given, str) else spaced(given)
    return f'<tool_call>\n{{"name": {spaced(call.name)}, "arguments": {arguments}}}\n</tool_call>'
