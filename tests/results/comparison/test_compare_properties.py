"""Comparisons keep their promises for any two results, not for examples only."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.compared import RULES, asked, head, seen, verdict_of
from tests.support.examples import examples
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import WHOLE, Observation, Verdict
from toolwire.results import Header
from toolwire.results.cells import fold
from toolwire.results.comparison import (
    ChangeKind,
    Comparison,
    ResultSide,
    compare,
    compare_sides,
)

_OLD, _NEW = head("2026-11-22"), head("2026-12-22")
_RULES = st.lists(st.sampled_from(sorted(RULES)), max_size=2, unique=True).map(
    lambda rules: tuple(sorted(rules))
)
_SUITES = st.sampled_from(("single_call", "round_trip"))
_FACTS = st.sampled_from(("", "string", "object"))
_MIRRORED = {
    ChangeKind.BROKE: ChangeKind.MENDED,
    ChangeKind.MENDED: ChangeKind.BROKE,
    ChangeKind.NEW: ChangeKind.GONE,
    ChangeKind.GONE: ChangeKind.NEW,
}
_UNSAID = (Verdict.UNSUPPORTED, Verdict.INCONCLUSIVE, Verdict.NOT_RUN)


@st.composite
def _asked(draw: st.DrawFn, days: tuple[str, ...]) -> Observation:
    rules = draw(_RULES)
    verdict = draw(st.just(None) | st.sampled_from(_UNSAID))
    return asked(
        *(() if verdict else rules),
        verdict=verdict,
        case=draw(st.sampled_from("ab")),
        mode=draw(st.sampled_from(Mode)),
        model=draw(st.sampled_from(("m1", "m2"))),
        suite=draw(_SUITES),
        day=draw(st.sampled_from(days)),
        sha=draw(st.sampled_from((None, "x", "y"))),
        level=draw(st.sampled_from((EvidenceLevel.RECORDED, EvidenceLevel.DOCUMENTED))),
        fact=draw(_FACTS),
    )


@st.composite
def _seen(draw: st.DrawFn) -> Observation:
    number = draw(st.integers(0, 7))
    one = seen(
        *draw(_RULES),
        number=number,
        day=draw(st.sampled_from((None, "2026-06-01", "2026-10-01", "2026-12-01"))),
        suite=draw(_SUITES | st.just(WHOLE)),
        fact=draw(_FACTS),
    )
    return replace(one, model=draw(st.sampled_from(("m1", "m2"))))


def _results(*days: str) -> st.SearchStrategy[list[Observation]]:
    return st.lists(st.one_of(_asked(days), _asked(days), _seen()), max_size=12)


_BEFORE, _AFTER = _results("2026-11-01", "2026-11-22"), _results("2026-11-22", "2026-12-22")
_SOME_RULES = st.sets(st.sampled_from(sorted(RULES))).map(lambda rules: tuple(sorted(rules)))


def _heads(mine: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[Header, Header]:
    return head("2026-11-22", rules=mine), head("2026-12-22", rules=theirs)


def _cells(found: Comparison) -> dict[tuple[object, ...], ChangeKind]:
    return {(c.row, c.suite, c.case, c.mode, c.models): c.kind for c in found.cells}


@settings(max_examples=examples(200))
@given(_BEFORE)
def test_a_run_is_not_different_from_itself(every: list[Observation]) -> None:
    """Compared with itself a result has no change of any kind, by cell, by rule or in facts."""
    found = compare(every, _OLD, list(every), _OLD)
    assert found.empty
    assert not found.broke


@settings(max_examples=examples(400))
@given(_BEFORE, _AFTER, _SOME_RULES, _SOME_RULES)
def test_exchanged_sides_exchange_what_happened(
    old: list[Observation], new: list[Observation], mine: tuple[str, ...], theirs: tuple[str, ...]
) -> None:
    """The other way round broke is mended and new is gone, by cell, by rule and in facts."""
    before, after = _heads(mine, theirs)
    there, back = compare(old, before, new, after), compare(new, after, old, before)
    told, mirrored = _cells(there), _cells(back)
    for key in told.keys() | mirrored.keys():
        kind, other = told.get(key, ChangeKind.SAME), mirrored.get(key, ChangeKind.SAME)
        if kind in _MIRRORED or other in _MIRRORED:
            assert _MIRRORED.get(kind) is other, key
    rules = {(r.row, r.rule): r.kind for r in there.rules}
    assert rules.keys() == {(r.row, r.rule) for r in back.rules}
    for one in back.rules:
        assert rules[one.row, one.rule] is _MIRRORED.get(one.kind, one.kind)
    facts = {(f.row, f.facet): (f.kind, f.before, f.after) for f in there.facts}
    for fact in back.facts:
        kind, was, now = facts.pop((fact.row, fact.facet))
        assert (kind, was, now) == (_MIRRORED.get(fact.kind, fact.kind), fact.after, fact.before)
    assert facts == {}


@settings(max_examples=examples(150))
@given(_BEFORE, _AFTER, st.randoms(use_true_random=False))
def test_order_and_repetition_change_nothing(
    old: list[Observation], new: list[Observation], random: object
) -> None:
    """Observations in another order, and those that are there twice, compare as before."""
    first = compare(old, _OLD, new, _NEW)
    twice, other = [*old, *old], list(new)
    random.shuffle(twice)  # type: ignore[attr-defined]
    random.shuffle(other)  # type: ignore[attr-defined]
    assert compare(twice, _OLD, other, _NEW) == first


@settings(max_examples=examples(200))
@given(st.lists(_asked(("2026-11-22",)), max_size=8), st.lists(_RULES, min_size=1, max_size=8))
def test_a_rule_the_old_side_did_not_know_never_breaks(
    every: list[Observation], more: list[tuple[str, ...]]
) -> None:
    """However many findings a new rule has in new bytes, it is no provider's regression."""
    decided = (one for one in every if one.verdict not in _UNSAID)
    old = list({(o.suite, o.case, o.mode, o.model): o for o in decided}.values())
    known = {finding.rule for one in old for finding in one.findings}
    before, after = _heads(("TC000", *sorted(known)), ("TC000", *sorted({*RULES, *known})))
    new = [_with(one, rules, known) for one, rules in zip(old, more * len(old), strict=False)]
    found = compare(old, before, new, after)
    assert not found.broke
    assert not found.of(ChangeKind.BROKE)
    assert not any(one.kind is ChangeKind.BROKE for one in found.rules)


