"""Words of a Reed-Solomon code, one-hot: what tokens look like inside the model.

Token number n is written in base p as the polynomial a + bx + cx^2 over the field of p elements
and evaluated at the first points of the field; each value is one-hot. Two tokens agree in at most
two places, so that a token resembles another by at most 2 / places, provably.
"""

from __future__ import annotations

from dataclasses import dataclass

_PRIMES = (11, 13, 17, 19, 23)
#: Dimensions that two heads of 64 carry.
_ROOM = 128
#: How many tokens a code can tell apart.
MOST_TOKENS = _PRIMES[-1] ** 3


@dataclass(frozen=True, slots=True)
class Code:
    """A code of words of `places` symbols out of `base`; `size` dimensions."""

    base: int
    places: int

    @property
    def size(self) -> int:
        """Return the number of dimensions of a word."""
        return self.base * self.places

    def word(self, number: int) -> tuple[int, ...]:
        """Return the dimensions that are 1 in a word, one for each place; number < base ** 3."""
        a, b, c = (number // self.base**power % self.base for power in range(3))
        symbols = ((a + b * x + c * x * x) % self.base for x in range(self.places))
        return tuple(place * self.base + symbol for place, symbol in enumerate(symbols))


def token_code(count: int) -> Code:
    """Return the code with the most places for `count` tokens, at most `MOST_TOKENS`."""
    base = next(prime for prime in _PRIMES if prime**3 >= count)
    return Code(base, min(base, _ROOM // base))


def key_code(count: int) -> Code:
    """Return the smallest code of five places for `count` keys, at most 1,331.

    Two keys agree in at most two places, and the first three are enough to tell them apart.
    """
    base = next(prime for prime in (5, 7, 11) if prime**3 >= count)
    return Code(base, 5)
