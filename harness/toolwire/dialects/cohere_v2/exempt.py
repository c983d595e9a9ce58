"""Which places of a reply do not count, and why."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import exempt

EXEMPT: Final = (
    exempt.logged("error/id"),
    exempt.because(exempt.ONCE, (exempt.Operator.DISAGREE,), "/usage/... /delta/usage/..."),
    exempt.opaque("/id /message/tool_calls/*/id /delta/message/tool_calls/id"),
    exempt.less("/message/tool_calls/* /message/tool_plan"),
    exempt.order("/message/tool_calls/*"),
    exempt.counts(
        "/usage /usage/tokens/... /delta/usage /delta/usage/tokens/...",
    ),
    exempt.because(
        "the published type of message-start knows the role only",
        exempt.EVERY,
        "message-start/delta/message/citations message-start/delta/message/content",
        "message-start/delta/message/tool_calls message-start/delta/message/tool_plan",
    ),
    exempt.because(
        exempt.OPENING,
        (exempt.Operator.DROP,),
        "tool-call-start/delta/message/tool_calls/function/arguments",
    ),
    exempt.because(
        "message-end ends the stream; [DONE] after it is a courtesy",
        (*exempt.EVENT, exempt.Operator.TRUNCATE),
        "[DONE] message-end(end),[DONE] in-the-last-event",
    ),
)

MISSED: Final = ()
