"""What an exchange shows, as the words that suites name in `shown_by`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from harness.conversation import AssistantTurn, ResultsTurn
from harness.exchange import Mode
from harness.reply import Reading

__all__ = ["FEATURES", "features"]


def _answered(reading: Reading) -> bool:
    """Whether the request carried tool results; the reply then shows they were accepted."""
    asked = reading.asked
    return asked is not None and any(isinstance(turn, ResultsTurn) for turn in asked.turns)


def _no_arguments(reading: Reading) -> bool:
    return any(not call.arguments for call in reading.reply.tool_calls)


def _legacy(reading: Reading) -> bool:
    asked = reading.asked
    history = asked is not None and any(
        call.kind == "legacy"
        for turn in asked.turns
        if isinstance(turn, AssistantTurn)
        for call in turn.calls
    )
    return history or any(call.kind == "legacy" for call in reading.reply.tool_calls)


#: Feature -> whether a successful reading shows it.
FEATURES: Mapping[str, Callable[[Reading], bool]] = {
    "empty_arguments": _no_arguments,
    "legacy_function_call": _legacy,
    "mixed_text_tool": lambda r: bool(r.reply.text and r.reply.tool_calls),
    "no_tool_call": lambda r: not r.reply.tool_calls,
    "parallel_calls": lambda r: len(r.reply.tool_calls) > 1,
    "round_trip": _answered,
    "single_call": lambda r: len(r.reply.tool_calls) == 1,
    "streaming": lambda r: r.mode is Mode.STREAMING,
    "tools_defined": lambda r: r.asked is not None and bool(r.asked.tools),
}


def features(reading: Reading) -> frozenset[str]:
    """Return the features an exchange shows; an error reply shows only `error_status`."""
    if not reading.ok:
        return frozenset({"error_status"})
    return frozenset(name for name, shown in FEATURES.items() if shown(reading))
