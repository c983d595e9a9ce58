"""Whether a reply ended at its limit inside a call, so that the call cannot go back to the server."""

from __future__ import annotations

from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.judge import Outcome
from toolwire.model.observation import Verdict
from toolwire.model.reply import Reading
from toolwire.suites.expect import neutral_stop

_WHY: Final = "the reply ended at its limit inside a call, which cannot go back"


def cut_call(reading: Reading) -> Outcome | None:
    """Return what is to be said of a call that a limit cut; None where every call is whole.

    What such a call becomes in a request is ours, and its refusal no fault of the server.
    """
    calls, stops = reading.reply.tool_calls, load_dialect(reading.dialect).stops
    if neutral_stop(stops, reading.reply) != "length":
        return None
    if all(call.parse_error is None for call in calls):
        return None
    return Outcome(Verdict.INCONCLUSIVE, _WHY)
