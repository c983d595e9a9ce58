"""What a report shows, as frozen values; templates and exports read nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from harness.exchange import EvidenceLevel
from harness.observation import Severity, Stale, Verdict

__all__ = [
    "Change",
    "Deviation",
    "Drift",
    "FacetCell",
    "Findings",
    "Matrix",
    "NotLooked",
    "Proof",
    "Row",
    "SourceCount",
    "SuiteCell",
    "Watched",
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
class Watched:
    """What was really seen of a provider in a dialect; documented exchanges never count.

    Attributes:
        provider, dialect: who answered, in which wire format.
        exchanges: how many.
        models: as the exchanges name them, sorted.
        first, last: ISO dates of the oldest and the newest; None when no date is known.
        since: mode -> ISO date of the oldest in that mode; modes without a date are not there.
    """

    provider: str
    dialect: str
    exchanges: int
    models: tuple[str, ...]
    first: str | None
    last: str | None
    since: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Deviation:
    """A rule that a provider was really seen to break.

    Attributes:
        watched: of whom, and of how many exchanges.
        rule: its id; message: what was found, in the rule's words.
        severities: severity -> exchanges of which it is the gravest, the gravest first.
        modes, models: in which it was seen, sorted.
        count: exchanges that show it.
        known: those of them for which the provider's file lists it.
        first, last: ISO dates of the oldest and the newest of them; None when none is known.
        level: strongest evidence level of them.
        source: the newest of the gravest.
    """

    watched: Watched
    rule: str
    message: str
    severities: tuple[tuple[Severity, int], ...]
    modes: tuple[str, ...]
    models: tuple[str, ...]
    count: int
    known: int
    first: str | None
    last: str | None
    level: EvidenceLevel
    source: str

    @property
    def severity(self) -> Severity:
        """Return the gravest severity it was seen with."""
        return self.severities[0][0]


@dataclass(frozen=True, slots=True)
class Drift:
    """A member that a format's schema does not know, in a provider's real answers.

    Attributes:
        watched: in whose.
        member: where it stands, positions in arrays and streams as `*`.
        kind: JSON types of its value, sorted.
        count: exchanges that have it.
        first, last: ISO dates of the oldest and the newest of them; None when none is known.
        since: ISO date of the oldest exchange of that provider, dialect and mode, with or
            without it; None when none is known.
        level: strongest evidence level of those that have it.
        source: the newest of them.
    """

    watched: Watched
    member: str
    kind: tuple[str, ...]
    count: int
    first: str | None
    last: str | None
    since: str | None
    level: EvidenceLevel
    source: str

    @property
    def came_later(self) -> bool:
        """Return whether older exchanges are known that lack it."""
        return bool(self.first and self.since and self.since < self.first)


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found wrong or new in real answers, and what is wrongly listed as known."""

    deviations: tuple[Deviation, ...] = ()
    drift: tuple[Drift, ...] = ()
    stale: tuple[Stale, ...] = ()


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
    not_looked: tuple[NotLooked, ...]
    sources: tuple[SourceCount, ...]
    observations: int
