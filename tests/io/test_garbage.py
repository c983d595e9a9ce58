"""The collector rests while a report is read, and is as it was afterwards."""

from __future__ import annotations

import gc

import pytest

from toolwire.io.garbage import not_looked_for


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
