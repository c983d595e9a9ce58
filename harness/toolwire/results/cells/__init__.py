"""What a cell of the matrix says: observations folded by one algebra (design.md, section 5a).

Every page, export, checklist, comparison and exit code reads the values made here.
"""

from __future__ import annotations

from toolwire.results.cells.age import Age, age, days_old
from toolwire.results.cells.algebra import CellObservations, looks_better, select, worst
from toolwire.results.cells.model import Basis, Cell, FacetCell, Past, Row, Word
from toolwire.results.cells.outcome import exit_code, outcomes
from toolwire.results.cells.table import Table, fold, selections

__all__ = [
    "Age",
    "Basis",
    "Cell",
    "CellObservations",
    "FacetCell",
    "Past",
    "Row",
    "Table",
    "Word",
    "age",
    "days_old",
    "exit_code",
    "fold",
    "looks_better",
    "outcomes",
    "select",
    "selections",
    "worst",
]
