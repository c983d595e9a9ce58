"""Two findings by what each says, and where: what fits a row, and what does not."""

from __future__ import annotations

import pytest

from tests.jobs.verify.folded import one
from toolwire.jobs.verify.deviation import ServerDeviation
from toolwire.jobs.verify.folds.saying import (
    ANYTHING,
    SaidTogether,
    Where,
    every,
    in_its_answers,
    in_its_cases,
    in_its_modes,
    in_one_mode,
    in_that_mode,
    in_the_same_modes,
    some,
)
from toolwire.model.exchange import Mode

WHOLE, STREAM = ("blocking",), ("streaming",)
TORN, LATE = "A piece is torn: it has no end.", "A piece comes late."


def said(*texts: str, pointer: str = "") -> ServerDeviation:
    """Return a deviation with these texts, the commonest first."""
    found = one("TC999", texts[0], pointer=pointer)
    return ServerDeviation(
        found.rule,
        found.severity,
        texts[0],
        found.count,
        found.modes,
        found.examples,
        others=texts[1:],
    )


def test_every_text_has_some_of_the_words() -> None:
    """One text beside them is of another cause, however seldom it came."""
    torn = every("piece is torn")
    assert torn.fits(said(TORN))
    assert not torn.fits(said(TORN, LATE))
    assert every("piece is torn", "late").fits(said(TORN, LATE))


def test_some_text_has_some_of_the_words() -> None:
    """Which of them is the commonest is chance."""
    torn = some("piece is torn")
    assert torn.fits(said(LATE, TORN))
    assert not torn.fits(said(LATE))
    assert ANYTHING.fits(said(LATE))


def test_all_places_end_alike() -> None:
    """Places are asked for by how they end, whatever stands there."""
    calls = every(at=("/tool_calls",))
    assert calls.fits(said(TORN, pointer="/message/tool_calls"))
    assert not calls.fits(said(TORN, pointer="/message/content"))


@pytest.mark.parametrize(
    ("where", "best", "other", "there"),
    [
        (in_its_modes, WHOLE + STREAM, STREAM, True),
        (in_its_modes, STREAM, WHOLE + STREAM, False),
        (in_the_same_modes, STREAM, STREAM, True),
        (in_the_same_modes, WHOLE + STREAM, STREAM, False),
        (in_one_mode, STREAM, WHOLE, True),
        (in_one_mode, WHOLE + STREAM, STREAM, False),
        (in_that_mode, STREAM, STREAM, True),
        (in_that_mode, STREAM, WHOLE, False),
    ],
)
def test_modes_are_held_to_those_of_the_first(
    where: Where, best: tuple[str, ...], other: tuple[str, ...], *, there: bool
) -> None:
    """What shows in a mode in which the first does not has another cause."""
    assert where(one("TC998", TORN, modes=best), one("TC999", LATE, modes=other)) is there


def test_answers_are_held_to_those_of_the_first() -> None:
    """An answer of both modes is that of either; the same case in the other mode is another answer."""
    best = one("TC998", TORN, seen=(("suite.one", Mode.BLOCKING, ""),))
    same = one("TC999", LATE, seen=(("suite.one", Mode.BLOCKING, ""),))
    streamed = one("TC999", LATE, seen=(("suite.one", Mode.STREAMING, ""),))
    compared = one("TC999", LATE, seen=(("suite.one", Mode.STREAMING, ""),), both=True)
    other = one("TC999", LATE, seen=(("suite.two", Mode.BLOCKING, ""),))
    answers = [in_its_answers(best, it) for it in (same, streamed, compared, other)]
    assert answers == [True, False, True, False]
    assert [in_its_cases(best, it) for it in (streamed, other)] == [True, False]


def test_a_row_needs_what_both_say_and_every_where() -> None:
    """None of the three does alone."""
    row = SaidTogether(every("torn"), every("late"), (in_its_modes, in_its_cases))
    best, other = one("TC998", TORN, modes=STREAM), one("TC999", LATE, modes=STREAM)
    assert row(best, other)
    assert not row(other, other)
    assert not row(best, best)
    assert not row(best, one("TC999", LATE, modes=WHOLE))
    assert not row(best, one("TC999", LATE, modes=STREAM, case="suite.other"))
