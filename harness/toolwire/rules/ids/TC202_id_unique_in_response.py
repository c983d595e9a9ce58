"""TC202: id-unique-in-response."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.ids.id_form import ERROR
from toolwire.rules.mutate.faults import alike, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.dialect_paths import id_at
from toolwire.rules.views.told_again import calls_again


def _id_unique_in_response(reading: Reading) -> Iterator[Violation]:
    calls = reading.reply.tool_calls
    if reading.mode is Mode.BLOCKING:
        for pointer, message in calls_again(reading):
            yield Violation(f"{pointer}/id", message, "an id of its own")
    if len(calls) < 2:
        return
    seen: set[str] = set()
    for call in calls:
        if call.id and call.id in seen:
            message = "Two calls share one id."
            if call.id == call.name:
                message = "Two calls share one id, which is their tool's name."
            yield Violation(id_at(reading, call), message, "an id of its own", call.id)
        elif call.id:
            seen.add(call.id)


RULE = Rule(
    id="TC202",
    name="id-unique-in-response",
    severity={**ERROR, "ollama-chat": Severity.WARNING},
    statement="The ids of the calls of one response differ, where calls have ids.",
    why=(
        "Results are kept by id: one of two calls stays unanswered and the next request is "
        "refused, or the tool runs twice."
    ),
    breaks=(
        "openai-agents and pydantic-ai refuse the turn, the Vercel AI SDK gives both calls "
        "the arguments of the first, openai-python's Responses stream raises; crush, "
        "oh-my-pi."
    ),
    workaround="Rename the later call before it enters the history, and its result with it.",
    check=_id_unique_in_response,
    needs_calls=True,
    compares_ids=True,
    mutations=mutations_for("parallel_calls", alike),
    shim=Shim("rename_later_id", (("scope", "response"),)),
    cases="""
mock provider | duplicate ids executed twice / thousands of duplicate results | https://github.com/charmbracelet/crush/issues/3121 | issue open 2026-06
mock provider | stream repeats the same id, call executed twice | https://github.com/charmbracelet/crush/issues/3107 | issue open 2026-06
MiMo 2.5 Pro, Kimi on proxies | same id for two distinct calls; result pairing collapses | https://github.com/can1357/oh-my-pi/issues/2055 | issue closed 2026-06 (#2057 merged)
TGI | arguments object; id always "0" | https://github.com/huggingface/text-generation-inference/issues/2954 | PR closed 2025-02
""",
)
