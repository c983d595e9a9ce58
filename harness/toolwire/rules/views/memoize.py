"""A view of a reading that several rules share, built once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from toolwire.model.reply import Reading

View = TypeVar("View")


def memoize(build: Callable[[Reading], View]) -> Callable[[Reading], View]:
    """Make a function that remembers the view of the last reading it was asked about.

    Rules judge one reading after the other, so one place is enough, and memory stays flat.
    """
    last: Reading | None = None
    held: View

    def view(reading: Reading) -> View:
        nonlocal last, held
        if last is not reading:
            # What raises is asked again.
            last = None
            held = build(reading)
            last = reading
        return held

    return view
