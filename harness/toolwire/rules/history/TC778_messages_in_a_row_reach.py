"""TC778: messages-in-a-row-reach."""

from __future__ import annotations

from typing import Final

from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.lines_of_before import (
    LinePlace,
    here_alone_of,
    repeated_of,
    repeating,
)

#: Formats whose vendors take two messages of the user in a row.
_IN_A_ROW: Final = (
    "anthropic-messages",
    "gemini-generate",
    "ollama-chat",
    "openai-chat",
    "openai-responses",
)

RULE = Rule(
    id="TC778",
    name="messages-in-a-row-reach",
    severity=dict.fromkeys(_IN_A_ROW, Severity.WARNING),
    statement=(
        "Of two messages of the user in a row the first reaches the model, too: asked to repeat a "
        "line of it and a line of the question itself, a reply that has a word of the second has "
        "one of the first, each of which stands nowhere else in the request. A model may leave it "
        "out; a run in which every such reply does, and no reply has any word of it, is the "
        "server's doing."
    ),
    why=(
        "Templates that want user and assistant by turns have servers put messages together, or "
        "keep the last alone: then what an application put before the question, a document or its "
        "context, is gone."
    ),
    breaks="applications that send a document or context as a message of its own before the question",
    workaround="Put both into one message.",
    source=Source(
        "docs",
        "Anthropic, Messages: consecutive user or assistant turns in your request will be combined into a single turn",
        "https://platform.claude.com/docs/en/api/messages",
        "2026-11-29",
    ),
    check=repeated_of(
        LinePlace.ROW,
        "The answer has no word of the message directly before the question, of which it was to repeat a line.",
    ),
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    variance=repeating(
        "replies that repeat a line of the question and were to repeat one of the message before it",
        LinePlace.ROW,
    ),
    mutations=mutations_for("line_in_a_row", here_alone_of(LinePlace.ROW)),
)
