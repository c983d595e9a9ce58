"""A row of the table: what is hostile, and what toolwire has to do about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fuzz.hostile.outcome import Outcome
from fuzz.hostile.stage import Stage


@dataclass(frozen=True, slots=True)
class Row:
    """One scenario.

    Attributes:
        name: one word, by which it is run alone.
        what: what is hostile, for readers.
        act: runs it.
        codes: exit codes that are right.
        expected: regular expression that is found in the output.
        seconds: most wall time.
        megabytes: most memory.
        quick: fit for the tests: a second or two.
    """

    name: str
    what: str
    act: Callable[[Stage], Outcome]
    codes: tuple[int, ...]
    expected: str
    seconds: float = 20.0
    megabytes: float = 300.0
    quick: bool = False
