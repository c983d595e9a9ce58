"""TC401: finish-tool_calls."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.conversation import ChoiceMode
from toolwire.rules.mutate.faults import mutations_for, stop
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Violation
from toolwire.rules.stop.termination import DONE, ENUM, choice_mode, stop_words
from toolwire.rules.views.chat import ends_twice

_FREE = (None, ChoiceMode.AUTO, ChoiceMode.REQUIRED)


def _finish_on_call(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    if reply.stop not in DONE or not reply.tool_calls or choice_mode(reading) not in _FREE:
        return
    words = stop_words(reading)
    if reply.stop not in words and not ends_twice(reading):
        message = "The reply holds calls and does not end as a reply with calls."
        expected = " or ".join(sorted(words))
        yield Violation(reply.stop_pointer, message, expected, reply.stop)


RULE = Rule(
    id="TC401",
    name="finish-tool_calls",
    severity={"openai-chat": Severity.ERROR},
    statement="A reply with tool calls ends with `tool_calls` (`function_call` for the "
    "deprecated API) when the tool choice was absent, auto or required. Replies that were "
    "cut short say so instead; a tool choice by name is TC402's.",
    why="Agent frameworks branch on the word: the calls are stripped, shown as an answer, "
    "or never run.",
    breaks=(
        "LiteLLM's Anthropic route makes `end_turn` of a streamed `stop`, at which the tool "
        "runners of anthropic-python and anthropic-node end without running the call "
        "(litellm#12862); Vercel's DurableAgent drops the calls (vercel/workflow#1387); openclaw, "
        "billion-context and loops that run while finish_reason is "
        "tool_calls. LangChain, pydantic-ai, openai-agents, llama_index, the Vercel AI SDK "
        "and openai-node look at the calls instead."
    ),
    workaround="Look for calls, whatever the finish reason says.",
    source=ENUM,
    check=_finish_on_call,
    needs_calls=True,
    needs_request=True,
    mutations=(
        *mutations_for("single_call", stop("stop")),
        *mutations_for("required_choice", stop("stop")),
        *mutations_for("legacy_call", stop("stop")),
    ),
    shim=Shim("stop_is_tool_calls_if_calls"),
    cases="""
mlx-vlm | finish_reason hardcoded "stop" with tool calls, both modes | https://github.com/Blaizzy/mlx-vlm/issues/990 | PR closed 2026-04
Gemini OpenAI-compat | streaming ends "stop", non-streaming ends "tool_calls" for the same request | https://github.com/googleapis/python-genai/issues/2868 | issue open 2026-08 (P2 bug, forwarded to engineering)
FastFlowLM | finish_reason not tool_calls; other internal values (cancel, error, UNKNOWN) can reach the wire | https://github.com/ROCm/FastFlowLM/issues/500 | PR merged 2026-04
Ollama | /v1 returned "stop"; native API deliberately keeps done_reason "stop" | https://github.com/ollama/ollama/issues/5995 | PR merged 2024-07
Ollama / OpenAI | streamed tool calls finished as stop; maintainers observed gpt-4o-2024-08-06 also ending "stop" in one test | https://github.com/ollama/ollama/issues/7963 | PR merged 2025-02
LiteLLM (o1-pro, Cohere) | stream with tools ends "stop" | https://github.com/BerriAI/litellm/issues/12862 | issue closed (stale) 2025-07; same for vertex gemini in #12249
OpenAI-compatible upstream (openclaw) | text + tool_calls ended "stop"; client dropped all tool calls because visible text existed | https://github.com/ranxianglei/billion-context/issues/131 | PR merged 2026-08
OpenAI-compatible providers | structured tool_calls with finish "stop" stripped by client | https://github.com/openclaw/openclaw/issues/88799 | PR closed 2026-05 (fixes #88791)
mistral.rs | type null (and finish "stop") | https://github.com/EricLBuehler/mistral.rs/issues/687 | PR merged 2024-08
Fireworks (LiteLLM) | tool call embedded in content; finish stop | https://github.com/BerriAI/litellm/issues/33037 | PR open 2026-07 (#33036)
gcli2api (Gemini) | functionCall in first chunk, STOP in last: finish lost | https://github.com/su-kaka/gcli2api/issues/407 | PR merged 2026-08
""",
)
