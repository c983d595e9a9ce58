"""Which rule names the refusal of a right request that no probe asked.

A case that was not met says only that it was refused. What was refused is known of two kinds of
request: those that demand or forbid a call, and those that bring the results of calls.
"""

from __future__ import annotations

from toolwire.model.conversation import ChoiceMode, ResultsTurn
from toolwire.model.observation import Finding, Severity
from toolwire.model.reply import Reading
from toolwire.rules import RULES

_CHOICE = "TC604"
_HISTORY = "TC701"


def refused_demand(reading: Reading) -> Finding | None:
    """Return the finding that names a refusal; None where nothing is known of what was refused.

    It is an error, as the case is that was not met: whoever sends the request has the refusal
    raised, which was seen of every loop that was tried (benchmarks/who_breaks, TC207).

    Args:
        reading: a refusal that is about the request itself, as its controls say.
    """
    conversation, status = reading.conversation, reading.exchange.response.status
    if conversation is None or conversation.legacy or not 400 <= status < 500:
        return None
    if any(isinstance(turn, ResultsTurn) for turn in conversation.turns):
        rule, message = _HISTORY, "The calls of a reply and their results are refused."
    elif conversation.choice is not None and conversation.choice.mode is not ChoiceMode.AUTO:
        rule, message = _CHOICE, "A tool choice that the format documents is refused."
    else:
        return None
    if reading.dialect not in RULES[rule].severity:
        return None
    return Finding(rule, Severity.ERROR, "status", message, "an answer", status)
