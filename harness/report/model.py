"""What a report shows, as frozen values; templates and exports read nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from harness.exchange import EvidenceLevel
from harness.observation import Verdict

__all__ = [
    "Change",
    "Deviation",
    "FacetCell",
    "Matrix",
    "NotLooked",
    "Proof",
    "Row",
    "SourceCount",
    "SuiteCell",
]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of every matrix: who answered, in which wire format."""

    provider: str
    dialect: str


@dataclass(frozen=True, slots=True)
class Proof:
    """How a cell is known.

    Attributes:
        level: strongest evidence level there is; only exchanges of it count for the cell.
        newest: ISO date of the newest exchange; None when no date is known.
        count: exchanges that count.
        source: one of them: the newest, or for a bad cell the newest bad one.
    """

    level: EvidenceLevel
    newest: str | None
    count: int
    source: str

    @property
    def hollow(self) -> bool:
        """Return whether this proves the harness only, and not the provider."""
        return self.level is EvidenceLevel.DOCUMENTED


@dataclass(frozen=True, slots=True)
class FacetCell:
    """One observed fact of a format: the usual word, and the rarer ones with their counts."""

    value: str
    share: float
    others: tuple[tuple[str, int], ...]
    proof: Proof


@dataclass(frozen=True, slots=True)
class SuiteCell:
    """What a suite came to for one row.

    `verdict` is the worst one seen at the strongest evidence level; `good` counts
    observations that were conformant; `reason` explains a verdict that is not.
    """

    verdict: Verdict
    good: int
    total: int
    reason: str
    proof: Proof


@dataclass(frozen=True, slots=True)
class Deviation:
    """A rule broken by a provider: how often, since when, and one place to look."""

    provider: str
    dialect: str
    rule: str
    severity: str
    message: str
    count: int
    exchanges: int
    first: str | None
    last: str | None
    source: str


@dataclass(frozen=True, slots=True)
class Change:
    """One claim of the format guide against what is observed now.

    `state` is `unchanged`, `changed` (the usual word is another), `also others` (the usual word
    stands, others are seen beside it) or `not observed`.
    """

    provider: str
    what: str
    claimed: str
    observed: str
    state: str
    proof: Proof | None


@dataclass(frozen=True, slots=True)
class NotLooked:
    """Targets and suites that could not be looked at, with the reason and how many."""

    provider: str
    suite: str
    verdict: Verdict
    reason: str
    count: int


@dataclass(frozen=True, slots=True)
class SourceCount:
    """Where imported exchanges come from and how many; cassettes count as one source."""

    name: str
    level: EvidenceLevel
    exchanges: int


@dataclass(frozen=True, slots=True)
class Matrix:
    """Everything a report shows.

    `facets` and `suites` map (row, key) to a cell; suite keys are `suite` for both modes
    together, `suite[mode]` for one and `suite.case` for a case that a table shows. A missing key means that nothing was observed.
    """

    rows: tuple[Row, ...]
    suite_ids: tuple[str, ...]
    facets: dict[tuple[Row, str], FacetCell]
    suites: dict[tuple[Row, str], SuiteCell]
    deviations: tuple[Deviation, ...]
    not_looked: tuple[NotLooked, ...]
    sources: tuple[SourceCount, ...]
    observations: int
