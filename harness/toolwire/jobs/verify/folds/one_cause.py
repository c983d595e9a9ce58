"""What several findings of a run say of one cause, told once: under the finding that says it best.

A rule judges one answer, and cannot know what the rest of the run shows. What is folded here shows in
the whole run only; nothing of it is lost: what the others say stands beside the one that is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.answer_folds import OF_ANSWERS
from toolwire.jobs.verify.folds.call_folds import OF_CALLS
from toolwire.jobs.verify.folds.folding import CauseFold, told_once
from toolwire.jobs.verify.folds.loss_folds import OF_LOSSES
from toolwire.jobs.verify.folds.request_folds import OF_REQUESTS

_FOLDS: Final[tuple[CauseFold, ...]] = (*OF_REQUESTS, *OF_ANSWERS, *OF_CALLS, *OF_LOSSES)


def each_cause_once(found: Sequence[ServerDeviation]) -> tuple[ServerDeviation, ...]:
    """Return deviations without those that tell the cause of another one.

    Args:
        found: of one server in one dialect.

    Returns:
        The others in their order. One that another was folded into has its severity where that is
        graver, its observations beside its own, and under `others` what its rule says.
    """
    return told_once(found, _FOLDS)
