"""Whether a reply has neither text nor a call, so that there is nothing of it that could go back."""

from __future__ import annotations

from typing import Final

from toolwire.jobs.audit.outcome import Outcome
from toolwire.model.observation import Verdict
from toolwire.model.reply import Reading

_WHY: Final = "the reply has neither text nor a call, and such a message cannot go back"


def empty_reply(reading: Reading) -> Outcome | None:
    """Return what is to be said of a reply in which nothing is; None where something can go back.

    Small models say nothing now and then. Formats refuse a message without content in a history
    (OpenAI: it is required where there is no call), and that is no fault of the server.
    """
    reply = reading.reply
    if not reading.ok or reply.text or reply.tool_calls:
        return None
    return Outcome(Verdict.INCONCLUSIVE, _WHY)
