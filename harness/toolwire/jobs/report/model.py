"""What a report shows, as frozen values; templates and exports read nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Severity, Stale, Verdict
from toolwire.results.cells import Row


@dataclass(frozen=True, slots=True)
class Proof:
    """How a claim is known: evidence level, ISO date of the newest exchange, and one of them."""

    level: EvidenceLevel
    newest: str | None
    source: str


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

    @property
    def row(self) -> Row:
        """Return its row of the matrix."""
        return Row(self.provider, self.dialect)


class DeviationState(StrEnum):
    """Whether a deviation holds now.

    `stands`: evidence that counts shows it. `beside`: only traffic shows it, where what was asked
    does not. `mended`: newer evidence of the same suite and mode does not show it any more.
    `not seen since`: there is no newer evidence that could.
    """

    STANDS = "stands"
    BESIDE = "beside"
    MENDED = "mended"
    NOT_SEEN_SINCE = "not seen since"


@dataclass(frozen=True, slots=True)
class ModelShare:
    """One model: how many of its exchanges that count show a deviation, and since when.

    `first` and `last` are ISO dates of all exchanges that show it; None when none does.
    """

    model: str
    count: int
    exchanges: int
    first: str | None
    last: str | None


@dataclass(frozen=True, slots=True)
class SeenDeviation:
    """A rule that a provider was really seen to break.

    Attributes:
        watched: of whom.
        rule: its id; message: what was found, in the rule's words.
        state: whether it holds now.
        severities: severity -> exchanges of which it is the most severe, the most severe first.
        modes, models: in which it was seen, sorted.
        count: exchanges that show it, of those that count; where it does not hold, of all.
        exchanges: how many there are of which `count` show it.
        known: those of them for which the provider's file lists it.
        first, last: ISO dates of the oldest and the newest that ever showed it; None when none is
            known.
        level: strongest evidence level of them.
        source: the newest of the most severe.
        by_model: every model whose exchanges count, those that show it first.
    """

    watched: Watched
    rule: str
    message: str
    state: DeviationState
    severities: tuple[tuple[Severity, int], ...]
    modes: tuple[str, ...]
    models: tuple[str, ...]
    count: int
    exchanges: int
    known: int
    first: str | None
    last: str | None
    level: EvidenceLevel
    source: str
    by_model: tuple[ModelShare, ...] = ()

    @property
    def severity(self) -> Severity:
        """Return the most severe it was seen with."""
        return self.severities[0][0]

    @property
    def stands(self) -> bool:
        """Return whether evidence that counts shows it."""
        return self.state is DeviationState.STANDS


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

    deviations: tuple[SeenDeviation, ...] = ()
    drift: tuple[Drift, ...] = ()
    stale: tuple[Stale, ...] = ()


@dataclass(frozen=True, slots=True)
class GuideClaim:
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
    """Targets and suites that could not be looked at, with the reason and how many.

    Only what counts now: what an older run could not look at is history.
    """

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
