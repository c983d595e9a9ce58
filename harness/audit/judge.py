"""From findings and expectations to a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from harness import rules
from harness.dialects import dialect
from harness.observation import Chance, Finding, Severity, Verdict
from harness.reply import Reading
from harness.suites.expect import check, neutral_stop
from harness.suites.model import Expectation, Step

__all__ = ["NOT_ANSWERED", "Outcome", "Seen", "fold", "graded", "judge"]

_LONGEST = 200
_MOST_RULES = 5

#: HTTP statuses that say nothing about the wire format: nobody answered the question.
NOT_ANSWERED: Mapping[int, str] = {
    401: "the key was not accepted",
    402: "the account has no credit",
    403: "the key may not do this",
    404: "the model or path does not exist",
    408: "the server timed out",
    429: "the rate limit was reached",
    502: "the server is not reachable",
    503: "the server is not available",
    504: "the server timed out",
    529: "the server is overloaded",
}

#: Words by which a refusal says that the feature is absent, not that the request is wrong.
_UNSUPPORTED = (
    "not support",
    "unsupported",
    "not available for",
    "not implemented",
    "unrecognized request argument",
    "unknown parameter",
)


#: Statuses by which servers without native tools refuse `tools` (seed 002).
_FEATURE_ABSENT = (400, 422)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step came to, and why; `conformant` has no reason.

    `rules` are those whose findings alone it comes from; () for what an expectation says.
    """

    verdict: Verdict
    reason: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """One step, judged.

    Attributes:
        findings: of every rule, pointers as the rules gave them.
        outcomes: everything that keeps the step from being conformant.
        over: the conversation cannot go on.
        chances: how the reply counts for rules that one answer of a model can explain.
    """

    findings: tuple[Finding, ...]
    outcomes: tuple[Outcome, ...]
    over: bool
    chances: Mapping[str, Chance] = field(default_factory=dict)


#: The gravest first; `fold` takes the first of these that any step came to.
_ORDER = (
    Verdict.FAILED,
    Verdict.NOT_RUN,
    Verdict.UNSUPPORTED,
    Verdict.INCONCLUSIVE,
    Verdict.NON_STRICT,
)


def judge(step: Step, reading: Reading, *, scripted: bool = False) -> Seen:
    """Judge the response to one step by the rules and by what the step expects.

    Args:
        step: what was asked and is expected.
        reading: what was answered.
        scripted: the model's own answer is known, so that no variance of it explains anything.
    """
    status = reading.exchange.response.status
    if status in NOT_ANSWERED:
        reason = f"HTTP {status}: {NOT_ANSWERED[status]}{_said(reading)}"
        return Seen((), (Outcome(Verdict.NOT_RUN, reason),), over=True)
    sound = not step.expect.refused
    found = rules.judge(reading, step.question, sound=sound)
    chances = rules.chances(reading, found, step.question, sound=sound)
    findings = tuple(replace(f, variance=False) for f in found) if scripted else found
    grades = tuple(graded(findings))
    if not reading.ok:
        return Seen(findings, (*grades, *_turned_away(step, reading, findings)), over=True)
    unmet = tuple(_of_expectations(step, reading))
    over = bool(unmet) or step.expect.refused
    if scripted and any(finding.variance for finding in found):
        # What the model did not do as asked is then what the server made of its answer.
        unmet = tuple(one for one in unmet if one.verdict is not Verdict.INCONCLUSIVE)
    return Seen(findings, (*grades, *unmet), over, chances)


def _said(reading: Reading) -> str:
    error = reading.reply.error
    if error is None or not error.message:
        return ""
    return f" ({' '.join(error.message.split())[:_LONGEST]})"


def _turned_away(step: Step, reading: Reading, findings: Iterable[Finding]) -> Iterator[Outcome]:
    """Tell what a refusal means: what the probe's rule says of it, else what the step does."""
    if step.expect.refused:
        yield from _manners(reading)
        return
    probed = [f for f in findings if step.probe is not None and f.rule == step.probe]
    if probed:
        text = f"refused with HTTP {reading.exchange.response.status}{_said(reading)}"
        yield from (replace(outcome, reason=text) for outcome in graded(probed))
    elif step.probe is None or step.expect != Expectation():
        yield _refusal(reading, step)


def _manners(reading: Reading) -> Iterator[Outcome]:
    """Tell what is wrong with a refusal that the step demands."""
    status, error = reading.exchange.response.status, reading.reply.error
    if error is None or not error.message:
        yield Outcome(Verdict.FAILED, f"refused with HTTP {status} and no message in its error")


def _refusal(reading: Reading, step: Step) -> Outcome:
    status, error = reading.exchange.response.status, reading.reply.error
    how = "refused with" if status >= 400 else "answered with an error under"
    reason = f"{how} HTTP {status}{_said(reading)}"
    if step.expect.may_refuse and status in _FEATURE_ABSENT:
        return Outcome(Verdict.UNSUPPORTED, reason)
    clean = 400 <= status < 500 and error is not None
    if clean and error is not None and any(w in error.message.lower() for w in _UNSUPPORTED):
        return Outcome(Verdict.UNSUPPORTED, reason)
    return Outcome(Verdict.FAILED, reason)


def graded(findings: Iterable[Finding]) -> Iterator[Outcome]:
    """Turn findings into outcomes, one for each severity that counts.

    What one answer of a model can explain is none: it counts for a rate over the run.
    """
    for severity, verdict in (
        (Severity.ERROR, Verdict.FAILED),
        (Severity.WARNING, Verdict.NON_STRICT),
    ):
        ids = sorted({finding.rule for finding in findings if finding.counted is severity})
        if ids:
            more = f" and {len(ids) - _MOST_RULES} more" if len(ids) > _MOST_RULES else ""
            said = f"{severity}: {', '.join(ids[:_MOST_RULES])}{more}"
            yield Outcome(verdict, said, tuple(ids))


def _of_expectations(step: Step, reading: Reading) -> Iterator[Outcome]:
    reply = reading.reply
    stop = neutral_stop(dialect(reading.dialect).stops, reply)
    for unmet in check(step, reply, stop):
        verdict = Verdict.FAILED if unmet.wire else Verdict.INCONCLUSIVE
        yield Outcome(verdict, unmet.message)


def fold(steps: Iterable[tuple[int, Outcome]], *, several: bool) -> Outcome:
    """Fold the outcomes of all steps into the verdict of the case.

    Args:
        steps: number of the step, from 1, and one of its outcomes.
        several: the case has more than one step, so reasons name theirs.
    """
    told = [
        replace(outcome, reason=f"step {number}: {outcome.reason}") if several else outcome
        for number, outcome in steps
    ]
    for verdict in _ORDER:
        reasons = [outcome.reason for outcome in told if outcome.verdict is verdict]
        if reasons:
            return Outcome(verdict, "; ".join(dict.fromkeys(reasons)))
    return Outcome(Verdict.CONFORMANT)
