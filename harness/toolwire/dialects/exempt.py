"""What it takes for a place of a reply not to count.

A change there leaves another right answer, so that no judge could call it wrong; what counts is
everything else. Each dialect has its `EXEMPT` places, and what counts and is `MISSED` all the
same, in `exempt.py` of its folder. Which members need not be there is told by the published
types, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Operator(StrEnum):
    """What is done to one place.

    `drop`: the member, element, event or header is left out. `null`: the value becomes null.
    `retype`: it becomes one of another type. `disagree`: it becomes another of its type, so that
    it no longer agrees with what else is told; a word of a closed set becomes another word of it.
    `negate`: a number gets the other sign. `rename`: the member is spelled otherwise, or the
    event has another name. `duplicate`: the element or event comes twice. `reorder`: it changes
    places with the next one. `truncate`: the body ends before it.
    """

    DROP = "drop"
    NULL = "null"
    RETYPE = "retype"
    DISAGREE = "disagree"
    NEGATE = "negate"
    RENAME = "rename"
    DUPLICATE = "duplicate"
    REORDER = "reorder"
    TRUNCATE = "truncate"


EVERY: Final = tuple(Operator)
GONE: Final = (Operator.DROP, Operator.NULL)
UNSAID: Final = (Operator.DROP, Operator.RENAME)
MOVED: Final = (Operator.DUPLICATE, Operator.REORDER)
EVENT: Final = (Operator.DROP, *MOVED)

OPTIONAL: Final = "the published type does not require the member, and no call needs it"
COUNTS: Final = "the published type does not require this count"
VALUES: Final = "the tool's schema does not require this argument, and allows others"
LESS: Final = "what is left is a right answer that says less"
ORDER: Final = "calls and texts come in the order and number that the model chooses"
OPENING: Final = "the arguments of the opening piece are empty, and the type lets it leave them out"
NULLED: Final = "null says as much as an empty text: nothing"
INTERLEAVED: Final = "pieces of two calls, or of words and a call, may come in either order"
NOTHING: Final = "a call without arguments may come without a piece of them"
ONCE: Final = "told once, by the server alone: no other part of the exchange says otherwise"
OPAQUE: Final = "an id of the server's own making, told once, may be any other"
PROSE: Final = "words for people, which may be any others"
NAMED: Final = "a snapshot may answer under its own name"
CODES: Final = "vendors add kinds of errors, and clients take an unknown one for its status"
LOGGED: Final = "for logs only: no client reads calls or failures by it"


@dataclass(frozen=True, slots=True)
class Exempt:
    """Places of a dialect that do not count.

    Attributes:
        reason: why, in a few words.
        operators: what may be done there.
        places: as in `Mutant.place`. One that begins with `/` is meant in bodies and in every
            event alike; one that ends with `/...` is everything inside a place.
    """

    reason: str
    operators: frozenset[Operator]
    places: tuple[str, ...]

    def closes(self, place: str) -> bool:
        """Return whether nothing counts inside a place, whatever is done there."""
        _, slash, pointer = place.partition("/")
        inside = (f"{place}/...", f"{slash}{pointer}/...")
        return self.operators == set(Operator) and any(p in self.places for p in inside)

    def holds(self, operator: Operator, place: str) -> bool:
        """Return whether what was done at a place is exempt."""
        if operator not in self.operators:
            return False
        _, slash, pointer = place.partition("/")
        return any(_is(found, own) for found in (place, slash + pointer) for own in self.places)


def _is(found: str, place: str) -> bool:
    if place.endswith("/..."):
        return found.startswith(place.removesuffix("..."))
    return found == place


def because(reason: str, operators: Iterable[Operator], *places: str) -> Exempt:
    """Make an exemption; places are given several to a string, with spaces between."""
    found = tuple(place for group in places for place in group.split())
    return Exempt(reason, frozenset(operators), found)


def values(*places: str) -> Exempt:
    """Exempt arguments that a tool's schema does not require."""
    return because(VALUES, UNSAID, *places)


def less(*places: str) -> Exempt:
    """Exempt what may be left out."""
    return because(LESS, (Operator.DROP,), *places)


def order(*places: str) -> Exempt:
    """Exempt the order and number of calls and texts."""
    return because(ORDER, MOVED, *places)


def optional(*places: str) -> Exempt:
    """Exempt members that the published type does not require."""
    return because(OPTIONAL, GONE, *places)


def counts(*places: str) -> Exempt:
    """Exempt counts that the published type does not require."""
    return because(COUNTS, GONE, *places)


def opening(*places: str) -> Exempt:
    """Exempt the empty arguments of an opening piece."""
    return because(OPENING, GONE, *places)


def nulled(*places: str) -> Exempt:
    """Exempt texts for which null says as much."""
    return because(NULLED, GONE, *places)


def interleaved(*places: str) -> Exempt:
    """Exempt the order of pieces that may come in either."""
    return because(INTERLEAVED, (Operator.REORDER,), *places)


def once(*places: str) -> Exempt:
    """Exempt values that nothing else in an exchange is held against."""
    return because(ONCE, (Operator.DISAGREE,), *places)


def opaque(*places: str) -> Exempt:
    """Exempt ids that are told once."""
    return because(OPAQUE, (Operator.DISAGREE,), *places)


def logged(*places: str) -> Exempt:
    """Exempt what is there for logs."""
    return because(LOGGED, EVERY, *places)


#: What does not count in any dialect.
COMMON: Final = (
    because(
        "recorders unpack bodies and keep the headers as they came; a live client is stopped by "
        "HTTP itself",
        (Operator.DISAGREE,),
        "header/content-encoding header/content-length",
    ),
    because(
        "recorders leave headers out: a missing type is told where the date was kept",
        (Operator.DROP,),
        "header/content-type",
    ),
    because(
        LOGGED,
        (Operator.DROP, Operator.DISAGREE),
        "header/request-id header/x-request-id header/x-amzn-requestid header/cache-control",
    ),
    because(
        "how long to wait is the server's to say, and it need not",
        (Operator.DROP, Operator.DISAGREE),
        "header/retry-after",
    ),
    because(PROSE, (Operator.DISAGREE,), "error/error/message error/message error/error"),
)
