"""The fold keeps its promises for any set of observations, not for examples only."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Observation, Verdict
from toolwire.results.cells import Basis, Cell, Table, exit_code, fold, looks_better, select, worst
from toolwire.results.cells.algebra import CellObservations, cell, deduplicated

_FIRST = date(2026, 1, 1)
_RUNS = tuple(f"{_FIRST + timedelta(days=40 * n):%Y%m%d}T000000Z-{n:08x}" for n in range(6))
_DECIDED = (Verdict.CONFORMANT, Verdict.NON_STRICT, Verdict.FAILED)


def _day(run: str) -> str:
    return f"{run[:4]}-{run[4:6]}-{run[6:8]}"


@st.composite
def _asked(draw: st.DrawFn, verdicts: tuple[Verdict, ...] = tuple(Verdict)) -> Observation:
    run, verdict = draw(st.sampled_from(_RUNS)), draw(st.sampled_from(verdicts))
    case, mode = draw(st.sampled_from("abc")), draw(st.sampled_from(Mode))
    model = draw(st.sampled_from(("m1", "m2")))
    when = None if verdict is Verdict.NOT_RUN else _day(run)
    evidence = Evidence(EvidenceLevel.RECORDED, f"{model}/{case}.{mode}", when)
    return _observation(model, case, mode, verdict, evidence, run=run)


@st.composite
def _seen(draw: st.DrawFn) -> Observation:
    at = draw(st.none() | st.integers(0, 400))
    when = None if at is None else (_FIRST + timedelta(days=at)).isoformat()
    source = f"o/r p@{draw(st.integers(0, 5)):07x} #{at}"
    evidence = Evidence(EvidenceLevel.IMPORTED, source, when)
    verdict = draw(st.sampled_from(_DECIDED))
    return _observation("m1", "traffic", Mode.BLOCKING, verdict, evidence, asked=False)


@st.composite
def _documented(draw: st.DrawFn) -> Observation:
    verdict = draw(st.sampled_from((*_DECIDED, Verdict.UNSUPPORTED)))
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "https://docs.example", "2026-01-02")
    case, run = draw(st.sampled_from("abc")), draw(st.sampled_from(_RUNS))
    return _observation("m1", case, Mode.BLOCKING, verdict, evidence, run=run)


def _observation(
    model: str,
    case: str,
    mode: Mode,
    verdict: Verdict,
    evidence: Evidence,
    *,
    asked: bool = True,
    run: str = "",
) -> Observation:
    return Observation(
        *("acme", "openai-chat", model, "single_call", case, mode, verdict, evidence),
        asked=asked,
        run=run,
        facets={"arguments": str(verdict)},
    )


_ANY = st.lists(st.one_of(_asked(), _seen(), _documented()), min_size=1, max_size=14)


def _cell(observations: list[Observation]) -> Cell:
    (cell,) = fold(observations).suites.values()
    return cell


@settings(max_examples=examples(300), deadline=None)
@given(_ANY, _asked((Verdict.NOT_RUN,)))
def test_a_not_run_never_makes_a_cell_greener(
    observations: list[Observation], more: Observation
) -> None:
    """What could not be run makes no cell look better, and never takes a failure away."""
    before, after = _cell(observations), _cell([*observations, more])
    assert not looks_better(after.verdict, before.verdict)
    if before.verdict is Verdict.FAILED and before.basis is Basis.ASKED:
        assert after.verdict is Verdict.FAILED
    if before.basis is Basis.ASKED:
        assert worst((before.verdict, after.verdict)) is after.verdict


@settings(max_examples=examples(200), deadline=None)
@given(_ANY, _asked((Verdict.INCONCLUSIVE, Verdict.UNSUPPORTED)))
def test_the_undecided_never_makes_a_cell_greener(
    observations: list[Observation], more: Observation
) -> None:
    """An inconclusive or refused case makes no cell look better."""
    assert not looks_better(_cell([*observations, more]).verdict, _cell(observations).verdict)


def _parts(table: Table) -> tuple[object, ...]:
    return (
        table.rows, table.suites, table.modes, table.cases, table.models, table.facets,
        table.model_facets, table.model_names,
    )  # fmt: skip


@settings(deadline=None)
@given(st.lists(_asked(), min_size=1, max_size=8))
def test_one_run_of_one_model_is_no_case_of_its_own(observations: list[Observation]) -> None:
    """What is divided at once is divided as it is where a second model is beside it."""
    once = deduplicated(replace(seen, run=_RUNS[0], model="m1") for seen in observations)
    twin = tuple(replace(seen, model="m2") for seen in once)
    assert select(once) == CellObservations(Basis.ASKED, once)
    assert select((*once, *twin)) == CellObservations(Basis.ASKED, (*once, *twin))


@settings(deadline=None)
@given(_ANY, st.sampled_from(Mode))
def test_a_suite_of_one_mode_is_that_mode(observations: list[Observation], mode: Mode) -> None:
    """A part that is all there is of a suite is the suite's cell, but for weaker evidence beside it."""
    table = fold([replace(seen, mode=mode) for seen in observations])
    (whole,), (part,) = table.suites.values(), table.modes.values()
    assert part == replace(whole, beside=None)
    assert part == cell(select(table.observations), beside=False)


