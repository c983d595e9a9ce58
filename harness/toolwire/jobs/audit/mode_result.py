"""What one mode of a case came to, and the observation that says it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from toolwire.jobs.audit.outcome import Outcome
from toolwire.jobs.audit.plan import Item
from toolwire.model.exchange import Evidence
from toolwire.model.observation import Finding, Observation
from toolwire.model.reply import Reading


@dataclass(frozen=True, slots=True)
class ModeResult:
    """One mode of a case, run.

    Attributes:
        item: what was run.
        observation: what it came to.
        readings: of each step, in their order; () where nothing was asked.
        outcomes: what the verdict was folded from.
        run: which of several runs of the item it was, from 1.
    """

    item: Item
    observation: Observation
    readings: tuple[Reading, ...] = ()
    outcomes: tuple[tuple[int, Outcome], ...] = ()
    run: int = 1


def observation_of(
    item: Item,
    outcome: Outcome,
    evidence: Evidence,
    findings: Iterable[Finding] = (),
    facets: Mapping[str, str] | None = None,
) -> Observation:
    """Return the observation of an item."""
    return Observation(
        provider=item.target.provider.id,
        dialect=item.target.provider.dialect,
        model=item.target.model.id,
        suite=item.suite.id,
        case=item.case.id,
        mode=item.mode,
        verdict=outcome.verdict,
        evidence=evidence,
        reason=outcome.reason,
        findings=tuple(findings),
        facets=facets or {},
    )


def placed(finding: Finding, number: int) -> Finding:
    """Return a finding whose pointer says which step of its case it is about, from 1."""
    return replace(finding, pointer=in_step(finding.pointer, number))


def in_step(pointer: str, number: int) -> str:
    """Return a pointer that says of which of the exchanges of a case it is, from 1."""
    slash = "" if pointer.startswith("/") else "/"
    return f"step[{number}]{slash}{pointer}"
