"""Model variance: what one answer of a model can explain, counted over a run.

Everything here is folded from observations, so that a live run, its recording, the replay of that,
a run that went on after it was interrupted and the parts of a divided run come to the same.
"""

from __future__ import annotations

from toolwire.results.variance.interval import Interval, excluded, wilson
from toolwire.results.variance.significance import settled, settled_runs
from toolwire.results.variance.statement import Statement, statements
from toolwire.results.variance.trials import trials_text

__all__ = [
    "Interval",
    "Statement",
    "excluded",
    "settled",
    "settled_runs",
    "statements",
    "trials_text",
    "wilson",
]
