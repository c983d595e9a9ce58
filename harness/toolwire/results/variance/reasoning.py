"""What a whole run shows of a model that never reasons, which no case of it shows alone.

Where the format has no member that asks for thoughts, or the server passes over it, a model without
any answers every case of `reasoning_state` well and shows nothing. One such answer may be chance. Where
none of the suite's answers to several cases has thoughts, in neither mode, the server offers none: that is
no deviation, and leaves nothing open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Severity, Verdict
from toolwire.results.variance.statement import LEAST_CASES, Target, target_of

#: Why a step that should have brought reasoning state shows nothing.
NO_STATE: Final = "the reply carries no reasoning state"

_SUITE: Final = "reasoning_state"
_REASON: Final = "no answer of the suite has reasoning: the model has none, or it is not told"


def unreasoning(observations: Iterable[Observation]) -> frozenset[Target]:
    """Return the targets of which several cases lack reasoning, and no answer has any.

    Args:
        observations: of one run, as they were made. Traffic and composed answers count for nothing.
    """
    asked = [seen for seen in observations if seen.suite == _SUITE and _counts(seen)]
    silent: dict[Target, set[str]] = {}
    for seen in filter(_only_silent, asked):
        silent.setdefault(target_of(seen), set()).add(seen.case)
    # What was not told that no reasoning came has shown some, or has not come so far.
    spoken = {target_of(seen) for seen in asked if not _open(seen)}
    return frozenset(
        target
        for target, cases in silent.items()
        if len(cases) >= LEAST_CASES and target not in spoken
    )


def without_reasoning(seen: Observation, targets: Collection[Target]) -> Observation:
    """Return an observation, `unsupported` where all that left it open is that its target never reasons.

    One with a warning is `non-strict`.

    Args:
        seen: of any suite.
        targets: what `unreasoning` returns.
    """
    if target_of(seen) not in targets or seen.suite != _SUITE or not _counts(seen):
        return seen
    if not _only_silent(seen):
        return seen
    warned = any(one.counted is Severity.WARNING for one in seen.findings)
    verdict = Verdict.NON_STRICT if warned else Verdict.UNSUPPORTED
    return replace(seen, verdict=verdict, reason=_REASON)


def _counts(seen: Observation) -> bool:
    return seen.asked and seen.evidence.level is not EvidenceLevel.DOCUMENTED


def _only_silent(seen: Observation) -> bool:
    """Return whether nothing but the lack of reasoning left an observation open."""
    return _open(seen) and all(part.endswith(NO_STATE) for part in seen.reason.split("; "))


def _open(seen: Observation) -> bool:
    """Return whether an observation was left open each time its case was run."""
    met = seen.trials.met if seen.trials is not None else 0
    return seen.verdict is Verdict.INCONCLUSIVE and not met
