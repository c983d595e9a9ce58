"""Cells and facets as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Verdict

#: Fewer observations than this are thin.
THIN = 3


class Basis(StrEnum):
    """What a cell rests on, the strongest first.

    `asked`: cases that we asked with this harness, with their expectations. `submitted`: the same,
    asked by others who handed in the bytes; no recorded cell becomes greener by it. `seen`: traffic that shows
    the feature, held to rules only. `documented`: composed from documentation; colours nothing.
    """

    ASKED = "asked"
    SUBMITTED = "submitted"
    SEEN = "seen"
    DOCUMENTED = "documented"


@dataclass(frozen=True, slots=True, order=True)
class Row:
    """One line of every matrix: who answered, in which wire format."""

    provider: str
    dialect: str


@dataclass(frozen=True, slots=True)
class Past:
    """Evidence of a cell that no longer counts: its newest day, what it came to, how often.

    `until` is an ISO date, None when no date is known; `run` the id of the run that asked, ""
    for traffic; `good` of `total` observations were conformant.
    """

    until: str | None
    verdict: Verdict
    good: int
    total: int
    run: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a suite (a case of it, a mode, a model) came to for one row.

    Attributes:
        basis: what it rests on.
        verdict: the worst of what counts: failed, not-run, inconclusive, non-strict, conformant,
            unsupported.
        counts: verdict -> observations that count, the worst first; of `asked` those of the newest
            run of each model, of `seen` those of the 90 days before the newest.
        counted: the same without known deviations, for exit codes.
        since: not-run, inconclusive and unsupported observations of runs after the one that counts.
        level: strongest evidence level of what counts.
        newest, oldest: ISO dates of what counts; None when no date is known.
        source: one exchange: the newest of the worst.
        reason: why the verdict is not conformant; "" where it is.
        models: those that count, sorted.
        before: older evidence of the same basis, the newest first.
        beside: the weaker basis that there is too; None for none.
    """

    basis: Basis
    verdict: Verdict
    counts: tuple[tuple[Verdict, int], ...]
    counted: tuple[tuple[Verdict, int], ...]
    level: EvidenceLevel
    newest: str | None
    oldest: str | None
    source: str
    reason: str = ""
    models: tuple[str, ...] = ()
    since: tuple[tuple[Verdict, int], ...] = ()
    before: tuple[Past, ...] = ()
    beside: Cell | None = None

    def of(self, *verdicts: Verdict) -> int:
        """Return how many observations that count came to one of some verdicts."""
        return sum([count for verdict, count in self.counts if verdict in verdicts])

    @property
    def good(self) -> int:
        """Return how many were conformant."""
        return self.of(Verdict.CONFORMANT)

    @property
    def total(self) -> int:
        """Return how many count, those included that were not run."""
        return sum(count for _, count in self.counts)

    @property
    def decided(self) -> int:
        """Return of how many the bytes decided something."""
        return self.of(Verdict.CONFORMANT, Verdict.NON_STRICT, Verdict.FAILED)

    @property
    def thin(self) -> bool:
        """Return whether fewer than three observations decided it."""
        return self.basis is Basis.SEEN and self.decided < THIN

    @property
    def hollow(self) -> bool:
        """Return whether this proves the harness only, and not the provider."""
        return self.basis is Basis.DOCUMENTED


@dataclass(frozen=True, slots=True)
class Word:
    """One observed word of a facet, with how many observations have it and the newest of them."""

    text: str
    count: int
    newest: str | None
    source: str


@dataclass(frozen=True, slots=True)
class FacetCell:
    """One observed fact of a format.

    Attributes:
        words: the words that hold now, the most frequent first.
        before: words that only older evidence has, the newest first.
        basis, level, newest: as in `Cell`.
        count: observations that count.
    """

    words: tuple[Word, ...]
    before: tuple[Word, ...]
    basis: Basis
    level: EvidenceLevel
    newest: str | None
    count: int

    @property
    def value(self) -> str:
        """Return the usual word."""
        return self.words[0].text

    @property
    def share(self) -> float:
        """Return what share of the observations have the usual word, 0.0 to 1.0."""
        return self.words[0].count / self.count

    @property
    def others(self) -> tuple[Word, ...]:
        """Return the rarer words."""
        return self.words[1:]

    @property
    def source(self) -> str:
        """Return the newest exchange that has the usual word."""
        return self.words[0].source

    @property
    def hollow(self) -> bool:
        """Return whether this is documented only."""
        return self.basis is Basis.DOCUMENTED
