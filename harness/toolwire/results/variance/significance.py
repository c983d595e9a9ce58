"""Giving findings their colour back where no model explains them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Final, TypeAlias

from toolwire.io.lists import grouped
from toolwire.model.observation import SCRIPTED, Observation, Verdict
from toolwire.results.variance.reasoning import unreasoning, without_reasoning
from toolwire.results.variance.statement import Statement, Target, statements, target_of

_Graver: TypeAlias = Mapping[Verdict, frozenset[Verdict]]

#: A verdict, and the graver ones that a statement may turn it into. That a case was inconclusive
#: is then explained: the server, and not the model, is why its expectation was not met.
_RAISED: Final[_Graver] = {
    Verdict.CONFORMANT: frozenset({Verdict.NON_STRICT, Verdict.FAILED}),
    Verdict.INCONCLUSIVE: frozenset({Verdict.NON_STRICT, Verdict.FAILED}),
    Verdict.NON_STRICT: frozenset({Verdict.FAILED}),
}
#: The same where no call ever came in the run: whose doing that is, the server's or the model's, stays open.
_RAISED_WITHOUT_CALLS: Final[_Graver] = {
    **_RAISED,
    Verdict.INCONCLUSIVE: frozenset({Verdict.FAILED}),
}
_HITS: Final = attrgetter("hits")
#: The facet that every answer with a call has.
_CALLED: Final = "call_field"


def settled(observations: Iterable[Observation]) -> tuple[Observation, ...]:
    """Return the observations of a run with the colours that only the whole run can give.

    A finding that one answer of a model can explain colours nothing. Where the run shows that no
    model does (`Statement.colours`), it counts as any other, in each observation that has it. What was
    left open since one answer had no reasoning is `unsupported` where none has any. A verdict never
    becomes milder, but that what was inconclusive is explained, by a warning only where some call of the
    run came; settling again changes nothing.

    Args:
        observations: of one run, in any order; those of other runs are to be settled by themselves.
    """
    seen = tuple(observations)
    silent = unreasoning(seen)
    # Only what was broken is ever coloured, and most targets of a run broke nothing that varies.
    broke = {target_of(one) for one in seen if any(map(_HITS, one.chances.values()))}
    theirs = (one for one in seen if target_of(one) in broke)
    found = {(one.target, one.rule): one for one in statements(theirs) if one.colours}
    if found:
        called = {target_of(one) for one in seen if one.asked and _has_call(one)}
        seen = tuple(_coloured(one, found, called) for one in seen)
    return tuple(without_reasoning(one, silent) for one in seen) if silent else seen


def settled_runs(observations: Iterable[Observation]) -> tuple[Observation, ...]:
    """Settle the observations of several runs, each run by itself; traffic is passed on."""
    every = tuple(observations)
    runs = grouped((seen for seen in every if seen.asked), lambda seen: seen.run)
    done = {
        id(before): after
        for mine in runs.values()
        for before, after in zip(mine, settled(mine), strict=True)
        if after is not before
    }
    return tuple(done.get(id(seen), seen) for seen in every) if done else every


def _coloured(
    seen: Observation,
    found: Mapping[tuple[Target, str], Statement],
    called: Collection[Target],
) -> Observation:
    mine = {
        finding.rule: statement
        for finding in seen.findings
        if finding.variance and seen.asked
        if (statement := found.get((target_of(seen), finding.rule))) is not None
        and statement.mode in {None, seen.mode}
    }
    if not mine:
        return seen
    raised = replace(
        seen,
        findings=tuple(
            replace(one, variance=False) if one.rule in mine else one for one in seen.findings
        ),
    )
    graver = _RAISED if target_of(seen) in called else _RAISED_WITHOUT_CALLS
    for statement in mine.values():
        raised = _raised(raised, statement, graver)
    return raised


def _raised(seen: Observation, statement: Statement, graver: _Graver) -> Observation:
    verdict = _graver(seen.verdict, statement.verdict, graver)
    why = f"{statement.severity}: {statement.rule} in {statement.words}"
    reason = f"{why}; {seen.reason}" if seen.reason else why
    if statement.rule in seen.known:
        return replace(seen, verdict=verdict, reason=reason)
    counted = None if seen.otherwise is None else _graver(seen.otherwise, statement.verdict, graver)
    return replace(seen, verdict=verdict, otherwise=counted, reason=reason)


def _has_call(seen: Observation) -> bool:
    """Return whether calls came, or are known to be the model's answer."""
    return _CALLED in seen.facets or seen.model == SCRIPTED


def _graver(verdict: Verdict, other: Verdict, graver: _Graver) -> Verdict:
    return other if other in graver.get(verdict, frozenset()) else verdict
