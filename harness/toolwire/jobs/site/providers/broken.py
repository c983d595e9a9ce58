"""The rules that a provider is known to break, as lines of its page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from toolwire.jobs.report.model import DeviationState, SeenDeviation
from toolwire.jobs.site import addresses, bounded
from toolwire.jobs.site.bounded import ShownItems, first, names
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

    `suite` is that of the cell in which the exchange that stands for it counts; "" for none.
    """

    row: Row
    found: SeenDeviation
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


def deviation_groups(part: ProviderPart) -> tuple[DeviationGroup, ...]:
    """Return a provider's deviations by whether they hold; groups without any are left out."""
    places = _places(part.observations)
    groups = []
    for heading, states in _GROUPS.items():
        mine = [one for one in part.deviations if one.state in states]
        if mine:
            mine.sort(key=lambda one: (one.severity.rank, -one.count, one.rule))
            lines = [_line(one, part, places) for one in mine]
            groups.append(DeviationGroup(heading, first(lines, _MOST)))
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
    one: SeenDeviation, part: ProviderPart, places: Mapping[tuple[str, str, str], str]
) -> DeviationLine:
    row = one.watched.row
    suite = places.get((row.dialect, one.rule, one.source), "")
    return DeviationLine(row, one, suite if (row, suite) in part.suites else "")


def shares(found: SeenDeviation, *, showing: bool) -> str:
    """Return the models that show a deviation, or that do not, with their exchanges."""
    return names(
        [
            f"{bounded.name(one.model)} {one.count}/{one.exchanges}"
            for one in found.by_model
            if bool(one.count) is showing
        ],
        _MOST_MODELS,
    )
