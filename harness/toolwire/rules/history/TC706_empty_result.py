"""TC706: empty-result."""

from __future__ import annotations

from typing import Final

from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import emptied
from toolwire.rules.rule import Rule, Severity, Subject
from toolwire.rules.views.probe_answer import taken, turned_away

_EMPTY: Final = (
    "anthropic-messages",
    "openai-chat",
    "gemini-generate",
    "ollama-chat",
    "openai-responses",
)

RULE = Rule(
    id="TC706",
    name="empty-result",
    severity={**dict.fromkeys(_EMPTY, Severity.WARNING), "bedrock-converse": Severity.INFO},
    statement=(
        "A tool result with nothing in it is taken. Bedrock, which refuses empty text, is asked for "
        "one of no parts: information, since no such answer of AWS is recorded, and its words "
        "forbid no parts of a failed call alone. Not asked of Cohere, whose results are documents. "
        "Empty text beside calls is another matter: TC703 asks it of OpenAI's format, and other "
        "formats refuse it."
    ),
    why="A tool that printed nothing blocks the session for ever.",
    breaks="hermes-agent, latitude",
    workaround='Send a word for nothing, for example "(empty)".',
    check=taken("An empty tool result is refused."),
    subject=Subject.PROBE,
    always=True,
    question=emptied,
    mutations=mutations_for("round_trip", turned_away()),
    cases="""
Bedrock | an empty content is refused where the status is error | https://github.com/aws-samples/sample-multi-agent-orchestration-chat-on-agentcore/issues/15 | issue closed 2026-06
Gemini OpenAI-compat | assistant content "" with tool_calls -> "empty text parameter"; error body is an array | https://github.com/langroid/langroid/issues/821 | issue closed 2025-04
Bedrock | empty tool result text rejected, history wedged | https://github.com/NousResearch/hermes-agent/issues/55093 | PR closed 2026-06 (#55092)
OpenAI | tool message without content | https://github.com/latitude-dev/latitude-llm/issues/810 | issue open 2025-01
""",
)
