"""Rules about histories: what their calls and results carry, and where these have to stand.

OpenAI's and Anthropic's servers, and those that follow them, read a history strictly: they
refuse the whole request when a call has no result or a result answers nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from toolwire.dialects.sent import HistoryPart, HistoryStep
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.observation import Severity
from toolwire.rules.mutate.edit import put
from toolwire.rules.rule import Violation


def with_value(path: tuple[str | int, ...], new: Json) -> Callable[[JsonObject], None]:
    """Put a value at a path."""
    return lambda value: put(value, path, new)


RESPONSE: Final[tuple[str | int, ...]] = (
    "contents",
    2,
    "parts",
    0,
    "functionResponse",
    "response",
)

TEXT: Final = '{"location":"Paris","days":2}'


#: Where Gemini's thought signatures are documented.
SIGNATURES = "https://ai.google.dev/gemini-api/docs/thought-signatures"


def cut(name: Json) -> Json:
    """Return a name at most 200 characters long, null for what is none."""
    return name[:200] if isinstance(name, str) else None


Change = Callable[[JsonObject], None]


def renamed(path: tuple[str | int, ...], name: str = "get_wether") -> Change:
    """Put another name at a path."""
    return lambda value: put(value, path, name)


#: Families of models that think unless told not to -> what an Anthropic-shaped endpoint of
#: theirs does without their blocks: refuse, or answer with less.
ELSEWHERE: Final = (
    ("deepseek-", None),
    ("kimi-k2", None),
    ("minimax-", Severity.INFO),
)


#: Models of Anthropic that think only where the request says so. Those since Claude 5 think unless told not to
#: (platform.claude.com, models/sonnet-5/migration-guide and models/sonnet-5-5/migration-guide, read 2026-11-28).
THINKS_WHEN_ASKED: Final = re.compile(
    r"claude-(?:[1-4](?![0-9])|instant|(?:opus|sonnet|haiku)-4(?![0-9]))", re.ASCII
)


def thinking_blocks(step: HistoryStep) -> list[JsonObject]:
    """Return the content blocks of an assistant's turn."""
    return [object_of(block) for block in items_of(step.value.get("content"))]


PAIRED = ("anthropic-messages", "bedrock-converse", "openai-chat", "cohere-v2")


def unasked(result: HistoryPart, severity: Severity | None = None) -> Violation:
    """Return the breach of a result that answers no call."""
    message = "The result answers no call of the turn before it."
    return Violation(result.pointer, message, "the id of a call", shown(result.id), severity)


def shown(known: str | None) -> str:
    """Return an id as a finding shows it."""
    return "absent" if known is None else known[:200]


def messages(value: JsonObject) -> list[Json]:
    """Return the messages of a request body."""
    return items_of(value["messages"])
