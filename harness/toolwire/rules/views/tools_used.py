"""What a reply has instead of the calls that were demanded: built-in tools used, or a refusal.

A required choice is kept by these too: OpenAI's `required` and Anthropic's `any` mean one or
more of the tools, whoever runs them. Told by the form of the parts, not by a list of tools:
each new one is another `..._call` item (Responses) or `..._tool_use` block (Anthropic).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import JsonError, items_of, object_of, parse, string_of
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import Reading
from toolwire.rules.views.chat import parts

#: How the type of an item or block ends that a tool made; `mcp_approval_request` asks to run one, and so
#: does Foundry's `oauth_consent_request`.
_ENDINGS: Final = ("_call", "tool_use", "_approval_request", "_consent_request")
#: Items that are the use of a tool and end otherwise: a program that calls tools (openai 3.57.0,
#: types/responses/response_output_item.py).
_PROGRAM: Final = "program"
#: Members of parts without a type that say as much (Gemini, Converse).
_MEMBERS: Final = frozenset({"executableCode", "toolCall", "toolUse"})
#: A part or member that may refuse; `null` does not.
_REFUSES: Final = re.compile(rb'"refusal"(?!\s*:\s*null)')


def uses_other_tools(reading: Reading) -> bool:
    """Return whether a reply has calls of tools besides those that the client has to run."""
    return any(_is_use(part) for part in _parts(reading))


def is_of_a_vendor(item: JsonObject) -> bool:
    """Return whether the type of an item says that it is a vendor's own, and none of the format's.

    OpenRouter's are `openrouter:image_generation` and others, with members of its own spelling
    (openrouter 1.3.84, OutputItems).
    """
    return ":" in (string_of(item.get("type")) or "")


def is_declined(reading: Reading) -> bool:
    """Return whether a reply is a refusal, which comes instead of what was asked for (OpenAI).

    One without words is none: servers send an empty text where nothing was refused.
    """
    if any(isinstance(part.message, dict) and _words(part.message) for part in parts(reading)):
        return True
    # Parsed only where some part may be one: most messages say no more than `"refusal": null`.
    if _REFUSES.search(reading.reply.echo or b"") is None:
        return False
    contents = (items_of(part.get("content")) for part in _parts(reading))
    held = (object_of(piece).get("type") for content in contents for piece in content)
    return any(kind == "refusal" for kind in held)


def _words(message: JsonObject) -> str | None:
    return string_of(message.get("refusal"))


def _parts(reading: Reading) -> Iterator[JsonObject]:
    echo = reading.reply.echo
    if echo is None:
        return
    try:
        value = parse(echo)
    except JsonError:
        return
    message = object_of(value)
    held = value if isinstance(value, list) else message.get("content", message.get("parts"))
    yield from map(object_of, items_of(held))


def _is_use(part: JsonObject) -> bool:
    kind = string_of(part.get("type")) or ""
    return kind == _PROGRAM or kind.endswith(_ENDINGS) or not _MEMBERS.isdisjoint(part)
