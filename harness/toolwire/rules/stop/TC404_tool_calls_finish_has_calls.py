"""TC404: tool_calls-finish-has-calls."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.dialects.openai import names_nothing
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.groups import IN_WORDS
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.stop.termination import ON_CALL, ends_in
from toolwire.rules.views.chat import ends_twice, parts


def _finish_has_calls(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    # Where calls are words, no member holds them, and no such end tells of them.
    held = reply.tool_calls and not load_dialect(reading.dialect).in_words
    if reply.stop not in ON_CALL or held or ends_twice(reading):
        return
    if not _carries_calls(reading):
        message = "The reply ends as one with calls and holds none."
        yield Violation(reply.stop_pointer, message, "at least one call", 0)


def _carries_calls(reading: Reading) -> bool:
    """Return whether there is something where calls belong, readable or not."""
    messages = (object_of(part.message) for part in parts(reading))
    return any(m.get("tool_calls") or _older(m.get("function_call")) for m in messages)


def _older(call: Json) -> bool:
    return bool(call) and not names_nothing(call)


def _without_calls(_dialect: str, mode: Mode) -> Change:
    def blocking(body: JsonObject) -> None:
        edit.remove(body, ("choices", 0, "message", "tool_calls"))
        edit.put(body, ("choices", 0, "message", "content"), "One moment.")

    def streamed(stream: list[Frame]) -> list[Frame]:
        return [frame for frame in stream if not edit.call_frames([frame])]

    return edit.body(blocking) if mode is Mode.BLOCKING else edit.frames(streamed)


RULE = Rule(
    id="TC404",
    name="tool_calls-finish-has-calls",
    severity={
        "openai-chat": Severity.ERROR,
        **dict.fromkeys(IN_WORDS, Severity.WARNING),
    },
    statement="A reply that ends with `tool_calls` (or `function_call`) holds at least one call, as a member: "
    "one that stands in the text was parsed by nobody, and ends in `stop` as any other text.",
    why="The client enters its tool loop with nothing to run, and waits or repeats.",
    breaks=(
        "LangChain, openai-agents, llama_index and the Vercel AI SDK end the turn with an "
        "empty answer, pydantic-ai raises; agent loops over vLLM (gemma4) and the OpenAgents "
        "gateway."
    ),
    workaround="Treat such a reply as a failed generation and ask again.",
    check=_finish_has_calls,
    mutations=(
        *mutations_for("single_call", _without_calls, ("openai-chat",)),
        *mutations_for("single_call", ends_in("tool_calls"), IN_WORDS),
    ),
    shim=Shim("treat_as_failed"),
    cases="""
vLLM (gemma4) | required -> prose only, finish tool_calls, tool_calls [] | https://github.com/vllm-project/vllm/issues/53363 | issue open 2026-08
OpenAgents gateway | text parts rejected; finish tool_calls without tool_calls; error is a bare string | https://github.com/OpenAgentsInc/openagents/issues/6233 | issue closed 2026-06
""",
)
