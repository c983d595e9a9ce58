"""Which observations count for a cell now, and what they come to (design.md, section 5a).

Every choice is made from the set of observations alone, never from their order:

* asked outranks submitted and seen, and both outrank documented; of submitted and seen the one that
  looks worse counts, else submitted: who hands in bytes makes no cell greener that others coloured;
* of what was asked or submitted, the newest run of each model whose bytes decided something counts, and with it
  what later runs could not decide or were refused; models whose newest run is more than 90 days
  older than that of the newest model are history;
* of what was seen, the 90 days before the newest exchange count; undated exchanges only where
  no other is dated;
* an observation that is there twice counts once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from typing import Final, TypeAlias

from toolwire.io.lists import grouped
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.results.cells.age import WINDOW, day
from toolwire.results.cells.model import Basis, Cell, Past

#: Verdicts, the worst first: the first one present is the verdict of a cell.
ORDER: Final = (
    Verdict.FAILED,
    Verdict.NOT_RUN,
    Verdict.INCONCLUSIVE,
    Verdict.NON_STRICT,
    Verdict.CONFORMANT,
    Verdict.UNSUPPORTED,
)
#: Verdicts by which nothing that is known is replaced: they are added to it.
_UNDECIDED: Final = frozenset({Verdict.NOT_RUN, Verdict.INCONCLUSIVE, Verdict.UNSUPPORTED})
_RANK: Final = {verdict: number for number, verdict in enumerate(ORDER)}
_GREEN: Final = {Verdict.CONFORMANT: 2, Verdict.NON_STRICT: 1}

_Observations: TypeAlias = tuple[Observation, ...]


def worst(verdicts: Iterable[Verdict]) -> Verdict:
    """Return the verdict of a cell of some observations; at least one is needed."""
    return min(verdicts, key=_RANK.__getitem__)


def verdict_of(findings: Iterable[Finding]) -> Verdict:
    """Return the verdict that findings alone come to."""
    severities = {finding.counted for finding in findings}
    if Severity.ERROR in severities:
        return Verdict.FAILED
    return Verdict.NON_STRICT if Severity.WARNING in severities else Verdict.CONFORMANT


def looks_better(one: Verdict, other: Verdict) -> bool:
    """Return whether one verdict looks better than another: only two of them are green."""
    return _GREEN.get(one, 0) > _GREEN.get(other, 0)


def basis_of(seen: Observation) -> Basis:
    """Return what an observation is: a case that could not be run was asked all the same."""
    if not seen.asked:
        return Basis.SEEN
    if seen.evidence.level is EvidenceLevel.SUBMITTED:
        return Basis.SUBMITTED
    documented = seen.evidence.level is EvidenceLevel.DOCUMENTED
    return Basis.DOCUMENTED if documented and seen.verdict is not Verdict.NOT_RUN else Basis.ASKED


@dataclass(frozen=True, slots=True)
class CellObservations:
    """The observations of one cell, divided.

    Attributes:
        basis: what the cell rests on.
        current: what counts.
        since: what later runs could not decide, or were refused.
        past: older evidence of the same basis.
        absent: what documentation says is absent, beside what was asked.
        weaker: the observations of weaker bases.
    """

    basis: Basis
    current: _Observations
    since: _Observations = ()
    past: _Observations = ()
    absent: _Observations = ()
    weaker: _Observations = ()


def deduplicated(observations: Iterable[Observation]) -> _Observations:
    """Return observations without repetitions, in an order that does not depend on theirs."""
    found: dict[tuple[str, ...], Observation] = {}
    for seen in observations:
        key = _identity(seen)
        known = found.get(key)
        if known is None or (known is not seen and _preferred(seen) > _preferred(known)):
            found[key] = seen
    return tuple(found[key] for key in sorted(found))


def _preferred(seen: Observation) -> tuple[object, ...]:
    """Return what is greatest for the one of two accounts of an exchange that is believed."""
    evidence = seen.evidence
    when = evidence.recorded_at or ""
    return (-_RANK[seen.verdict], when, -evidence.level.rank, seen.reason, repr(seen))


def _identity(seen: Observation) -> tuple[str, ...]:
    whose = (seen.provider, seen.dialect, seen.model, seen.suite, seen.case, str(seen.mode))
    if seen.asked:
        return (basis_of(seen), seen.run, *whose)
    # Not the day: a recording and a copy of it are one exchange.
    return ("", *whose, seen.evidence.source, seen.evidence.sha256 or "")


def select(observations: Sequence[Observation]) -> CellObservations:
    """Divide the observations of one cell; each is there once (`deduplicated`), at least one."""
    if _of_one_run(observations):
        return CellObservations(Basis.ASKED, tuple(observations))
    by_basis = grouped(observations, basis_of)
    documented = by_basis.get(Basis.DOCUMENTED, [])
    absent = tuple(one for one in documented if one.verdict is Verdict.UNSUPPORTED)
    for basis in (Basis.ASKED, Basis.SUBMITTED, Basis.SEEN):
        mine = by_basis.pop(basis, None)
        if mine is None:
            continue
        weaker = tuple(seen for rest in by_basis.values() for seen in rest)
        if basis is Basis.SEEN:
            return _seen(mine, weaker)
        chosen = _newest_of_each_model(basis, mine, absent, weaker)
        others = by_basis.get(Basis.SEEN, [])
        if basis is Basis.SUBMITTED and others:
            return _not_greener(chosen, _seen(others, (*mine, *documented)))
        return chosen
    runs = {seen.run for seen in documented}
    newest = tuple(seen for seen in documented if seen.run == max(runs))
    return CellObservations(Basis.DOCUMENTED, newest)


def _of_one_run(observations: Sequence[Observation]) -> bool:
    """Return whether all was asked of one model in one run: most cells are, and all of it counts."""
    run, model = observations[0].run, observations[0].model
    for seen in observations:
        if seen.run != run or seen.model != model or basis_of(seen) is not Basis.ASKED:
            return False
    return True


def _newest_of_each_model(
    basis: Basis, mine: list[Observation], absent: _Observations, weaker: _Observations
) -> CellObservations:
    chosen = [_newest_run(found) for found in grouped(mine, lambda seen: seen.model).values()]
    # Only what decided something makes another model's run history: a 401 does not.
    oldest = _oldest(max(_decided(one.current) for one in chosen))
    current: list[Observation] = []
    since: list[Observation] = []
    past: list[Observation] = []
    for one in chosen:
        old = max(_looked(seen) for seen in (*one.current, *one.since)) < oldest
        (past if old else current).extend(one.current)
        (past if old else since).extend(one.since)
        past.extend(one.past)
    kept = {seen.run for seen in current}
    here = tuple(seen for seen in absent if seen.run in kept)
    return CellObservations(
        basis, tuple(current), tuple(since), tuple(past), here, _without(weaker, here)
    )


def _newest_run(mine: list[Observation]) -> CellObservations:
    """Divide what one model was asked: the newest run that says most, and what later ones add."""
    days: dict[str, tuple[int, str, str]] = {}
    for seen in mine:
        # A replay shows what was recorded: the day of the bytes decides, not that of the replay.
        at = day(seen.evidence.recorded_at) if seen.verdict not in _UNDECIDED else ""
        days[seen.run] = max(days.get(seen.run, (0, "", "")), (_says(seen), at, seen.run))
    newest = max(days, key=lambda run: days[run])
    later = [s.run > newest and s.verdict in _UNDECIDED for s in mine]
    return CellObservations(
        Basis.ASKED,
        tuple(seen for seen in mine if seen.run == newest),
        tuple(seen for seen, after in zip(mine, later, strict=True) if after),
        tuple(s for s, after in zip(mine, later, strict=True) if s.run != newest and not after),
    )


def _says(seen: Observation) -> int:
    """Return how much an observation says of the provider: what says more is not replaced."""
    if seen.verdict not in _UNDECIDED:
        return 2
    return int(seen.verdict is not Verdict.UNSUPPORTED)


def _not_greener(submitted: CellObservations, seen: CellObservations) -> CellObservations:
    """Return what was submitted, unless that looks better than what others' traffic shows."""
    mine, theirs = (
        _verdict([one.verdict for one in (*it.current, *it.absent)], it.since)
        for it in (submitted, seen)
    )
    return seen if looks_better(mine, theirs) else submitted


