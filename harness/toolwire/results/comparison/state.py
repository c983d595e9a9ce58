"""What one side knows of a cell, and what it would be without some rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.results.cells import Basis, Cell, select, worst
from toolwire.results.cells.age import day
from toolwire.results.cells.algebra import CellObservations, cell, verdict_of
from toolwire.results.comparison.model import Glance

#: Of an answer's findings only the provider's count; these are about what the client sent.
_OF_CLIENT = "request/"
_NOTHING: frozenset[str] = frozenset()
_SEVERITIES = {Verdict.FAILED: Severity.ERROR, Verdict.NON_STRICT: Severity.WARNING}


def broken(seen: Observation) -> frozenset[str]:
    """Return the rules that an answer breaks at warning or above, model variance aside."""
    if not seen.findings:
        return _NOTHING
    return frozenset(finding.rule for finding in breaches(seen))


def breaches(seen: Observation) -> Iterator[Finding]:
    """Yield the findings about an answer that count for a verdict."""
    for finding in seen.findings:
        # Not `counted`: a page reads hundreds of thousands of findings.
        graver = finding.severity is not Severity.INFO and not finding.variance
        if graver and not finding.pointer.startswith(_OF_CLIENT):
            yield finding


@dataclass(frozen=True)
class CellState:
    """One cell of one side: its fold, and the observations that count in it, in fixed order."""

    cell: Cell
    observations: tuple[Observation, ...]

    @property
    def verdict(self) -> Verdict:
        """Return the verdict of the cell."""
        return self.cell.verdict

    @property
    def basis(self) -> Basis:
        """Return what the cell rests on."""
        return self.cell.basis

    @property
    def newest(self) -> str:
        """Return the ISO date of the newest evidence, "" when none is known."""
        return self.cell.newest or ""

    @cached_property
    def counted(self) -> Verdict:
        """Return the verdict without known deviations."""
        return _worst(seen.counted for seen in self.observations)

    @cached_property
    def known(self) -> frozenset[str]:
        """Return the broken rules that are listed as known."""
        return frozenset(rule for seen in self.observations for rule in seen.known)

    @cached_property
    def models(self) -> frozenset[str]:
        """Return the models that were looked at."""
        return frozenset((*self.cell.models, *(seen.model for seen in self.observations)))

    @cached_property
    def rules(self) -> frozenset[str]:
        """Return the rules that are broken at warning or above."""
        return frozenset(rule for seen in self.observations for rule in broken(seen))

    @cached_property
    def prints(self) -> frozenset[tuple[str, str]]:
        """Return mode and digest of all bytes; nothing when those of one are not known."""
        every = {(str(seen.mode), seen.evidence.sha256 or "") for seen in self.observations}
        return frozenset() if any(not digest for _, digest in every) else frozenset(every)

    @cached_property
    def evidence(self) -> frozenset[tuple[str, str]]:
        """Return what tells whether evidence is another: digests, or else times and sources."""
        return frozenset(
            (seen.evidence.sha256, "")
            if seen.evidence.sha256
            else (seen.evidence.recorded_at or "", seen.evidence.source)
            for seen in self.observations
        )

    def without(self, dropped: Collection[str]) -> tuple[Verdict, frozenset[str]]:
        """Return verdict and broken rules as if some rules did not exist."""
        verdict = _worst(_without(seen, dropped) for seen in self.observations)
        return verdict, self.rules.difference(dropped)

    def last(self, rules: Collection[str]) -> str:
        """Return the newest day on which some rules, or else the verdict itself, showed."""
        shown = self._showing(rules)
        return max((day(seen.evidence.recorded_at) for seen in shown), default="")

    def models_showing(self, rules: Collection[str]) -> frozenset[str]:
        """Return the models with which some rules, or else the verdict itself, showed."""
        return frozenset(seen.model for seen in self._showing(rules))

    def _showing(self, rules: Collection[str]) -> Iterator[Observation]:
        for seen in self.observations:
            if not broken(seen).isdisjoint(rules) if rules else seen.verdict is self.verdict:
                yield seen

    @property
    def glance(self) -> Glance:
        """Return what a reader is told of it."""
        one = self.cell
        return Glance(
            one.verdict, one.basis, one.good, one.total, one.newest, one.source, one.reason
        )


def _worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the worst verdict; of what concerns no suite nothing at all is clean."""
    every = tuple(verdicts)
    return worst(every) if every else Verdict.CONFORMANT


def _without(seen: Observation, dropped: Collection[str]) -> Verdict:
    grave = _SEVERITIES.get(seen.verdict)
    counted = {f.counted for f in seen.findings if f.counted is not Severity.INFO}
    if grave not in counted or broken(seen).isdisjoint(dropped):
        return seen.verdict  # an expectation said it, or none of these rules did
    return verdict_of(finding for finding in seen.findings if finding.rule not in dropped)


def chosen_state(chosen: CellObservations) -> CellState:
    """Return the state of observations that are already divided."""
    counting = (*chosen.current, *chosen.absent, *chosen.since)
    return CellState(cell(chosen, beside=False), counting)


def state(observations: Iterable[Observation]) -> CellState:
    """Return the state of some observations of one cell, each there once; at least one."""
    every: Sequence[Observation] = tuple(observations)
    return chosen_state(select(every))
