"""What somebody hands in is told and labelled, and makes nothing greener that other bytes coloured."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Observation, Verdict
from toolwire.results.cells import Basis, Cell, fold, looks_better
from toolwire.results.cells.marks import MARKS, mark, text

_RUNS = tuple(f"2026{month:02}01T000000Z-0000000{month}" for month in range(1, 7))
_DECIDED = (Verdict.CONFORMANT, Verdict.NON_STRICT, Verdict.FAILED)
_LEVELS = (*EvidenceLevel,)


@st.composite
def _observations(draw: st.DrawFn, *levels: EvidenceLevel) -> Observation:
    """Draw one observation of a cell that rests on one of some levels."""
    level = draw(st.sampled_from(levels))
    asked = level is not EvidenceLevel.IMPORTED
    verdict = draw(st.sampled_from(tuple(Verdict) if asked else _DECIDED))
    run = draw(st.sampled_from(_RUNS)) if asked else ""
    case = draw(st.sampled_from("abc")) if asked else "traffic"
    day = f"2026-{draw(st.integers(1, 6)):02}-01"
    when = None if verdict is Verdict.NOT_RUN else day
    model = draw(st.sampled_from(("m1", "m2")))
    source = f"{level}/{model}/{case}/{draw(st.integers(0, 3))}"
    return Observation(
        *("acme", "openai-chat", model, "single_call", case, Mode.BLOCKING, verdict),
        Evidence(level, source, when),
        asked=asked,
        run=run,
        facets={"arguments": str(verdict)},
    )


_OTHERS = _observations(*(level for level in _LEVELS if level is not EvidenceLevel.SUBMITTED))
_HANDED_IN = st.lists(_observations(EvidenceLevel.SUBMITTED), min_size=1, max_size=6)


def _cell(observations: list[Observation]) -> Cell:
    (cell,) = fold(observations).suites.values()
    return cell


def _alone(cell: Cell) -> Cell:
    return replace(cell, beside=None)


@settings(max_examples=examples(300), deadline=None)
@given(st.lists(_OTHERS, min_size=1, max_size=8), _HANDED_IN)
def test_what_was_asked_says_the_same_with_and_without_it(
    others: list[Observation], handed_in: list[Observation]
) -> None:
    """A cell of our own bytes is the same to the last word, whatever stands beside it."""
    before, after = _cell(others), _cell([*others, *handed_in])
    if before.basis is Basis.ASKED:
        assert _alone(after) == _alone(before)
        assert after.beside is not None
    facets = fold(others).facets, fold([*others, *handed_in]).facets
    for key, facet in facets[0].items():
        if facet.basis is Basis.ASKED:
            assert facets[1][key] == facet


@settings(max_examples=examples(300), deadline=None)
@given(st.lists(_OTHERS, min_size=1, max_size=8), _HANDED_IN)
def test_it_makes_nothing_greener_that_others_coloured(
    others: list[Observation], handed_in: list[Observation]
) -> None:
    """Real evidence, ours or of traffic, is not outshone; documentation is, and the cell says by what."""
    before, after = _cell(others), _cell([*others, *handed_in])
    if before.basis is not Basis.DOCUMENTED:
        assert not looks_better(after.verdict, before.verdict)
        return
    assert after.basis is Basis.SUBMITTED
    assert after.level is EvidenceLevel.SUBMITTED


@settings(max_examples=examples(200), deadline=None)
@given(_HANDED_IN)
def test_it_is_marked_wherever_it_decides(handed_in: list[Observation]) -> None:
    """No mark of it is one of what was asked, and its words name the level."""
    cell = _cell(handed_in)
    if cell.verdict in _DECIDED:
        assert mark(cell) not in MARKS[Basis.ASKED].values()
        assert str(EvidenceLevel.SUBMITTED) in text(cell)


def test_a_fault_of_it_shows_where_traffic_has_none() -> None:
    """It is believed against itself: of both, what looks worse is told, and the other stands beside."""
    whose = ("acme", "openai-chat", "m1", "single_call")
    seen = Observation(
        *whose, "traffic", Mode.BLOCKING, Verdict.CONFORMANT,
        Evidence(EvidenceLevel.IMPORTED, "o/r p@0000000 #1", "2026-01-01"), asked=False,
    )  # fmt: skip
    failed = Observation(
        *whose, "a", Mode.BLOCKING, Verdict.FAILED,
        Evidence(EvidenceLevel.SUBMITTED, "a", "2026-01-01"), run=_RUNS[0],
    )  # fmt: skip
    cell = _cell([seen, failed])
    assert (cell.basis, cell.verdict) == (Basis.SUBMITTED, Verdict.FAILED)
    assert cell.beside is not None
    assert cell.beside.basis is Basis.SEEN
    mended = _cell(
        [replace(seen, verdict=Verdict.FAILED), replace(failed, verdict=Verdict.CONFORMANT)]
    )
    assert (mended.basis, mended.verdict) == (Basis.SEEN, Verdict.FAILED)
    assert mended.beside is not None
    assert mended.beside.basis is Basis.SUBMITTED