@settings(max_examples=examples(150))
@given(_BEFORE, _AFTER, _SOME_RULES)
def test_what_one_side_does_not_know_is_never_gained(
    old: list[Observation], new: list[Observation], known: tuple[str, ...]
) -> None:
    """No cell counts as broken or changed by a rule that the older header does not name."""
    before, after = _heads(("TC000", *known), ("TC000", *sorted(RULES)))
    found = compare(old, before, new, after)
    for one in found.cells:
        if one.kind in (ChangeKind.BROKE, ChangeKind.MENDED, ChangeKind.CHANGED):
            assert set(one.gained) | set(one.lost) <= set(known)


def _with(one: Observation, rules: tuple[str, ...], known: set[str]) -> Observation:
    """Return a case asked again, which broke what it broke before, and rules not known then."""
    unknown = (rule for rule in rules if rule not in known)
    every = tuple(dict.fromkeys((*(f.rule for f in one.findings), *unknown)))
    return asked(
        *every, case=one.case, mode=one.mode, model=one.model, suite=one.suite,
        day="2026-12-22", level=one.evidence.level, verdict=verdict_of(every),
    )  # fmt: skip


@settings(max_examples=examples(300))
@given(_BEFORE, st.lists(_asked(("2027-01-22",)), min_size=1, max_size=4))
def test_what_could_not_be_run_mends_nothing(
    old: list[Observation], more: list[Observation]
) -> None:
    """A result with more not-run in it than before has mended nothing."""
    away = [
        asked(verdict=Verdict.NOT_RUN, case=o.case, mode=o.mode, model=o.model, suite=o.suite,
              day="2027-01-22")
        for o in more
    ]  # fmt: skip
    found = compare(old, _OLD, [*old, *away], _NEW)
    assert not found.of(ChangeKind.MENDED)
    assert not any(rule.kind is ChangeKind.MENDED for rule in found.rules)
    assert not found.broke


@settings(max_examples=examples(150))
@given(_BEFORE, _AFTER)
def test_another_version_is_never_the_providers_doing(
    old: list[Observation], new: list[Observation]
) -> None:
    """Between two versions of toolwire nothing breaks and nothing is mended."""
    found = compare(old, head(toolwire="0.1.0"), new, head("2026-12-22", toolwire="0.2.0"))
    assert not found.broke
    assert not {ChangeKind.BROKE, ChangeKind.MENDED, ChangeKind.CHANGED}.intersection(found.counts)


@settings(max_examples=examples(150))
@given(st.lists(_results("2026-11-01", "2026-11-22"), min_size=2, max_size=4), _SOME_RULES)
def test_a_side_that_is_compared_with_many_is_the_same_to_each(
    every: list[list[Observation]], known: tuple[str, ...]
) -> None:
    """What a side keeps of one comparison changes no other: each pair is as if it were compared alone."""
    heads = [head(f"2026-12-{at + 1:02d}", rules=() if at else known) for at, _ in enumerate(every)]
    sides = [ResultSide(mine, fold(seen)) for mine, seen in zip(heads, every, strict=True)]
    for old, new in permutations(range(len(every)), 2):
        alone = compare(every[old], heads[old], every[new], heads[new])
        assert compare_sides(sides[old], sides[new]) == alone
