"""The rules that a provider is known to break, as lines of its page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from toolwire.jobs.report.labels import known_text, severities_text, state_text
from toolwire.jobs.report.model import DeviationState, ModelShare, SeenDeviation
from toolwire.jobs.site import addresses, bounded
from toolwire.jobs.site.bounded import ShownItems, first, names
from toolwire.jobs.site.providers.evidence import SourceLink, citation
from toolwire.jobs.site.providers.grouping import ProviderPart
from toolwire.model.observation import WHOLE, Observation, Severity
from toolwire.model.rule_facts import RuleFacts
from toolwire.results.cells import Row

_MOST: Final = 60
_MOST_MODELS: Final = 6
#: Where a deviation stands on the page: heading -> the states that are told below it.
_GROUPS: Final[Mapping[str, tuple[DeviationState, ...]]] = {
    "Stands now": (DeviationState.STANDS,),
    "In traffic of others only, not in what was asked": (DeviationState.BESIDE,),
    "No longer shown": (DeviationState.NOT_SEEN_SINCE, DeviationState.MENDED),
}
_HOLDING: Final = (DeviationState.STANDS, DeviationState.BESIDE)
#: Severity -> the class that colours it.
TONES: Final[Mapping[Severity, str]] = {
    Severity.ERROR: "failed",
    Severity.WARNING: "non-strict",
    Severity.INFO: "none",
}


@dataclass(frozen=True, slots=True)
class RuleName:
    """A rule as pages name it: id, name, and its page; "" of a rule that is not in the table."""

    id: str
    name: str = ""
    page: str = ""


@dataclass(frozen=True, slots=True)
class DeviationLine:
    """One rule that a provider breaks in one of its formats.

    Attributes:
        rule, dialect: which rule, in which format.
        message: what was found, in the rule's words.
        tone: the class of its severity; severity: in words, with counts where exchanges differ.
        gone: since when it no longer shows, in words; "" where it holds.
        count, exchanges: how many of how many exchanges show it.
        modes: in which modes; showing, clean: models that show it, and that do not.
        first, last: ISO dates; "unknown" where no day is known.
        known: whether the provider's file lists it: `yes`, `no`, or for how many exchanges.
        example: one exchange that shows it; level: how strong the best evidence is.
        cell: page of the cell in which that exchange counts; "" for none. suite: its suite.
    """

    rule: RuleName
    dialect: str
    message: str
    tone: str
    severity: str
    gone: str
    count: int
    exchanges: int
    modes: str
    showing: str
    clean: str
    first: str
    last: str
    known: str
    example: SourceLink
    level: str
    cell: str
    suite: str


@dataclass(frozen=True, slots=True)
class DeviationGroup:
    """Deviations under one heading, the most severe and then the commonest first."""

    heading: str
    lines: ShownItems[DeviationLine]

    @property
    def count(self) -> int:
        """Return how many there are."""
        return len(self.lines.items) + self.lines.more


def rule_name(rule: str, rules: Mapping[str, RuleFacts]) -> RuleName:
    """Return a rule with its page; an id that results made up has none."""
    facts = rules.get(rule)
    return (
        RuleName(rule, facts.name, addresses.rule_page(rule))
        if facts
        else RuleName(bounded.name(rule))
    )


def deviation_groups(
    part: ProviderPart, rules: Mapping[str, RuleFacts]
) -> tuple[DeviationGroup, ...]:
    """Return a provider's deviations by whether they hold; groups without any are left out."""
    places = _places(part.observations)
    groups = []
    for heading, states in _GROUPS.items():
        mine = [one for one in part.deviations if one.state in states]
        if mine:
            mine.sort(key=lambda one: (one.severity.rank, -one.count, one.rule))
            kept = first(mine, _MOST)
            lines = tuple(_line(one, part, rules, places) for one in kept.items)
            groups.append(DeviationGroup(heading, ShownItems(lines, kept.more)))
    return tuple(groups)


def severity_counts(part: ProviderPart) -> Mapping[Severity, int]:
    """Return severity -> deviations that stand, by the most severe each was seen with."""
    stands = [one.severity for one in part.deviations if one.stands]
    return {severity: stands.count(severity) for severity in Severity}


def _places(observations: Iterable[Observation]) -> dict[tuple[str, str, str], str]:
    """Return (dialect, rule, source) -> the first suite in which that source shows it."""
    found: dict[tuple[str, str, str], str] = {}
    for seen in observations:
        # An exchange as a whole has no cell; some suite that it is evidence for has.
        for finding in seen.findings if seen.suite != WHOLE else ():
            key = (seen.dialect, finding.rule, seen.evidence.source)
            found[key] = min(found.get(key, seen.suite), seen.suite)
    return found


def _line(
    one: SeenDeviation,
    part: ProviderPart,
    rules: Mapping[str, RuleFacts],
    places: Mapping[tuple[str, str, str], str],
) -> DeviationLine:
    dialect = one.watched.dialect
    suite = places.get((dialect, one.rule, one.source), "")
    row = Row(part.provider, dialect)
    has_cell = (row, suite) in part.suites
    return DeviationLine(
        rule=rule_name(one.rule, rules),
        dialect=bounded.name(dialect),
        message=bounded.cut(one.message),
        tone=TONES[one.severity],
        severity=severities_text(one),
        gone="" if one.state in _HOLDING else state_text(one),
        count=one.count,
        exchanges=one.exchanges,
        modes=" and ".join(one.modes),
        showing=_shares([share for share in one.by_model if share.count]),
        clean=_shares([share for share in one.by_model if not share.count]),
        first=one.first or "unknown",
        last=one.last or "unknown",
        known=known_text(one),
        example=citation(one.source),
        level=str(one.level),
        cell=addresses.cell_page(row, suite) if has_cell else "",
        suite=bounded.name(suite) if has_cell else "",
    )


def _shares(shares: Sequence[ModelShare]) -> str:
    return names(
        [f"{bounded.name(one.model)} {one.count}/{one.exchanges}" for one in shares], _MOST_MODELS
    )
