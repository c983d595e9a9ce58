"""The collector rests while a report is read, and is as it was afterwards."""

from __future__ import annotations

import gc

import pytest

from toolwire.io.garbage import not_looked_for, seldom_looked_for


def test_the_collector_rests_and_comes_back() -> None:
    """Also where one block stands in another, and where the work fails."""
    assert gc.isenabled()
    with not_looked_for():
        with not_looked_for():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(KeyError), not_looked_for():
        raise KeyError
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    """Whoever switched it off has a reason."""
    gc.disable()
    try:
        with not_looked_for():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.parametrize("before", [(700, 10, 10), (90_000, 10, 10), (0, 10, 10)])
def test_garbage_is_looked_for_seldom_and_then_as_before(before: tuple[int, int, int]) -> None:
    """Never more often than before, nor where nobody looks; also where the work fails."""
    kept = gc.get_threshold()
    gc.set_threshold(*before)
    try:
        with seldom_looked_for():
            assert gc.get_threshold() == ({700: 20_000}.get(before[0], before[0]), *before[1:])
        assert gc.get_threshold() == before
        with pytest.raises(KeyError), seldom_looked_for():
            raise KeyError
        assert gc.get_threshold() == before
    finally:
        gc.set_threshold(*kept)
