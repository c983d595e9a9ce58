"""Rules about the results in a history: one for each call, and where it has to stand.

OpenAI's and Anthropic's servers, and those that follow them, read a history strictly: they
refuse the whole request when a call has no result or a result answers nothing."""

from __future__ import annotations

from toolwire.dialects.sent import HistoryPart
from toolwire.io.json_text import items_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.observation import Severity
from toolwire.rules.rule import Violation
from toolwire.rules.views.dialect_paths import ANTHROPIC, BEDROCK, CHAT, COHERE_V2

PAIRED = (ANTHROPIC, BEDROCK, CHAT, COHERE_V2)

WORKAROUND = "Repair the history before it is sent: drop the result, or answer the call."


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
