"""Whether a conversation ends before its next step, since the answer so far cannot be gone on from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from toolwire.jobs.audit.beside.altered_signatures import unsigned
from toolwire.jobs.audit.beside.old_instructions import said_already
from toolwire.jobs.audit.cut_call import cut_call
from toolwire.jobs.audit.empty_reply import empty_reply
from toolwire.jobs.audit.outcome import Outcome
from toolwire.model.reply import Reading
from toolwire.suites.model import Step

#: The answer to a step and the step after it -> what is to be said; None where nothing is.
_Reason: TypeAlias = "Callable[[Reading, Step], Outcome | None]"
#: The first that has something to say says it.
_REASONS: Final[tuple[_Reason, ...]] = (
    lambda reading, _after: empty_reply(reading),
    unsigned,
    said_already,
)


def no_further(reading: Reading, after: Step | None, *, over: bool) -> Outcome | None:
    """Return why the next step is not asked; None where it is, or where nothing more is to be said.

    Args:
        reading: the answer to the step before.
        after: the next step; None behind the last.
        over: whether what was found of the answer ends the conversation anyway.
    """
    if after is None:
        return None
    # A call that was broken off is told of whatever else was found.
    cut = cut_call(reading)
    if cut is not None or over:
        return cut
    told = (reason(reading, after) for reason in _REASONS)
    return next((one for one in told if one is not None), None)
