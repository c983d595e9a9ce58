"""What changed between two results, and whether the provider, the model or we did it.

Every change is decided by one table (`comparison.decide`), explained in
`docs/comparing-reports.md`. Nothing here prints: the command line and the report do.
"""

from __future__ import annotations

from toolwire.comparison.compare import compare
from toolwire.comparison.document import document
from toolwire.comparison.markdown import markdown
from toolwire.comparison.model import (
    Cause,
    Change,
    Comparison,
    FactChange,
    Glance,
    Kind,
    RuleChange,
    Side,
)

__all__ = [
    "Cause",
    "Change",
    "Comparison",
    "FactChange",
    "Glance",
    "Kind",
    "RuleChange",
    "Side",
    "compare",
    "document",
    "markdown",
]
