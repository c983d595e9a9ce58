"""What an exchange shows, as the words that suites name in `shown_by`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toolwire.dialects import load_dialect
from toolwire.model.conversation import ChoiceMode, ResultsTurn
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading
from toolwire.suites.state import shows_state


def _calls(reading: Reading) -> int:
    """Return how many calls of tools a reply holds, 0 for one that was cut: it may lack some."""
    return 0 if _cut(reading) else len(reading.reply.tool_calls)


def _cut(reading: Reading) -> bool:
    """Return whether the reply says that a limit or a filter ended it, and not the model."""
    return load_dialect(reading.dialect).stops.get(reading.reply.stop or "") in ("length", "cut")


def _answered(reading: Reading) -> bool:
    """Whether the request carried tool results; the reply then shows they were accepted."""
    conversation = reading.conversation
    return conversation is not None and any(
        isinstance(turn, ResultsTurn) for turn in conversation.turns
    )


def _no_arguments(reading: Reading) -> bool:
    return any(not call.arguments for call in reading.reply.tool_calls)


def _legacy(reading: Reading) -> bool:
    """Whether a call or a result went by OpenAI's older API; asking for it shows nothing."""
    conversation = reading.conversation
    history = conversation is not None and any(
        call.kind == "legacy" for call in conversation.calls()
    )
    return history or any(call.kind == "legacy" for call in reading.reply.tool_calls)


def _asks_legacy(reading: Reading) -> bool:
    return (reading.conversation is not None and reading.conversation.legacy) or _legacy(reading)


def _chosen(reading: Reading) -> ChoiceMode | None:
    """Return how the request chose; None without a choice or without tools to choose from."""
    conversation = reading.conversation
    if conversation is None or conversation.choice is None or not conversation.tools:
        return None
    return conversation.choice.mode


def _forced(reading: Reading, mode: ChoiceMode) -> bool:
    """Whether a call was demanded; a reply cut before any shows nothing of what was to come."""
    whole = bool(reading.reply.tool_calls) or not _cut(reading)
    return _chosen(reading) is mode and whole


def _failed(reading: Reading) -> bool:
    """Whether the results that the reply answers tell of a failed tool."""
    conversation = reading.conversation
    last = conversation.turns[-1] if conversation is not None and conversation.turns else None
    return isinstance(last, ResultsTurn) and any(result.error for result in last.results)


def _chained(reading: Reading) -> bool:
    """Whether a new call answers the results of earlier ones.

    Calls of a conversation that a user has gone on with since are no chain.
    """
    conversation = reading.conversation
    last = conversation.turns[-1] if conversation is not None and conversation.turns else None
    return isinstance(last, ResultsTurn) and _calls(reading) > 0


def _selected(reading: Reading) -> bool:
    conversation = reading.conversation
    return _calls(reading) > 0 and conversation is not None and len(conversation.tools) > 1


def _declared(reading: Reading) -> bool:
    """Whether a reply calls while tools are declared, so that the two can be held together."""
    conversation = reading.conversation
    return _calls(reading) > 0 and conversation is not None and bool(conversation.tools)


def _unused(reading: Reading) -> bool:
    """Whether tools were offered, free to be used, and the first answer is a text instead."""
    conversation, reply = reading.conversation, reading.reply
    free = conversation is not None and bool(conversation.tools) and not _answered(reading)
    spoke = bool(reply.text) and not reply.tool_calls and not _cut(reading)
    return free and spoke and _chosen(reading) in (None, ChoiceMode.AUTO)


#: Feature -> whether a successful reading shows it.
FEATURES: Mapping[str, Callable[[Reading], bool]] = {
    "empty_arguments": _no_arguments,
    "legacy_function_call": _legacy,
    "mixed_text_tool": lambda r: bool(r.reply.text) and _calls(r) > 0,
    "multi_tool": _selected,
    "no_tool_call": lambda r: not r.reply.tool_calls,
    "parallel_calls": lambda r: _calls(r) > 1,
    "reasoning": shows_state,
    "round_trip": _answered,
    "sequential_calls": _chained,
    "single_call": lambda r: _calls(r) == 1,
    "streaming": lambda r: r.mode is Mode.STREAMING,
    "tool_choice_named": lambda r: _forced(r, ChoiceMode.NAMED),
    "tool_choice_none": lambda r: _chosen(r) is ChoiceMode.NONE,
    "tool_choice_required": lambda r: _forced(r, ChoiceMode.REQUIRED),
    "tool_result_error": _failed,
    "tools_called": _declared,
    "tools_defined": lambda r: r.conversation is not None and bool(r.conversation.tools),
    "tools_unused": _unused,
}

#: What an exchange of the older API shows: nothing of tools as they are called now.
_OF_LEGACY = frozenset({"legacy_function_call", "no_tool_call", "streaming"})


def features(reading: Reading) -> frozenset[str]:
    """Return the features an exchange shows.

    An error reply shows `error_status`, and no more: why it was refused, traffic does not say.
    """
    if not reading.ok:
        return frozenset({"error_status"})
    found = frozenset(name for name, shown in FEATURES.items() if shown(reading))
    return found & _OF_LEGACY if _asks_legacy(reading) else found
