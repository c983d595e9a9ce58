"""Attention heads set by hand: what each looks at, and how far.

A head's score is a sum of products of one number of the query and one of the key. Rotary position
embedding turns each pair of them by an angle that grows with the distance: slow pairs hardly turn
and compare content, faster pairs measure the distance. Scores are in nats: a difference of 20
leaves two in a thousand million to the lower one.

Formula of rotary embeddings: https://arxiv.org/abs/2104.09864, read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from servers.scripted_model.layout import HEAD, ONE, Layout

#: The slowest pair of a head then turns by 2e-11 a token, the sixteenth by 3e-6.
BASE: Final = 1e11
#: Tokens of context the distances are made for.
CONTEXT: Final = 16_384
_PAIRS: Final = HEAD // 2
#: Pairs from here on compare content: over the whole context they turn by 0.12 at most.
_STILL: Final = 15


@dataclass(frozen=True, slots=True)
class Distance:
    """A score that depends on the distance d: the sum of c cos(d t) - s sin(d t) over pairs.

    `terms` maps a pair to (c, s), t is the pair's angle for one token.
    """

    terms: Mapping[int, tuple[float, float]]

    def nats(self, strength: float) -> Distance:
        """Return the same curve, higher by a factor."""
        return Distance({p: (c * strength, s * strength) for p, (c, s) in self.terms.items()})


def _falling(nats: float) -> Distance:
    # Sines of three slow pairs fall by nearly the same at every token up to 4,096 of distance,
    # and what is farther, up to the end of the context, stays below.
    shares = {10: 0.25, 11: 1.0, 12: 1.0}
    slope = sum(share * BASE ** (-pair / _PAIRS) for pair, share in shares.items())
    return Distance({pair: (0.0, share * nats / slope) for pair, share in shares.items()})


#: Prefers what is nearer by 6 nats a token.
RECENT: Final = _falling(6.0)
#: Prefers what is nearer by 20 nats and more, for the last four tokens; all else is below. The
#: coefficients were found by a search; a test holds them to what is said here.
NEAREST: Final = Distance(
    {
        0: (0.04, 0.20), 1: (0.95, 0.14), 2: (1.00, 0.72), 3: (0.88, -0.08), 4: (0.79, 0.01),
        5: (0.55, -0.03), 6: (0.56, 0.08), 7: (0.74, -0.12), 8: (0.53, 0.25), 9: (0.33, -0.04),
        10: (0.76, 0.32), 11: (0.05, 0.33),
    }
).nats(44.0)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a score: `nats` where the query has its flag and the key one of its own.

    `query` None stands for every token. A term takes one dimension of its head.
    """

    query: int | None
    keys: tuple[int, ...]
    nats: float


@dataclass(frozen=True, slots=True)
class Head:
    """One head.

    Attributes:
        terms: what of content counts.
        copies: (dimension read at the key, dimension written at the query).
        distance: a curve, counted where the key has one of the flags in `near`.
        near: see `distance`.
    """

    terms: Sequence[Term]
    copies: Sequence[tuple[int, int]]
    distance: Distance | None = None
    near: Sequence[int] = ()


#: Above every difference that distance makes, below what a 16-bit number holds (65,504).
_FAR_ABOVE: Final = 50_000.0


def heads_of(layout: Layout) -> tuple[tuple[Head, ...], ...]:
    """Return the heads of each layer; the last layer has none."""
    return (_first(layout), _second(layout), _third(layout), ())


def _first(at: Layout) -> tuple[Head, ...]:
    """Find what the last turn is, the last piece of a reply, and what stands in the prompt."""
    piece, turn = at.at("itself"), at.at("turn")
    word = range(at.tokens.size)
    copies = [(at.at("token") + n, at.at("last") + n) for n in word]
    nearest = [
        Head([Term(None, (piece,), 2_000.0)], part, NEAREST, [piece])
        for part in (copies[:HEAD], copies[HEAD:])
    ]
    turns = Head(
        [Term(None, (turn,), _FAR_ABOVE)],
        [(at.at("user"), at.at("in_user_share"))],
        RECENT,
        [turn],
    )
    besides = range(at.besides)
    there = Head(
        [Term(None, tuple(at.at("beside") + n for n in besides), 40.0)],
        [(at.at("beside") + n, at.at("beside_share") + n) for n in besides],
    )
    return (turns, *nearest, there)


def _second(at: Layout) -> tuple[Head, ...]:
    """Find the key of the last user's turn, and whether results came after it."""
    live, user, rounds = at.at("live"), at.at("user"), at.at("round")
    digits = range(at.keys.size)
    picked = Head(
        # A key counts as two tokens nearer than the beginning of the turn that it stands in.
        [Term(None, (live, user), _FAR_ABOVE), Term(None, (live,), 12.0)],
        [(at.at("digits") + n, at.at("picked_share") + n) for n in digits],
        RECENT,
        [live, user],
    )
    answered = Head(
        [Term(None, (live, user, rounds), _FAR_ABOVE)],
        [(rounds, at.at("answered_share"))],
        RECENT,
        [live, user, rounds],
    )
    return (picked, answered)


def _third(at: Layout) -> tuple[Head, ...]:
    """Weigh the key against the rounds of results that came for it."""
    live, rounds = at.at("live"), at.at("round")
    # Three places of a key's word tell it from all others.
    digits = range(3 * at.keys.base)
    picked = at.at("picked")
    same = (Term(picked + n, (picked + n,), 30.0) for n in digits)
    return (Head([Term(None, (live, rounds), 60.0), *same], [(live, at.at("portion"))]),)


def write_head(
    head: Head, number: int, weights: Mapping[str, NDArray[np.float32]], layout: Layout
) -> None:
    """Write one head into the matrices `q`, `k`, `v` and `o` of its layer."""
    base, one = number * HEAD, layout.at("one")
    for term, dimension in zip(head.terms, _still()[: len(head.terms)], strict=True):
        strength = sqrt(term.nats * sqrt(HEAD))
        for key in term.keys:
            weights["k"][base + dimension, key] = strength
        asked = (one, strength / ONE) if term.query is None else (term.query, strength)
        weights["q"][base + dimension, asked[0]] = asked[1]
    if head.distance is not None:
        _write_distance(head, base, weights, one)
    for place, (read, written) in enumerate(head.copies):
        weights["v"][base + place, read] = 1.0
        weights["o"][written, base + place] = 1.0


def _still() -> list[int]:
    """Return the dimensions of a head that compare content, the stillest first."""
    pairs = range(_PAIRS - 1, _STILL - 1, -1)
    return [dimension for pair in pairs for dimension in (pair, pair + _PAIRS)]


def _write_distance(
    head: Head, base: int, weights: Mapping[str, NDArray[np.float32]], one: int
) -> None:
    assert head.distance is not None
    for pair, (cosine, sine) in head.distance.terms.items():
        strength = sqrt(max(abs(cosine), abs(sine)) * sqrt(HEAD))
        for flag in head.near:
            weights["k"][base + pair, flag] = strength
        factor = sqrt(HEAD) / strength / ONE
        weights["q"][base + pair, one] = cosine * factor
        weights["q"][base + pair + _PAIRS, one] = sine * factor
