"""What the refusal of a step comes to, where it is about what the step asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from toolwire.jobs.audit.controls.meaning import says_unsupported
from toolwire.jobs.audit.outcome import Outcome, graded
from toolwire.model.observation import Finding, Verdict
from toolwire.model.reply import Reading
from toolwire.suites.model import Expectation, Step

_LONGEST: Final = 200
#: Statuses by which servers refuse what they do not have, as those without native tools refuse `tools`.
FEATURE_ABSENT: Final = (400, 422)
#: The first status of a server that broke down, which is its fault whatever it was asked.
_BROKE_DOWN: Final = 500


def error_text(reading: Reading) -> str:
    """Return what an answer says of its error, shortened, as it stands behind a reason; "" for nothing."""
    error = reading.reply.error
    if error is None or not error.message:
        return ""
    return f" ({' '.join(error.message.split())[:_LONGEST]})"


def refusal_outcomes(
    step: Step, reading: Reading, findings: Iterable[Finding]
) -> Iterator[Outcome]:
    """Tell what a refusal means: what the probe's rule says of it, else what the step does."""
    if step.requirement is not None:
        return  # how it is said that a request is wrong, the suites' own cases judge
    if step.expect.refused:
        yield from _refusal_faults(reading)
        return
    probed = [f for f in findings if step.probe is not None and f.rule == step.probe]
    if probed:
        yield from shown_refusal(reading, probed)
    elif (
        step.probe is None
        or step.expect != Expectation()
        or reading.exchange.response.status >= _BROKE_DOWN
    ):
        yield refusal(reading, step)


def shown_refusal(reading: Reading, findings: Iterable[Finding]) -> Iterator[Outcome]:
    """Yield what findings come to, with the refusal that they are of as their reason."""
    text = f"refused with HTTP {reading.exchange.response.status}{error_text(reading)}"
    return (replace(outcome, reason=text) for outcome in graded(findings))


def _refusal_faults(reading: Reading) -> Iterator[Outcome]:
    """Tell what is wrong with a refusal that the step demands."""
    status, error = reading.exchange.response.status, reading.reply.error
    if error is None or not error.message:
        yield Outcome(Verdict.FAILED, f"refused with HTTP {status} and no message in its error")


def refusal(reading: Reading, step: Step) -> Outcome:
    """Return what a refusal comes to of a request that is to be answered."""
    status = reading.exchange.response.status
    how = "refused with" if status >= 400 else "answered with an error under"
    reason = f"{how} HTTP {status}{error_text(reading)}"
    if step.expect.may_refuse and status in FEATURE_ABSENT:
        return Outcome(Verdict.UNSUPPORTED, reason)
    if says_unsupported(reading):
        return Outcome(Verdict.UNSUPPORTED, reason)
    return Outcome(Verdict.FAILED, reason)
