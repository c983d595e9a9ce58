"""How many examples a property draws."""

from __future__ import annotations

from hypothesis import settings

#: Examples of a profile by which numbers of a property's own are counted.
_USUAL = 50


def examples(number: int) -> int:
    """Return as many examples of a property as the profile wants, of one that asks for a number.

    Half of it in a run of the tests, four times as many in `nox -s properties`.
    """
    return max(1, number * settings().max_examples // _USUAL)
