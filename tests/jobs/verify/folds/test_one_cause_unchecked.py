"""A history that is lost as a whole, and what nobody finds wrong in it: told once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import one, rules
from toolwire.jobs.verify.deviation import ServerDeviation

STREAM = ("streaming",)
WORDS = one("TC776", "The answer has no word of what the user said before.", modes=STREAM)
RESULTS = one(
    "TC731", "The answer has no word of what the tools returned.", case="round_trip.one_result"
)
OBJECT = one(
    "TC734", "The answer has no word of what the tool said: the object may not reach the model."
)


@pytest.mark.parametrize(
    "other",
    [
        one("TC724", "A result of a call that nobody made was answered.", modes=STREAM),
        one("TC792", "A history in which arguments are a text was answered.", modes=STREAM),
        one("TC793", "A history in which two calls have one id was answered.", modes=STREAM),
    ],
)
def test_calls_and_results_of_a_lost_history_are_checked_nowhere(other: ServerDeviation) -> None:
    """In the modes in which the history is there they are another matter, and so is a part of the words."""
    assert rules(WORDS, other) == ["TC776"]
    both = replace(other, modes=("blocking", "streaming"))
    assert rules(WORDS, both) == ["TC776", other.rule]
    part = replace(WORDS, message="The answer has no word of the middle of what was said.")
    assert rules(part, other) == ["TC776", other.rule]


def test_an_object_is_lost_with_all_results() -> None:
    """Where the usual results come it is lost by itself."""
    assert rules(RESULTS, OBJECT) == ["TC731"]
    elsewhere = replace(RESULTS, examples=(replace(RESULTS.example, case="history_forms.other"),))
    assert rules(elsewhere, OBJECT) == ["TC731", "TC734"]
