"""What a whole run shows of a model that never reasons, which no case of it shows alone.

Where the format has no member that asks for thoughts, or the server passes over it, a model without
any answers every case of `reasoning_state` well and shows nothing. One such answer may be chance. Where
none of the suite's answers has thoughts, in neither mode, the server offers none: that is no
deviation, and leaves nothing open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from toolwire.jobs.audit.reasoning_state import NO_STATE
from toolwire.model.observation import Observation, Severity, Verdict

_SUITE: Final = "reasoning_state"
_REASON: Final = "no answer of the suite has reasoning: the model has none, or it is not told"


def without_reasoning(observations: Sequence[Observation]) -> tuple[Observation, ...]:
    """Return observations of which those of a target that never reasoned are `unsupported`.

    Those with a warning are `non-strict`, and those that something else left open stay as they are.

    Args:
        observations: of a whole run.
    """
    silent = _silent(observations)
    return tuple(
        replace(seen, verdict=_without(seen), reason=_REASON)
        if seen.suite == _SUITE and _target(seen) in silent and _only_silent(seen)
        else seen
        for seen in observations
    )


def _silent(observations: Iterable[Observation]) -> set[tuple[str, str, str]]:
    """Return the targets some answers of which lack reasoning, and no answer of which has any."""
    asked = [seen for seen in observations if seen.suite == _SUITE]
    # What was not told that no reasoning came has shown some, or has not come so far.
    spoken = {_target(seen) for seen in asked if seen.verdict is not Verdict.INCONCLUSIVE}
    return {_target(seen) for seen in asked if _only_silent(seen)} - spoken


def _only_silent(seen: Observation) -> bool:
    """Return whether nothing but the lack of reasoning left an observation open."""
    parts = seen.reason.split("; ")
    return seen.verdict is Verdict.INCONCLUSIVE and all(part.endswith(NO_STATE) for part in parts)


def _without(seen: Observation) -> Verdict:
    """Return what an observation comes to where no reasoning could be asked of it."""
    warned = any(one.counted is Severity.WARNING for one in seen.findings)
    return Verdict.NON_STRICT if warned else Verdict.UNSUPPORTED


def _target(seen: Observation) -> tuple[str, str, str]:
    return seen.provider, seen.dialect, seen.model
