"""Which places of a reply do not count, and why."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import exempt
from toolwire.dialects.openai_wire import AROUND, DETAILS, LAST_DELTA

EXEMPT: Final = (
    exempt.less("/choices/*/message/tool_calls/*"),
    exempt.order("/choices/*/message/tool_calls/*"),
    exempt.optional(AROUND),
    exempt.counts(DETAILS),
    exempt.because(
        "SDKs take a message without content for one with null",
        (exempt.Operator.DROP,),
        "/choices/*/message/content",
    ),
    exempt.nulled("/choices/*/delta/content /choices/*/message/content"),
    exempt.opening(
        "/choices/*/delta/tool_calls/*/function/arguments",
        "/choices/*/delta/function_call/arguments",
    ),
    LAST_DELTA,
)

MISSED: Final = (exempt.interleaved("chunk,chunk"),)
