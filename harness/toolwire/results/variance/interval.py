"""How far a rate is known from so many replies."""

from __future__ import annotations

from dataclasses import dataclass
from math import expm1, floor, log, sqrt
from typing import Final

#: Standard normal quantile of a two-sided 95 % interval.
_Z: Final = 1.959963984540054
#: What is left of certainty at 95 %.
_DOUBT: Final = 0.05


@dataclass(frozen=True, slots=True)
class Interval:
    """A rate's two-sided interval; 0.0 <= low <= high <= 1.0."""

    low: float
    high: float


def wilson(hits: int, of: int) -> Interval:
    """Return the Wilson score interval at 95 % of a rate.

    Unlike the normal approximation it stays inside 0 and 1 and means something for few replies.
    Source: E. B. Wilson, Probable Inference, JASA 22 (1927) 209-212.

    Args:
        hits: those that did.
        of: all; at least 1.
    """
    rate, square = hits / of, _Z * _Z
    middle = rate + square / (2 * of)
    spread = _Z * sqrt(rate * (1 - rate) / of + square / (4 * of * of))
    whole = 1 + square / of
    low = (middle - spread) / whole if hits else 0.0
    high = (middle + spread) / whole if hits < of else 1.0
    return Interval(max(0.0, low), min(1.0, high))


def excluded(of: int) -> float:
    """Return the rate that nothing of so many still leaves possible at 95 %.

    The exact one-sided bound where none was seen: 1 - 0.05 ** (1 / of), which the rule of three
    approximates by 3 / of. Source: C. J. Clopper, E. S. Pearson, The Use of Confidence or Fiducial
    Limits, Biometrika 26 (1934) 404-413; J. A. Hanley, A. Lippman-Hand, If Nothing Goes Wrong, Is
    Everything All Right?, JAMA 249 (1983) 1743-1745.

    Args:
        of: all; at least 1.
    """
    return -expm1(log(_DOUBT) / of)


def percent(rate: float) -> str:
    """Return a rate as people read it: `45 %`, below ten with a decimal, `0.3 %`."""
    hundred = rate * 100
    return f"{hundred:.1f} %" if 0 < hundred < 10 else f"{floor(hundred + 0.5)} %"
