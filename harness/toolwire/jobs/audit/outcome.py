"""What a step of a case comes to: outcomes, folded into one verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from toolwire.io.lists import listed
from toolwire.model.observation import Chance, Finding, Severity, Verdict

_MOST_RULES: Final = 5
#: The most severe first; `fold` takes the first of these that any step came to.
_ORDER: Final = (
    Verdict.FAILED,
    Verdict.NOT_RUN,
    Verdict.UNSUPPORTED,
    Verdict.INCONCLUSIVE,
    Verdict.NON_STRICT,
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step came to, and why; `conformant` has no reason.

    `rules` are those whose findings say the same; () for what an expectation alone says.
    """

    verdict: Verdict
    reason: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StepResult:
    """One step, judged.

    Attributes:
        findings: of every rule, pointers as the rules gave them.
        outcomes: everything that keeps the step from being conformant.
        over: the conversation cannot go on.
        chances: how the reply counts for rules that one answer of a model can explain.
        facets: what only the controls show.
    """

    findings: tuple[Finding, ...]
    outcomes: tuple[Outcome, ...]
    over: bool
    chances: Mapping[str, Chance] = field(default_factory=dict)
    facets: Mapping[str, str] = field(default_factory=dict)


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
            yield Outcome(verdict, f"{severity}: {listed(ids, _MOST_RULES)}", tuple(ids))


def fold(steps: Iterable[tuple[int, Outcome]], *, several: bool) -> Outcome:
    """Fold the outcomes of all steps into the verdict of the case.

    Args:
        steps: number of the step, from 1, and one of its outcomes.
        several: the case has more than one step, so reasons name theirs.
    """
    placed = [
        replace(outcome, reason=f"step {number}: {outcome.reason}") if several else outcome
        for number, outcome in steps
    ]
    for verdict in _ORDER:
        reasons = [outcome.reason for outcome in placed if outcome.verdict is verdict]
        if reasons:
            return Outcome(verdict, "; ".join(dict.fromkeys(reasons)))
    return Outcome(Verdict.CONFORMANT)