def _seen(mine: list[Observation], weaker: _Observations) -> CellObservations:
    days = [day(seen.evidence.recorded_at) for seen in mine]
    oldest = _oldest(max(days))
    current = tuple(s for s, at in zip(mine, days, strict=True) if at >= oldest)
    past = tuple(s for s, at in zip(mine, days, strict=True) if at < oldest)
    return CellObservations(Basis.SEEN, current, past=past, weaker=weaker)


def _decided(observations: Iterable[Observation]) -> str:
    """Return the newest day of the bytes that decided something; "" where none did."""
    days = (day(s.evidence.recorded_at) for s in observations if s.verdict not in _UNDECIDED)
    return max(days, default="")


def _looked(seen: Observation) -> str:
    """Return the day of the bytes; of what was not answered the day on which it was asked."""
    return day(seen.evidence.recorded_at) or _started(seen.run)


def _started(run: str) -> str:
    """Return the ISO date in the id of a run, "" where it has none."""
    text = run[:8]
    return f"{text[:4]}-{text[4:6]}-{text[6:]}" if len(text) == 8 and text.isdecimal() else ""


def _oldest(newest: str) -> str:
    """Return the oldest day that counts beside the newest; undated is older than any day."""
    return (date.fromisoformat(newest) - WINDOW).isoformat() if newest else ""


