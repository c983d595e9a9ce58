"""TC779: system-parts-reach."""

from __future__ import annotations

from typing import Final

from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.words_in_parts import system_in_parts
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.line_forms import in_system_messages, otherwise
from toolwire.rules.views.lines_of_before import (
    LinePlace,
    here_alone_of,
    repeated_of,
    repeating,
)

#: Whose system prompt may be a list of text parts.
_IN_PARTS: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "cohere-v2",
    "gemini-generate",
    "openai-chat",
)
#: Several messages of the system are another matter (TC796).
_IN_ONE: Final = otherwise(in_system_messages)

RULE = Rule(
    id="TC779",
    name="system-parts-reach",
    severity=dict.fromkeys(_IN_PARTS, Severity.WARNING),
    statement=(
        "Each part of a system prompt reaches the model: asked to repeat a line that stands amid "
        "several parts of it and a line of the question itself, a reply that has a word of the "
        "second has one of the first, each of which stands nowhere else in the request. A model may "
        "leave it out; a run in which every such reply does is the server's doing."
    ),
    why=(
        "Coding assistants send their rules as several blocks. A gateway that reads a text alone, "
        "or the first block, loses them in silence, and one that counts what it was sent counts "
        "them too."
    ),
    breaks="Claude Code, whose system prompt is a list of blocks",
    workaround="Send one text.",
    source=Source(
        "docs",
        "Anthropic, Messages: system is a text or a list of text blocks",
        "https://platform.claude.com/docs/en/api/messages/create",
        "2026-11-29",
    ),
    check=repeated_of(
        LinePlace.SYSTEM_PARTS,
        "The answer has no word of a system prompt of several parts, of which it was to repeat a line.",
        _IN_ONE,
    ),
    subject=Subject.PROBE,
    needs_again=True,
    needs_request=True,
    question=system_in_parts,
    variance=repeating(
        "replies that repeat a line of the question and were to repeat one of a system prompt of several parts",
        LinePlace.SYSTEM_PARTS,
        _IN_ONE,
    ),
    mutations=mutations_for("line_of_system", here_alone_of(LinePlace.SYSTEM_PARTS, _IN_ONE)),
    cases="""
opencode-llm-proxy | a system prompt that is a list of blocks is dropped | https://github.com/KochC/opencode-llm-proxy/issues/46 | issue open 2026-04
""",
)
