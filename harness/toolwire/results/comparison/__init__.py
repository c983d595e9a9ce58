"""What changed between two results, and whether the provider, the model or we did it.

Every change is decided by one table (`comparison.decide`), explained in
`docs/comparing-reports.md`. Nothing here prints: the command line and the report do.
"""

from __future__ import annotations

from toolwire.results.comparison.compare import compare, compare_sides
from toolwire.results.comparison.document import document
from toolwire.results.comparison.markdown import markdown
from toolwire.results.comparison.model import (
    Cause,
    Change,
    ChangeKind,
    Comparison,
    FactChange,
    Glance,
    RuleChange,
    Side,
)
from toolwire.results.comparison.side import ResultSide

__all__ = [
    "Cause",
    "Change",
    "ChangeKind",
    "Comparison",
    "FactChange",
    "Glance",
    "ResultSide",
    "RuleChange",
    "Side",
    "compare",
    "compare_sides",
    "document",
    "markdown",
]