def _without(observations: _Observations, others: _Observations) -> _Observations:
    left_out = set(map(id, others))
    return tuple(seen for seen in observations if id(seen) not in left_out)


def cell(chosen: CellObservations, *, beside: bool = True) -> Cell:
    """Return what a selection says.

    Args:
        chosen: the observations of one cell, divided.
        beside: fold the weaker bases too.
    """
    current = (*chosen.current, *chosen.absent)
    verdicts = [seen.verdict for seen in current]
    verdict = _verdict(verdicts, chosen.since)
    shown = [s for s in (*current, *chosen.since) if s.verdict is verdict]
    days = [at for seen in chosen.current if (at := day(seen.evidence.recorded_at))]
    return Cell(
        basis=chosen.basis,
        verdict=verdict,
        counts=_counts(verdicts),
        counted=_counts([seen.counted for seen in current]),
        since=_counts([seen.verdict for seen in chosen.since]),
        level=min({seen.evidence.level for seen in chosen.current}, key=attrgetter("rank")),
        newest=max(days, default=None),
        oldest=min(days, default=None),
        source=_newest_source(shown),
        reason=_reason(shown),
        models=tuple(sorted({seen.model for seen in chosen.current})),
        before=_before(chosen.past),
        beside=cell(select(chosen.weaker)) if beside and chosen.weaker else None,
    )


def _verdict(verdicts: Sequence[Verdict], since: _Observations) -> Verdict:
    """Return the verdict of a cell: nothing that is not green now, of whatever run, is passed over."""
    later = {seen.verdict for seen in since}
    found = worst((*verdicts, *(later - {Verdict.UNSUPPORTED})) if later else verdicts)
    refused = Verdict.UNSUPPORTED in later and looks_better(found, Verdict.UNSUPPORTED)
    return Verdict.UNSUPPORTED if refused else found


def _counts(verdicts: Sequence[Verdict]) -> tuple[tuple[Verdict, int], ...]:
    there = set(verdicts)
    return tuple([(one, verdicts.count(one)) for one in ORDER if one in there])


def _newest_source(shown: Sequence[Observation]) -> str:
    return max((day(seen.evidence.recorded_at), seen.evidence.source) for seen in shown)[1]


def _reason(shown: Iterable[Observation]) -> str:
    reasons = [seen.reason for seen in shown if seen.reason]
    if not reasons:
        return ""
    count = Counter(reasons)
    return ", ".join(sorted(count, key=lambda reason: (-count[reason], reason)))


def _before(past: _Observations) -> tuple[Past, ...]:
    """Return older evidence: what was asked by run, what was seen by month, the newest first."""
    groups = grouped(past, _run_or_month)
    found = [_past(run, mine) for (run, _), mine in groups.items()]
    return tuple(sorted(found, key=lambda one: (one.until or "", one.run), reverse=True))


def _run_or_month(seen: Observation) -> tuple[str, str]:
    return seen.run, "" if seen.run else day(seen.evidence.recorded_at)[:7]


def _past(run: str, mine: list[Observation]) -> Past:
    return Past(
        until=max(day(seen.evidence.recorded_at) for seen in mine) or _started(run) or None,
        verdict=worst(seen.verdict for seen in mine),
        good=sum(seen.verdict is Verdict.CONFORMANT for seen in mine),
        total=len(mine),
        run=run,
    )