@settings(max_examples=examples(150), deadline=None)
@given(_ANY, st.randoms(use_true_random=False), st.integers(0, 14))
def test_order_and_parts_change_nothing(
    observations: list[Observation], random: object, cut: int
) -> None:
    """Observations in another order, or of parts put together, fold into the same table."""
    shuffled = [*observations[cut:], *observations[:cut]]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert _parts(fold(shuffled)) == _parts(fold(observations))


@settings(max_examples=examples(150), deadline=None)
@given(_ANY)
def test_a_run_beside_itself_changes_nothing(observations: list[Observation]) -> None:
    """Merging a run with itself gives the same table."""
    assert _parts(fold([*observations, *observations])) == _parts(fold(observations))


@settings(max_examples=examples(200), deadline=None)
@given(_ANY)
def test_a_newer_conformant_run_mends(observations: list[Observation]) -> None:
    """A newer run in which every case conformed makes the cell conformant; faults are history."""
    run = "20280101T000000Z-00000000"
    evidence = Evidence(EvidenceLevel.LIVE, "new", "2028-01-01")
    newer = [
        _observation(model, case, Mode.BLOCKING, Verdict.CONFORMANT, evidence, run=run)
        for model, case in itertools.product(("m1", "m2"), "abc")
    ]
    cell = _cell([*observations, *newer])
    assert cell.verdict is Verdict.CONFORMANT
    assert cell.total == len(newer)
    assert cell.newest == "2028-01-01"
    faults = [o for o in observations if o.asked and o.verdict is Verdict.FAILED]
    real = [o for o in faults if o.evidence.level is not EvidenceLevel.DOCUMENTED]
    assert any(past.verdict is Verdict.FAILED for past in cell.before) == bool(real)


@settings(max_examples=examples(200), deadline=None)
@given(_ANY, st.lists(_documented(), max_size=6))
def test_documentation_never_colours(
    observations: list[Observation], documented: list[Observation]
) -> None:
    """Where there are bytes documentation changes neither verdict nor facets; alone it is hollow."""
    real = [o for o in observations if o.evidence.level is not EvidenceLevel.DOCUMENTED]
    together = fold([*real, *documented])
    if not real:
        assert all(cell.hollow for cell in together.suites.values())
        return
    alone = fold(real)
    (cell,), (before,) = together.suites.values(), alone.suites.values()
    assert cell.verdict is before.verdict
    assert cell.decided == before.decided
    assert together.facets == alone.facets


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(_seen(), min_size=1, max_size=10), _asked(_DECIDED))
def test_asked_outranks_seen(seen: list[Observation], asked: Observation) -> None:
    """One case that was asked decides the cell, whatever traffic shows; traffic stays beside it."""
    cell = _cell([*seen, asked])
    assert cell.basis is Basis.ASKED
    assert cell.verdict is asked.verdict
    assert cell.beside is not None
    assert cell.beside.basis is Basis.SEEN


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(_seen(), min_size=1, max_size=12))
def test_traffic_counts_for_ninety_days(seen: list[Observation]) -> None:
    """Of traffic what counts is no older than 90 days before the newest exchange of the cell."""
    cell = _cell(seen)
    if cell.newest is None:
        assert all(one.evidence.recorded_at is None for one in seen)
        return
    assert cell.oldest is not None
    assert date.fromisoformat(cell.newest) - date.fromisoformat(cell.oldest) <= timedelta(days=90)
    assert cell.newest == max(one.evidence.recorded_at or "" for one in seen)


