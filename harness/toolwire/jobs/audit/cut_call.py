"""Whether a reply was broken off inside a call, at its limit say, so that the call cannot go back."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.outcome import Outcome
from toolwire.model.observation import Verdict
from toolwire.model.reply import Reading
from toolwire.suites.expect import neutral_stop

#: Neutral words of replies that were not written to their end: at the request's limit, the model's, or a filter.
_BROKEN_OFF: Final = ("length", "cut")
_WHY: Final = "the reply was broken off inside a call, which cannot go back"


def cut_call(reading: Reading) -> Outcome | None:
    """Return what is to be said of a call that was cut; None where every call is whole.

    What such a call becomes in a request is ours, and its refusal no fault of the server.
    """
    calls, stops = reading.reply.tool_calls, load_dialect(reading.dialect).stops
    if neutral_stop(stops, reading.reply) not in _BROKEN_OFF:
        return None
    if all(call.parse_error is None for call in calls):
        return None
    return Outcome(Verdict.INCONCLUSIVE, _WHY)
