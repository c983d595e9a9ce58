"""What was seen of a dialect at a server."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import prod

from toolwire.dialects.wire import BEARER, Auth

#: From this HTTP status on a server fails, whatever it was asked.
FAILED = 500
#: Nobody is surer than this.
HIGHEST_CONFIDENCE = 0.99


class Presence(StrEnum):
    """Whether a server has a dialect.

    `answers`: a request got a reply. `refuses`: a request was refused in words that show
    that it was understood. `locked`: a key is wanted. `busy`: a limit or a failure. `absent`:
    nothing is there. `unreached`: no answer came.
    """

    ANSWERS = "answers"
    REFUSES = "refuses"
    LOCKED = "locked"
    BUSY = "busy"
    ABSENT = "absent"
    UNREACHED = "unreached"

    @property
    def rank(self) -> int:
        """Return 0 for the clearest, rising."""
        return tuple(Presence).index(self)


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that speaks for a dialect: how much alone, 0.0 to 1.0, and what it is."""

    weight: float
    text: str


@dataclass(frozen=True, slots=True)
class DialectSighting:
    """What a server showed of one dialect.

    Attributes:
        dialect: its name.
        base_url: where it was seen, or looked for in vain.
        presence: whether it is there.
        facts: what was observed, in that order.
        auth: how the key was sent.
        tools: False when a request with tools was refused and the same without was not, or
            when it was not asked.
        switched_off: it was not asked: the user lets no native tools be sent to the model.
        refusal: what the server said when it refused or failed; from the wire, hostile.
        status: of the first answer; 0 where none came.
    """

    dialect: str
    base_url: str
    presence: Presence
    facts: tuple[Fact, ...] = ()
    auth: Auth = BEARER
    tools: bool = True
    refusal: str = ""
    switched_off: bool = False
    status: int = 0

    @property
    def confidence(self) -> float:
        """Return how sure it is, 0.0 to 1.0, that the server speaks the dialect."""
        if self.presence in (Presence.ABSENT, Presence.UNREACHED):
            return 0.0
        return confidence_of(self.facts)

    @property
    def answered(self) -> bool:
        """Return whether the request was answered as if it went well, in whatever shape."""
        return 200 <= self.status < 300

    @property
    def usable(self) -> bool:
        """Return whether an audit in this dialect makes sense."""
        return self.presence in (Presence.ANSWERS, Presence.REFUSES) and self.confidence >= 0.5


def confidence_of(facts: tuple[Fact, ...]) -> float:
    """Return what facts come to together: each leaves less doubt."""
    return round(min(HIGHEST_CONFIDENCE, 1 - prod(1 - fact.weight for fact in facts)), 2)
