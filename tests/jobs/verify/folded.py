"""Deviations to fold, and the rules of what is left of them."""

from __future__ import annotations

from toolwire.jobs.verify.deviation import DeviationExample, ServerDeviation
from toolwire.jobs.verify.one_cause import each_cause_once
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity

BOTH = ("blocking", "streaming")
#: A case, its mode, and where in its answer.
Seen = tuple[str, Mode, str]


def one(
    rule: str,
    message: str,
    *,
    modes: tuple[str, ...] = BOTH,
    severity: Severity = Severity.WARNING,
    step: int = 1,
    said: str = "",
    sides: tuple[Json, Json] = (None, None),
    case: str = "suite.case",
    pointer: str = "",
    seen: tuple[Seen, ...] = (),
    both: bool = False,
) -> ServerDeviation:
    """Return a deviation seen twice, with an example of each place; of one case where none is given."""
    examples = (
        DeviationExample(case, mode, step, at, both, expected=sides[0], actual=sides[1])
        for case, mode, at in seen or ((case, Mode.BLOCKING, pointer),)
    )
    return ServerDeviation(rule, severity, message, 2, modes, tuple(examples), said=said)


def rules(*found: ServerDeviation) -> list[str]:
    """Return the rules of what is left."""
    return [it.rule for it in each_cause_once(found)]
