"""Where rules are broken: a line for each provider and format, as the newest report has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from toolwire.io.lists import grouped
from toolwire.jobs.report.model import DeviationState, SeenDeviation
from toolwire.jobs.site.model import Site
from toolwire.model.observation import Severity, Verdict
from toolwire.results.cells import Basis, Row

#: States of what holds now; the others are of what was.
_NOW: Final = (DeviationState.STANDS, DeviationState.BESIDE)
#: Severity -> one of it, several.
_PLURALS: Final[Mapping[Severity, tuple[str, str]]] = {
    Severity.ERROR: ("error", "errors"),
    Severity.WARNING: ("warning", "warnings"),
    Severity.INFO: ("info", "info"),
}
_FORMATS: Final = ("provider format", "provider formats")


@dataclass(frozen=True, slots=True)
class BreachLine:
    """A rule that one provider breaks, or broke, in one format: what was found of it, and where.

    `suites` are those whose cells show it now, the failed ones first.
    """

    row: Row
    found: SeenDeviation
    suites: Sequence[str]


@dataclass(frozen=True, slots=True)
class RuleBreaches:
    """Who breaks a rule now, the most severe and commonest first, and who broke it once."""

    now: tuple[BreachLine, ...] = ()
    once: tuple[BreachLine, ...] = ()

    @property
    def worst(self) -> int:
        """Return the rank of the most severe breach that holds now; 9 where none does."""
        return min((line.found.severity.rank for line in self.now), default=9)

    @property
    def text(self) -> str:
        """Return `5 provider formats (2 errors, 3 warnings)`; "" where nobody breaks it now."""
        counts = [(sum(line.found.severity is one for line in self.now), one) for one in Severity]
        parts = ", ".join(_counted(count, _PLURALS[one]) for count, one in counts if count)
        return f"{_counted(len(self.now), _FORMATS)} ({parts})" if self.now else ""


def _counted(count: int, words: tuple[str, str]) -> str:
    return f"{count} {words[count != 1]}"


def breaches(site: Site) -> Mapping[str, RuleBreaches]:
    """Return rule id -> who breaks it, of the rules that somebody does or did."""
    showing = _showing(site)
    by_rule = grouped(site.content.findings.deviations, lambda found: found.rule)
    return {rule: _of_rule(found, showing) for rule, found in by_rule.items()}


def _of_rule(
    found: Iterable[SeenDeviation], showing: Mapping[tuple[Row, str], Sequence[str]]
) -> RuleBreaches:
    order = sorted(found, key=lambda one: (one.severity.rank, not one.stands, -one.count))
    now: list[BreachLine] = []
    once: list[BreachLine] = []
    for one in order:
        row = one.watched.row
        line = BreachLine(row, one, showing.get((row, one.rule), ()))
        (now if one.state in _NOW else once).append(line)
    return RuleBreaches(tuple(now), tuple(once))


def _showing(site: Site) -> Mapping[tuple[Row, str], Sequence[str]]:
    """Return (row, rule) -> suites whose cells have it in what counts now, the failed ones first."""
    matrix = site.content.matrix
    columns = frozenset(matrix.suite_ids)
    found: dict[tuple[Row, str], set[str]] = {}
    for (row, suite), selection in site.content.matrix.table.chosen.items():
        if suite not in columns or selection.basis is Basis.DOCUMENTED:
            continue
        for seen in selection.current:
            for finding in seen.findings:
                if not (finding.variance or finding.pointer.startswith("request/")):
                    found.setdefault((row, finding.rule), set()).add(suite)

    def failed_first(row: Row, suite: str) -> tuple[bool, str]:
        return matrix.suites[row, suite].verdict is not Verdict.FAILED, suite

    return {
        key: sorted(suites, key=lambda suite, row=key[0]: failed_first(row, suite))  # type: ignore[misc]
        for key, suites in found.items()
    }
