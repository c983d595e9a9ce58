"""Cells as short codes and as words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from toolwire.jobs.report.heatmap.coding import BASES, VERDICTS, modes_code, state, words
from toolwire.jobs.report.matrix import matrix
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import Observation, Verdict
from toolwire.results.cells import Basis, Cell, Row

Make = Callable[..., Observation]
ROW = Row("openai", "openai-chat")
TODAY = date(2026, 11, 21)


def cell_of(*observations: Observation) -> Cell:
    """Return the one cell of some observations."""
    return matrix(observations).suites[ROW, "single_call"]


def modes_of(*observations: Observation) -> str:
    """Return both modes of the one cell, coded."""
    folded = matrix(observations)
    cell = folded.suites[ROW, "single_call"]
    modes = {mode: one for (_, _, mode), one in folded.table.modes.items()}
    return modes_code(cell, modes, TODAY)


def test_every_basis_and_verdict_has_a_letter() -> None:
    """No two share one, so that a code says one thing."""
    assert set(BASES) == set(Basis)
    assert set(VERDICTS) == set(Verdict)
    assert len(set(BASES.values())) == len(BASES)
    assert len(set(VERDICTS.values())) == len(VERDICTS)


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("2026-11-20", "sc"),
        ("2026-10-07", "sc"),
        ("2026-10-06", "sc mid"),
        ("2026-08-22", "sc old"),
        (None, "sc undated"),
    ],
)
def test_classes_say_how_known_and_how_old(observe: Make, when: str | None, expected: str) -> None:
    """After 45 days evidence is ageing, after 90 old; without a date it says so."""
    assert state(cell_of(observe(date=when)), TODAY) == expected


def test_what_was_asked_is_told_from_what_was_seen(observe: Make) -> None:
    """One letter differs, and documentation has a third, however good it looks."""
    levels = (EvidenceLevel.LIVE, EvidenceLevel.IMPORTED, EvidenceLevel.DOCUMENTED)
    states = [state(cell_of(observe(level=level, date="2026-11-20")), TODAY) for level in levels]
    assert states == ["ac", "sc", "dc"]


def test_documentation_and_what_was_not_looked_at_have_no_age(observe: Make) -> None:
    """A vendor's page of last year is no old evidence: it is none."""
    documented = observe(level=EvidenceLevel.DOCUMENTED, date="2025-01-01")
    away = observe(Verdict.NOT_RUN, EvidenceLevel.LIVE, date=None, reason="no key")
    assert [state(cell_of(one), TODAY) for one in (documented, away)] == ["dc", "an"]


def test_modes_that_are_as_the_cell_cost_nothing(observe: Make) -> None:
    """Both modes conformant and of one age: the cell has said it all."""
    assert modes_of(*(observe(mode=mode) for mode in Mode)) == ""


def test_modes_that_differ_are_both_coded(observe: Make) -> None:
    """Streaming fails in two, blocking in none: each mode says what it came to, and its age."""
    failing = [
        observe(Verdict.FAILED, mode=Mode.STREAMING, source=str(n), reason="TC1") for n in (1, 2)
    ]
    assert modes_of(observe(), *failing) == "sco sf2o"


def test_a_mode_that_was_not_observed_is_said(observe: Make) -> None:
    """A dash, so that the cell can be blank in that mode."""
    assert modes_of(observe()) == "sco -"


@pytest.mark.parametrize(
    ("verdict", "level", "expected"),
    [
        (Verdict.CONFORMANT, EvidenceLevel.IMPORTED, "conformant, seen 1, rules held, thin, old"),
        (Verdict.FAILED, EvidenceLevel.LIVE, "failed, 0/1, old"),
        (Verdict.UNSUPPORTED, EvidenceLevel.LIVE, "unsupported"),
        (Verdict.CONFORMANT, EvidenceLevel.DOCUMENTED, "conformant, documented only"),
    ],
)
def test_words_say_what_the_mark_shows(
    observe: Make, verdict: Verdict, level: EvidenceLevel, expected: str
) -> None:
    """Verdict, counts, how it is known and its age."""
    seen = observe(verdict, level, reason="why", date="2026-06-08")
    assert words(cell_of(seen), TODAY) == expected
