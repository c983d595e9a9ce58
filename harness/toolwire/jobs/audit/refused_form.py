"""Refusals of what a format has: of a tool choice that they name, and of an image that is taken elsewhere."""

from __future__ import annotations

import re
from typing import Final

from toolwire.jobs.audit.meaning import Controls, is_seen
from toolwire.jobs.audit.outcome import Outcome
from toolwire.model.observation import Finding, Verdict
from toolwire.model.reply import Reading
from toolwire.rules import RULES
from toolwire.suites.model import BESIDE_IMAGE, CHOICE_FORMS, Step

#: How the formats call their tool choice, as messages write it.
_CHOICE: Final = re.compile(r"tool[ _]?choice|function[ _]?calling[ _]?config", re.IGNORECASE)
_FIRST, _LAST = 400, 500
_SHOWN: Final = 2_000


def refused_choice(step: Step, reading: Reading) -> Finding | None:
    """Return the finding that a tool choice is refused; None where the refusal does not name it.

    What the tools or the messages of a request are refused for says nothing of its choice.
    """
    severity = RULES[CHOICE_FORMS].severity.get(reading.dialect)
    asked, error = reading.conversation, reading.reply.error
    status = reading.exchange.response.status
    if step.choice is None or step.probe is not None or severity is None or error is None:
        return None
    if asked is None or asked.choice is None or not _FIRST <= status < _LAST:
        return None
    if _CHOICE.search(error.message[:_SHOWN]) is None:
        return None
    message = "A form of the tool choice that the format has is refused."
    return Finding(CHOICE_FORMS, severity, "status", message, "an answer", status)


def told(outcome: Outcome, finding: Finding) -> Outcome:
    """Return the outcome of a refusal with the rule that says the same, so that one cause is shown once."""
    if outcome.verdict is not Verdict.FAILED:
        return outcome
    return Outcome(outcome.verdict, f"{finding.rule}: {outcome.reason}", (finding.rule,))


def unseen(reading: Reading, controls: Controls) -> tuple[Finding, ...]:
    """Return the finding that an image is refused in a result, where it is taken among the user's words."""
    if not is_seen(controls):
        return ()
    message = (
        "An image in a tool result is refused, and the same one among the user's words is taken."
    )
    severity = RULES[BESIDE_IMAGE].severity[reading.dialect]
    status = reading.exchange.response.status
    return (Finding(BESIDE_IMAGE, severity, "status", message, "an answer", status),)