def test_seven_of_eight_not_run_is_not_green() -> None:
    """A cell with cases that were not run says so, however good the one is that was."""
    run = _RUNS[0]
    evidence = Evidence(EvidenceLevel.LIVE, "x", _day(run))
    first = _observation("m1", "0", Mode.BLOCKING, Verdict.CONFORMANT, evidence, run=run)
    rest = [
        replace(first, case=str(n), verdict=Verdict.NOT_RUN, reason="HTTP 401") for n in range(1, 8)
    ]
    cell = _cell([first, *rest])
    assert (cell.verdict, cell.good, cell.total) == (Verdict.NOT_RUN, 1, 8)
    assert cell.reason == "HTTP 401"
    assert exit_code(fold([first, *rest]), "error") == 2


@pytest.mark.parametrize(
    ("others", "open_last", "code"),
    [
        ((Verdict.INCONCLUSIVE,), False, 2),
        ((Verdict.INCONCLUSIVE,), True, 1),
        ((Verdict.INCONCLUSIVE, Verdict.NOT_RUN), True, 2),
        ((), True, 1),
    ],
)
def test_what_is_inconclusive_may_come_behind_findings(
    others: tuple[Verdict, ...], *, open_last: bool, code: int
) -> None:
    """Only where that is asked for, and never what was not run; alone it ends with 2."""
    run = _RUNS[0]
    evidence = Evidence(EvidenceLevel.LIVE, "x", _day(run))
    failed = _observation("m1", "0", Mode.BLOCKING, Verdict.FAILED, evidence, run=run)
    rest = [replace(failed, case=str(n), verdict=one) for n, one in enumerate(others, 1)]
    assert exit_code(fold([failed, *rest]), "error", open_last=open_last) == code
    milder = [replace(failed, verdict=Verdict.NON_STRICT), *rest]
    assert exit_code(fold(milder), "error", open_last=True) == (2 if others else 0)


def test_a_provider_with_documentation_only_is_not_looked_at() -> None:
    """Documentation alone ends with 2 where its provider was named, and with 0 where it was not."""
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "https://docs.example", "2026-01-02")
    table = fold([_observation("m1", "a", Mode.BLOCKING, Verdict.CONFORMANT, evidence, run="r")])
    assert exit_code(table, "error") == 0
    assert exit_code(table, "error", ["acme"]) == 2


def test_a_model_asked_long_ago_is_history() -> None:
    """The failure of a model last asked more than 90 days before another no longer colours."""
    old = Evidence(EvidenceLevel.RECORDED, "old", "2026-01-01")
    new = Evidence(EvidenceLevel.RECORDED, "new", "2026-05-01")
    cell = _cell(
        [
            _observation("m1", "a", Mode.BLOCKING, Verdict.FAILED, old, run=_RUNS[0]),
            _observation("m2", "a", Mode.BLOCKING, Verdict.CONFORMANT, new, run=_RUNS[3]),
        ]
    )
    assert (cell.verdict, cell.models) == (Verdict.CONFORMANT, ("m2",))
    assert [(past.until, past.verdict) for past in cell.before] == [("2026-01-01", Verdict.FAILED)]


def test_traffic_beside_what_was_asked_counts_for_the_exit_code() -> None:
    """A user's own traffic that fails is not hidden by a case that conforms."""
    run = _RUNS[0]
    asked = _observation(
        *("m1", "a", Mode.BLOCKING, Verdict.CONFORMANT),
        Evidence(EvidenceLevel.LIVE, "x", _day(run)),
        run=run,
    )
    evidence = Evidence(EvidenceLevel.IMPORTED, "mine.jsonl #0", _day(run))
    seen = _observation("m1", "traffic", Mode.BLOCKING, Verdict.FAILED, evidence, asked=False)
    assert exit_code(fold([asked]), "error") == 0
    assert exit_code(fold([asked, seen]), "error") == 1
