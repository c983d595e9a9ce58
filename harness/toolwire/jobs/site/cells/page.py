"""What the page of one cell shows, as frozen values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

from toolwire.io.opening import content
from toolwire.jobs.site import addresses
from toolwire.jobs.site.bounded import cut
from toolwire.jobs.site.cells.broken import BrokenRule, broken_rules, cited, rule_page
from toolwire.jobs.site.cells.choice import by_worst, shown_in_full
from toolwire.jobs.site.cells.exhibit import ShownExchange, ShownFinding, shown_exchange
from toolwire.jobs.site.cells.kept import KeptFiles
from toolwire.jobs.site.cells.marked import MarkLabel
from toolwire.jobs.site.cells.repeat import RepeatCommands, repeated
from toolwire.jobs.site.cells.words import BASES, LEVELS, VERDICTS, place_words, value_words
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.jobs.site.rendering import page
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import WHOLE, Finding, Observation, Severity
from toolwire.model.rule_facts import RuleFacts
from toolwire.providers.model import Provider
from toolwire.results import EXCHANGES
from toolwire.results.cells import Cell, CellObservations, Row
from toolwire.results.cells.age import day
from toolwire.results.cells.algebra import ORDER
from toolwire.results.cells.marks import age_text

#: Where the cassettes that pages show lie below the site; their names are those of the recorder.
_CASSETTES = "cassettes"
_MOST_BYTES = 64 * 1024 * 1024
_MOST_FOUND = 12
#: A kind of part (mode, model, case) -> the parts of a cell with their names, the worst first.
_Parts: TypeAlias = Mapping[str, Sequence[tuple[str, Cell]]]


@dataclass(frozen=True, slots=True)
class ExchangeProof:
    """An exchange with its bytes, and how to see it oneself.

    `file` is the address of its cassette below the site; "" where it is not the judged one.
    """

    shown: ShownExchange
    repeat: RepeatCommands
    file: str


@dataclass(frozen=True, slots=True)
class ObservedCellPage:
    """What a page shows of a cell; its template says in which order.

    `listed` is all evidence that counts, the worst first; `before` and `after` are the suites beside
    it in its row, "" for none.
    """

    row: Row
    title: str
    suite: str
    cell: Cell
    id: str
    parts: _Parts
    rules: tuple[BrokenRule, ...]
    drift: tuple[BrokenRule, ...]
    proofs: tuple[ExchangeProof, ...]
    listed: Sequence[Observation]
    imported: bool
    before: str
    after: str

    @property
    def worst(self) -> ShownFinding | None:
        """Return the finding to look at first; None where nothing above `info` is marked."""
        marked = (
            one
            for proof in self.proofs
            for one in proof.shown.findings
            if one.anchor and one.finding.severity is not Severity.INFO
        )
        return min(marked, key=lambda one: one.finding.severity.rank, default=None)


@dataclass(frozen=True, slots=True)
class CellPages:
    """Makes the pages of the cells of a site."""

    site: Site
    routes: tuple[Provider, ...]
    chosen: Mapping[tuple[Row, str], CellObservations]
    kept: KeptFiles
    rules: Mapping[str, RuleFacts]
    parts: Mapping[tuple[Row, str], _Parts] = field(default_factory=dict)

    @classmethod
    def of(cls, site: Site) -> CellPages:
        """Return what makes the pages of a site."""
        beside = site.newest.folder / EXCHANGES
        return cls(
            site=site,
            routes=tuple(route for one in site.plan.providers for route in one.routes),
            chosen=site.content.matrix.table.chosen,
            kept=KeptFiles((beside, *site.plan.cassettes)),
            rules={one.id: one for one in site.plan.facts.rules},
            parts=_parts(site),
        )

    def files(self) -> Iterator[SiteFile]:
        """Yield a page for each cell of a suite, and the cassettes that pages show."""
        shown: dict[str, Path] = {}
        for row, suite in self.site.content.matrix.suites:
            if suite != WHOLE:
                path = addresses.cell_page(row, suite)
                view = self.view(row, suite)
                yield page(self.site, "cell.html.j2", path, view=view, **_WORDS)
                shown |= {one.file: one.shown.kept.file for one in view.proofs if one.file}
        for name, file in shown.items():
            yield SiteFile(name, content(file, _MOST_BYTES))

    def view(self, row: Row, suite: str) -> ObservedCellPage:
        """Return what the page of a cell shows."""
        cell = self.site.content.matrix.suites[row, suite]
        selection = self.chosen[row, suite]
        current = (*selection.current, *selection.absent)
        broken = broken_rules(current, self.rules)
        titles = {one.id: one.title for one in self.site.plan.facts.providers}
        before, after = self._neighbours(row, suite)
        return ObservedCellPage(
            row=row,
            title=cut(titles.get(row.provider, row.provider), 80),
            suite=suite,
            cell=cell,
            id=addresses.cell_id(row, suite),
            parts=self.parts.get((row, suite), {}),
            rules=tuple(one for one in broken if one.severity is not Severity.INFO),
            drift=tuple(one for one in broken if one.severity is Severity.INFO),
            proofs=tuple(self._proofs(current)),
            listed=by_worst((*current, *selection.since)),
            imported=any(one.evidence.level is EvidenceLevel.IMPORTED for one in current),
            before=before,
            after=after,
        )

    def _neighbours(self, row: Row, suite: str) -> tuple[str, str]:
        matrix = self.site.content.matrix
        there = [one for one in matrix.suite_ids if (row, one) in matrix.suites and one != WHOLE]
        if suite not in there:
            return "", ""
        before, _, after = ["", *there, ""][there.index(suite) :][:3]
        return before, after

    def _proofs(self, current: tuple[Observation, ...]) -> Iterator[ExchangeProof]:
        full = shown_in_full(current, lambda seen: self.kept.has(seen.evidence))
        for number, seen in enumerate(full, start=1):
            kept = self.kept.of(seen.evidence)
            if kept is None:
                continue
            shown = shown_exchange(number, seen, kept, self._label)
            first = next((step.number for step in shown.steps if step.open), 1)
            file = "" if kept.problem else f"{_CASSETTES}/{seen.evidence.source}"
            yield ExchangeProof(shown, repeated(seen, kept, first - 1, self.routes), file)

    def _label(self, finding: Finding) -> MarkLabel:
        page_ = rule_page(finding.rule, self.rules)
        return MarkLabel(cut(finding.rule, 40), page_, cut(finding.message, 300))


def _parts(site: Site) -> Mapping[tuple[Row, str], _Parts]:
    table = site.content.matrix.table
    found: dict[tuple[Row, str], dict[str, list[tuple[str, Cell]]]] = {}
    for title, cells in (("mode", table.modes), ("model", table.models), ("case", table.cases)):
        for (row, suite, name), cell in cells.items():
            mine = found.setdefault((row, suite), {})
            mine.setdefault(title, []).append((name, cell))
    for kinds in found.values():
        for parts in kinds.values():
            parts.sort(key=lambda part: (ORDER.index(part[1].verdict), part[0]))
    return found


def _rules_of(seen: Observation) -> str:
    """Return the rules that an observation breaks; what is for information only is none of them."""
    found = dict.fromkeys(one.rule for one in seen.findings if one.severity is not Severity.INFO)
    return ", ".join(cut(rule, 40) for rule in islice(found, _MOST_FOUND))


#: What the template needs besides.
_WORDS: Final = {
    "verdicts": VERDICTS,
    "bases": BASES,
    "levels": LEVELS,
    "cut": cut,
    "aged": age_text,
    "cited": cited,
    "day_of": day,
    "rules_of": _rules_of,
    "value_words": value_words,
    "place_words": place_words,
}
