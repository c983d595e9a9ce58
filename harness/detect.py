"""Which dialect an exchange speaks, judged by host, path and bodies."""

from __future__ import annotations

from dataclasses import dataclass

from harness.dialects import dialects
from harness.exchange import Exchange

__all__ = ["Detection", "detect"]

#: Below this no dialect is named: a wrong dialect would produce findings about nothing.
THRESHOLD = 0.5


@dataclass(frozen=True, slots=True)
class Detection:
    """The dialect found.

    `dialect` is None when no dialect is sure enough, or two are equally sure; `confidence`
    is that of the best one, 0.0 to 1.0; `reason` says what was seen.
    """

    dialect: str | None
    confidence: float
    reason: str


def detect(exchange: Exchange) -> Detection:
    """Ask every dialect of the table and take the surest."""
    best, reason, name, tied = 0.0, "no dialect recognises it", None, False
    for dialect in dialects():
        sighting = dialect.recognise(exchange)
        if sighting.confidence > best:
            best, reason, name, tied = sighting.confidence, sighting.reason, dialect.name, False
        elif sighting.confidence == best and best:
            tied = True
    if tied:
        return Detection(None, best, "two dialects are equally likely")
    return Detection(name if best >= THRESHOLD else None, best, reason)
