"""TC781: results-with-words-reach."""

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

#: Whose results are parts of messages of the user, in which words may stand as well.
_AMID_WORDS: Final = ("anthropic-messages", "bedrock-converse", "gemini-generate")

RULE = Rule(
    id="TC781",
    name="results-with-words-reach",
    severity=dict.fromkeys(_AMID_WORDS, Severity.WARNING),
    statement=(
        "A result in one message with words of the user reaches the model: asked in these to repeat "
        "a line of it and a line of the question itself, a reply that has a word of the second has "
        "one of the first, each of which stands nowhere else in the request. A model may leave it "
        "out; a run in which every such reply does, and no reply has any word of it, is the "
        "server's doing."
    ),
    why=(
        "A gateway that takes such a message for one of the user alone loses the result: the model "
        "calls the tool again, or makes up what it returned."
    ),
    breaks="coding assistants, which send reminders and what the user types meanwhile with the results",
    workaround="Send the words in the next message, behind an answer of the model.",
    source=Source(
        "docs",
        "Anthropic, handle tool calls: tool_result blocks come first in the content array, any text after all "
        "tool results",
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
        "2026-11-29",
    ),
    check=repeated_of(
        LinePlace.BESIDE,
        "The answer has no word of the result in one message with the question, which it was to repeat.",
    ),
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    variance=repeating(
        "replies that repeat a line of the question and were to repeat one of a result in its message",
        LinePlace.BESIDE,
    ),
    mutations=mutations_for("line_beside", here_alone_of(LinePlace.BESIDE)),
)
