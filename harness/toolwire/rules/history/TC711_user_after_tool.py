"""TC711: user-after-tool."""

from __future__ import annotations

from typing import Final

from toolwire.rules.history.probe_result import READ
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import words_after
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.probe_answer import taken, turned_away

_LATER: Final = 'Say "Noted." and nothing else.'

_WITH_WORDS_AFTER: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "openai-chat",
    "gemini-generate",
    "ollama-chat",
    "openai-responses",
)

RULE = Rule(
    id="TC711",
    name="user-after-tool",
    severity={
        **dict.fromkeys(_WITH_WORDS_AFTER, Severity.WARNING),
        "openai-chat": Severity.ERROR,
    },
    statement=(
        "Words of the user directly after the results are taken: as the next message, with "
        "Anthropic and Bedrock behind the results in the same one. Mistral's API refuses them "
        "(\"Unexpected role 'user' after role 'tool'\", code 3230), which is documented in its "
        "provider file as a fact of that API."
    ),
    why="A tool that was cancelled leaves such a history; refused, the session is stuck.",
    breaks="crush, zed, avante.nvim and litellm (Mistral's templates), over Chat Completions",
    workaround="Put an assistant message between the results and the user's words.",
    source=Source(
        "api-error",
        "Mistral's error text in public threads; OpenAI takes the same history; Anthropic's "
        "guide puts the user's words after the results",
        "https://github.com/avante-corp/avante.nvim/pull/2695",
        READ,
    ),
    check=taken("Words of the user directly after the results are refused."),
    subject=Subject.PROBE,
    always=True,
    question=words_after(_LATER),
    mutations=mutations_for("round_trip", turned_away()),
    cases="""
Mistral | user directly after tool -> 400 invalid_request_message_order | https://github.com/datapizza-labs/datapizza-ai/issues/98 | issue open 2025-12
Mistral | same | https://github.com/zed-industries/zed/issues/37021 | issue closed (stale) 2025-08, still reported 2026-04
Mistral Small 4 on vLLM | same after cancelled tool | https://github.com/mistralai/mistral-vibe/issues/578 | issue open 2026-04
Mistral via NIM | same | https://github.com/NousResearch/hermes-agent/issues/20154 | issue open 2026-05
Mistral via OpenRouter | "Unexpected role 'tool' after role 'user'" | https://github.com/charmbracelet/crush/issues/279 | issue closed 2025-07
Mistral | tool message without preceding assistant call | https://github.com/mistralai/mistral-inference/issues/135 | issue closed 2024-03
""",
)
