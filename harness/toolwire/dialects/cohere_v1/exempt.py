"""Which places of a reply do not count, and why."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import exempt

EXEMPT: Final = (
    exempt.logged("error/id"),
    exempt.because(exempt.ONCE, (exempt.Operator.DISAGREE,), "/meta/... /response/meta/..."),
    exempt.opaque("body/generation_id body/response_id /response/response_id"),
    exempt.because(
        "what is said beside the calls is told by the text events, too",
        (exempt.Operator.DISAGREE,),
        "tool-calls-generation/text",
    ),
    exempt.because(
        "a call without arguments may come without this piece, or with one that says nothing",
        (exempt.Operator.DISAGREE,),
        "tool-calls-chunk/event_type tool-calls-chunk/tool_call_delta/index",
    ),
    exempt.because(
        "older routes stream lines under either type",
        (exempt.Operator.DISAGREE,),
        "header/content-type",
    ),
    exempt.values("/tool_calls/*/parameters/days"),
    exempt.less("/tool_calls/*"),
    exempt.order("/tool_calls/*"),
    exempt.because(
        "the history as the request had it; its last turn is compared with the reply",
        exempt.EVERY,
        "/chat_history /chat_history/...",
        "/response/chat_history /response/chat_history/...",
    ),
    exempt.optional(
        "body/finish_reason body/generation_id body/response_id /response/response_id",
        "tool-calls-generation/text",
    ),
    exempt.counts("/meta /meta/... /response/meta /response/meta/..."),
)

MISSED: Final = (
    exempt.because(
        exempt.NOTHING, exempt.GONE, "tool-calls-chunk tool-calls-chunk/tool_call_delta"
    ),
    exempt.because(exempt.NOTHING, exempt.GONE, "tool-calls-chunk/tool_call_delta/parameters"),
    exempt.interleaved("tool-calls-chunk,tool-calls-chunk"),
)
