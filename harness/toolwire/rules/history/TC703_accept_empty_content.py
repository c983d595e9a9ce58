"""TC703: accept-empty-content."""

from __future__ import annotations

from toolwire.rules.history.probe_result import calling_message
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Subject
from toolwire.rules.views.probe_answer import taken, turned_away

RULE = Rule(
    id="TC703",
    name="accept-empty-content",
    severity={"openai-chat": Severity.WARNING},
    statement=(
        "An assistant message with calls and an empty `content` is taken in the history. "
        "Reports conflict: Bedrock's OpenAI route did refuse it; DeepSeek, said to, does not."
    ),
    why="Many clients write an empty string where there was no text.",
    breaks="clients that keep text as a string",
    workaround="Send null, or leave `content` out.",
    check=taken("A history with an empty `content` beside calls is refused."),
    subject=Subject.PROBE,
    always=True,
    question=calling_message(lambda message: message.update(content="")),
    mutations=mutations_for("round_trip", turned_away()),
    cases="""
various | claim that content "" is rejected; re-verified: DeepSeek and Bedrock compat accept it | https://github.com/agentjido/req_llm/issues/966 | PR closed 2026-08 (premise refuted)
Bedrock OpenAI-compat | content "" with tool_calls -> ValidationException | https://github.com/vercel/ai/issues/13505 | closed; fixed by #13744 2026-04
""",
)
