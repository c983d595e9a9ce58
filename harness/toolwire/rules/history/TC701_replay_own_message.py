"""TC701: replay-own-message."""

from __future__ import annotations

from toolwire.dialects import DIALECTS
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Subject
from toolwire.rules.views.probe_answer import taken, turned_away

RULE = Rule(
    id="TC701",
    name="replay-own-message",
    severity=dict.fromkeys(DIALECTS, Severity.ERROR),
    statement=(
        "The assistant message, sent back exactly as it came, with a result for each of its "
        "calls, is taken."
    ),
    why="It is the loop that every agent runs.",
    breaks="every agent framework: LangChain, pydantic-ai and the Vercel AI SDK send it back",
    check=taken("The server refuses its own message and the results of its calls."),
    subject=Subject.PROBE,
    always=True,
    mutations=mutations_for("round_trip", turned_away()),
    cases="""
Ollama Cloud /v1 | reverse: objects sent to /v1 -> 400 | https://github.com/openclaw/openclaw/issues/97834 | PR closed 2026-06 (#96441)
llama.cpp | null tool_call ids in history -> 500 | https://github.com/sigoden/aichat/issues/1296 | issue closed 2025-05
""",
)
