"""Which places of a reply do not count, and why."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import exempt
from toolwire.dialects.openai_wire import AROUND, DETAILS, ERRORS, LAST_DELTA, SAID, TOLD

EXEMPT: Final = (
    *ERRORS,
    *TOLD,
    SAID,
    exempt.opaque("/choices/*/message/tool_calls/*/id /choices/*/delta/tool_calls/*/id"),
    exempt.because(
        "after a named choice services end in either word, and TC402 tells of it as info",
        (exempt.Operator.DISAGREE,),
        "/choices/*/finish_reason",
    ),
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
