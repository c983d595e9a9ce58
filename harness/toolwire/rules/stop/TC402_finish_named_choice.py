"""TC402: finish-named-choice."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.conversation import ChoiceMode
from toolwire.rules.mutate.faults import mutations_for, stop
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.stop.termination import DONE, choice_mode, stop_words


def _finish_named(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    if (
        reply.stop not in DONE
        or not reply.tool_calls
        or choice_mode(reading) is not ChoiceMode.NAMED
    ):
        return
    words = stop_words(reading) | {"stop"}
    if reply.stop not in words:
        message = "A call that was asked for by name ends in neither of the two accepted words."
        yield Violation(reply.stop_pointer, message, " or ".join(sorted(words)), reply.stop)


RULE = Rule(
    id="TC402",
    name="finish-named-choice",
    severity={"openai-chat": Severity.INFO},
    statement="After a tool choice by name `stop` and `tool_calls` (`function_call` in the "
    "deprecated API) are both accepted: OpenAI itself answers `stop`.",
    why="Clients that wait for `tool_calls` lose forced calls even on OpenAI; servers "
    "differ, so neither word is held against one.",
    breaks="Loops that run while finish_reason is tool_calls.",
    workaround="After a tool choice by name look at the calls only.",
    source=Source(
        "observed",
        "vLLM's resolve_finish_reason follows OpenAI; captures in ollama#7963",
        "https://github.com/vllm-project/vllm/issues/25054",
        "2026-11-21",
    ),
    check=_finish_named,
    needs_calls=True,
    needs_request=True,
    mutations=mutations_for("named_choice", stop("function_call")),
    shim=Shim("stop_is_tool_calls_if_calls"),
    cases="""
vLLM | named tool_choice + stream ended "stop" | https://github.com/vllm-project/vllm/issues/9209 | PR merged 2024-10
vLLM / OpenAI | alignment: OpenAI itself answers "stop" for a forced (named) function; required and auto differ | https://github.com/vllm-project/vllm/issues/25054 | PR merged 2025-09
Ollama / OpenAI | streamed tool calls finished as stop; maintainers observed gpt-4o-2024-08-06 also ending "stop" in one test | https://github.com/ollama/ollama/issues/7963 | PR merged 2025-02
""",
)
