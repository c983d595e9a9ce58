"""Where rules are broken: a line for each provider and format, as the newest report has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from toolwire.io.lists import grouped
from toolwire.jobs.report.labels import link, severities_text, share_text, state_text
from toolwire.jobs.report.model import DeviationState, SeenDeviation
from toolwire.jobs.site import addresses
from toolwire.jobs.site.bounded import cut, name
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
#: How many cells a line leads to.
_MOST_CELLS: Final = 3


@dataclass(frozen=True, slots=True)
class BreachCell:
    """A cell of the matrix in whose evidence a rule is broken: its suite, cut, and its page."""

    suite: str
    page: str


@dataclass(frozen=True, slots=True)
class BreachLine:
    """A rule that one provider breaks, or broke, in one format; names are cut.

    Attributes:
        provider, provider_page, format: whose.
        message: what was found.
        worst: the most severe it was seen with; severity: in words, with counts where exchanges
            differ.
        state: whether it holds now, in words; now: whether it does; beside: whether only traffic
            shows it.
        count, exchanges: how many of how many show it.
        modes, models: in words.
        first, last: ISO dates, or "unknown".
        known: that our file of the provider lists it as a known deviation, in words; "" where it
            does not.
        level: the strongest evidence; citation: address of a cited exchange, or None.
        cells: cells that show it now, the failed ones first; more_cells: how many are left out.
    """

    provider: str
    provider_page: str
    format: str
    message: str
    worst: Severity
    severity: str
    state: str
    now: bool
    beside: bool
    count: int
    exchanges: int
    modes: str
    models: str
    first: str
    last: str
    known: str
    level: str
    citation: str | None
    cells: tuple[BreachCell, ...]
    more_cells: int


@dataclass(frozen=True, slots=True)
class RuleBreaches:
    """Who breaks a rule now, the most severe and commonest first, and who broke it once."""

    now: tuple[BreachLine, ...] = ()
    once: tuple[BreachLine, ...] = ()

    @property
    def worst(self) -> int:
        """Return the rank of the most severe breach that holds now; 9 where none does."""
        return min((line.worst.rank for line in self.now), default=9)

    @property
    def text(self) -> str:
        """Return `5 provider formats (2 errors, 3 warnings)`; "" where nobody breaks it now."""
        counts = [(sum(line.worst is one for line in self.now), one) for one in Severity]
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
    lines = [_line(one, showing) for one in order]
    return RuleBreaches(
        tuple(line for line in lines if line.now), tuple(line for line in lines if not line.now)
    )


def _line(one: SeenDeviation, showing: Mapping[tuple[Row, str], Sequence[str]]) -> BreachLine:
    row = Row(one.watched.provider, one.watched.dialect)
    suites = showing.get((row, one.rule), ())
    return BreachLine(
        provider=name(row.provider),
        provider_page=addresses.provider_page(row.provider),
        format=name(row.dialect),
        message=cut(one.message),
        worst=one.severity,
        severity=severities_text(one),
        state=state_text(one),
        now=one.state in _NOW,
        beside=one.state is DeviationState.BESIDE,
        count=one.count,
        exchanges=one.exchanges,
        modes=" and ".join(one.modes),
        models=cut(share_text(one)),
        first=one.first or "unknown",
        last=one.last or "unknown",
        known=_known(one),
        level=str(one.level),
        citation=link(one.source),
        cells=tuple(
            BreachCell(name(suite), addresses.cell_page(row, suite))
            for suite in suites[:_MOST_CELLS]
        ),
        more_cells=max(0, len(suites) - _MOST_CELLS),
    )


def _known(one: SeenDeviation) -> str:
    if not one.known:
        return ""
    whole = one.known == one.count
    return "known, listed in its file" if whole else f"known of {one.known} of {one.count}"


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
