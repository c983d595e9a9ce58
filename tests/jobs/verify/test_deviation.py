"""What a deviation says first."""

from __future__ import annotations

from dataclasses import replace

from tests.jobs.verify.folded import one


def test_what_its_example_shows_is_said_first() -> None:
    """What several findings say together no example shows, and it stays."""
    first, second = "A request is wrong: a name.", "A request is wrong: parameters."
    found = replace(one("TC747", first), others=("Another.", second))
    shown = replace(found, examples=(replace(found.example, message=first),))
    headed = shown.headed(second)
    assert (headed.message, headed.others) == (second, (first, "Another."))
    assert shown.headed(first) == shown
    assert shown.headed("") == shown
    together = replace(shown, message="Both.")
    assert together.headed(second) == together
