"""What an exchange shows, as the words that suites name in `shown_by`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from harness.conversation import AssistantTurn, ChoiceMode, ResultsTurn
from harness.dialects import dialect
from harness.exchange import Mode
from harness.reply import Reading
from harness.suites.state import shows_state

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


def _chosen(reading: Reading) -> ChoiceMode | None:
    """Return how the request chose; None without a choice or without tools to choose from."""
    asked = reading.asked
    if asked is None or asked.choice is None or not asked.tools:
        return None
    return asked.choice.mode


def _forced(reading: Reading, mode: ChoiceMode) -> bool:
    """Whether a call was demanded; a reply cut before any shows nothing of what was to come."""
    reply = reading.reply
    cut = dialect(reading.dialect).stops.get(reply.stop or "") == "length"
    return _chosen(reading) is mode and (bool(reply.tool_calls) or not cut)


def _failed(reading: Reading) -> bool:
    asked = reading.asked
    return asked is not None and any(
        result.error
        for turn in asked.turns
        if isinstance(turn, ResultsTurn)
        for result in turn.results
    )


def _chained(reading: Reading) -> bool:
    """Whether a new call was made on top of calls that the request tells of."""
    asked = reading.asked
    return bool(reading.reply.tool_calls) and asked is not None and bool(asked.calls())


def _selected(reading: Reading) -> bool:
    asked = reading.asked
    return bool(reading.reply.tool_calls) and asked is not None and len(asked.tools) > 1


def _unused(reading: Reading) -> bool:
    """Whether tools were offered, free to be used, and the first answer used none."""
    asked = reading.asked
    free = asked is not None and bool(asked.tools) and not _answered(reading)
    return free and _chosen(reading) is not ChoiceMode.NONE and not reading.reply.tool_calls


#: Statuses by which a server refuses a request for what it says.
_REFUSED = (400, 422)

#: Feature -> whether a successful reading shows it.
FEATURES: Mapping[str, Callable[[Reading], bool]] = {
    "empty_arguments": _no_arguments,
    "legacy_function_call": _legacy,
    "mixed_text_tool": lambda r: bool(r.reply.text and r.reply.tool_calls),
    "multi_tool": _selected,
    "no_tool_call": lambda r: not r.reply.tool_calls,
    "parallel_calls": lambda r: len(r.reply.tool_calls) > 1,
    "reasoning": shows_state,
    "round_trip": _answered,
    "sequential_calls": _chained,
    "single_call": lambda r: len(r.reply.tool_calls) == 1,
    "streaming": lambda r: r.mode is Mode.STREAMING,
    "tool_choice_named": lambda r: _forced(r, ChoiceMode.NAMED),
    "tool_choice_none": lambda r: _chosen(r) is ChoiceMode.NONE,
    "tool_choice_required": lambda r: _forced(r, ChoiceMode.REQUIRED),
    "tool_result_error": _failed,
    "tools_defined": lambda r: r.asked is not None and bool(r.asked.tools),
    "tools_unused": _unused,
}


def features(reading: Reading) -> frozenset[str]:
    """Return the features an exchange shows.

    An error reply shows `error_status`, and `request_refused` where its status says that the
    request is at fault.
    """
    if not reading.ok:
        refused = reading.exchange.response.status in _REFUSED
        return frozenset({"error_status", "request_refused"} if refused else {"error_status"})
    return frozenset(name for name, shown in FEATURES.items() if shown(reading))
