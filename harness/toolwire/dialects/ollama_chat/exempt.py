"""Which places of a reply do not count, and why."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import exempt

EXEMPT: Final = (
    exempt.opaque("/message/tool_calls/*/id /message/tool_calls/*/function/index"),
    exempt.because(exempt.NAMED, (exempt.Operator.DISAGREE,), "body/model"),
    exempt.once(
        "/created_at /eval_count /eval_duration /load_duration /prompt_eval_count",
        "/prompt_eval_duration /total_duration",
    ),
    exempt.values("/message/tool_calls/*/function/arguments/days"),
    exempt.because(exempt.LESS, exempt.GONE, "/message/tool_calls /message/tool_calls/*"),
    exempt.order("/message/tool_calls/*"),
    exempt.optional("/message/tool_calls/*/id /message/tool_calls/*/function/index /done_reason"),
    exempt.counts(
        "/eval_count /eval_duration /load_duration /prompt_eval_count /prompt_eval_duration",
        "/total_duration",
    ),
)

MISSED: Final = (exempt.interleaved("chunk,chunk"),)
