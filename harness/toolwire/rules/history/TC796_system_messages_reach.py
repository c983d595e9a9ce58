"""TC796: system-messages-reach."""

from __future__ import annotations

from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.system_messages import told_in_messages
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.line_forms import in_system_messages
from toolwire.rules.views.lines_of_before import (
    LinePlace,
    here_alone_of,
    repeated_of,
    repeating,
)

RULE = Rule(
    id="TC796",
    name="system-messages-reach",
    severity=dict.fromkeys(("cohere-v2", "ollama-chat", "openai-chat"), Severity.WARNING),
    statement=(
        "Each of several messages of the system reaches the model: asked to repeat a line of the "
        "second of three and a line of the question itself, a reply that has a word of the second "
        "has one of the first, each of which stands nowhere else in the request. A model may leave "
        "it out; a run in which every such reply does, and no reply has any word of it, is the "
        "server's doing. A server may refuse them."
    ),
    why=(
        "Frameworks add a message of the system for each of their parts: what the agent is, what it "
        "remembers, what documents say. Gateways that look for one take the first, or the last, and "
        "pass over the rest."
    ),
    breaks="agents whose framework adds messages of the system (LangChain, CrewAI, Continue)",
    workaround="Put them into one.",
    source=Source(
        "docs",
        "OpenAI, create chat completion: messages is a list, and a system message may stand anywhere in it",
        "https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create",
        "2026-11-29",
    ),
    check=repeated_of(
        LinePlace.SYSTEM_PARTS,
        "The answer has no word of one of several messages of the system, of which it was to repeat a line.",
        in_system_messages,
    ),
    subject=Subject.PROBE,
    needs_again=True,
    needs_request=True,
    question=told_in_messages,
    variance=repeating(
        "replies that repeat a line of the question and were to repeat one of several messages of the system",
        LinePlace.SYSTEM_PARTS,
        in_system_messages,
    ),
    mutations=mutations_for(
        "line_of_system", here_alone_of(LinePlace.SYSTEM_PARTS, in_system_messages)
    ),
)
