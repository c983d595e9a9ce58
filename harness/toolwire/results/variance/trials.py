"""What several runs of one case say, in words."""

from __future__ import annotations

from toolwire.model.observation import Trials
from toolwire.results.variance.interval import excluded, percent


def trials_text(trials: Trials) -> str:
    """Return how often a case did as asked, and how far that is known, in a few words.

    A clean small sample claims no more than it shows: `5 of 5; not enough to exclude 45 % (95 %)`,
    the percentage being of runs that do otherwise.
    """
    counted = f"{trials.met} of {trials.runs}"
    if trials.met == trials.runs:
        return f"{counted}; not enough to exclude {percent(excluded(trials.runs))} (95 %)"
    return f"{counted} (95 % interval {percent(trials.low)} to {percent(trials.high)})"
