"""What was sent and received, counted as it happens."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(slots=True)
class Counts:
    """The counts of one provider, or the sums of several.

    Attributes:
        requests: attempts that went out, retries included: each may be paid for.
        answers: responses that came whole, of any status.
        retries: attempts that followed a failed one.
        faults: attempts that brought no answer.
        sent: bytes of request bodies.
        received: bytes of response bodies, after decompression.
    """

    requests: int = 0
    answers: int = 0
    retries: int = 0
    faults: int = 0
    sent: int = 0
    received: int = 0

    @property
    def waiting(self) -> int:
        """Return how many requests are out now."""
        return self.requests - self.answers - self.faults

    def __add__(self, other: Counts) -> Counts:
        """Return the sums, which do not go on counting."""
        names = [field.name for field in fields(self)]
        return Counts(*(getattr(self, name) + getattr(other, name) for name in names))
