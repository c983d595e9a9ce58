"""What a command did on hostile input."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command did.

    Attributes:
        code: its exit code; negative for the signal that ended it.
        output: what it printed, and the verdicts and reasons of the results it wrote.
        seconds: wall time.
        megabytes: most memory it held at once, in units of 1,000,000 bytes.
        broken: what must never happen and did; "" when nothing.
    """

    code: int
    output: str
    seconds: float
    megabytes: float
    broken: str = ""
