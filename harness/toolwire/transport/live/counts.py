"""What was sent and received, counted as it happens."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Counts:
    """A moment's counts.

    Attributes:
        requests: attempts that went out, retries included: each may be paid for.
        answers: responses that came whole, of any status.
        retries: attempts that followed a failed one.
        faults: attempts that brought no answer.
        sent: bytes of request bodies.
        received: bytes of response bodies, after decompression.
        waiting: requests that are out now.
    """

    requests: int = 0
    answers: int = 0
    retries: int = 0
    faults: int = 0
    sent: int = 0
    received: int = 0
    waiting: int = 0

    def __add__(self, other: Counts) -> Counts:
        """Return the sums."""
        names = [field.name for field in fields(self)]
        return Counts(*(getattr(self, name) + getattr(other, name) for name in names))


@dataclass(slots=True)
class RunningCounts:
    """The running counts of one provider; see `Counts`."""

    requests: int = 0
    answers: int = 0
    retries: int = 0
    faults: int = 0
    sent: int = 0
    received: int = 0

    def counts(self) -> Counts:
        """Return the counts of this moment."""
        waiting = self.requests - self.answers - self.faults
        return Counts(
            self.requests,
            self.answers,
            self.retries,
            self.faults,
            self.sent,
            self.received,
            waiting,
        )
