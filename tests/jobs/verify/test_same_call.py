"""Findings that tell of calls that nobody finds: what is said of a request does not make it another cause."""

from __future__ import annotations

from typing import Final

from tests.jobs.verify.folded import one, rules
from toolwire.jobs.verify.one_cause import each_cause_once
from toolwire.model.observation import Severity

NONE: Final = "A call of one tool was demanded and none came"
THOUGHTS: Final = "The answer has thoughts alone, though the prompt writes out a call."
WORDS: Final = "The prompt writes out a call of an offered tool, and words came in its place."


def test_calls_that_are_no_objects_are_not_also_missing() -> None:
    """In other modes, or where they are objects without a name, they are missing for another cause."""
    error = Severity.ERROR
    shape = one("TC107", "The call is not an object.", modes=("streaming",), severity=error)
    demanded = one("TC602", f"{NONE}: /tools in snake_case.", modes=("streaming",))
    thoughts = one("TC660", THOUGHTS, modes=("streaming",))
    words = one("TC654", WORDS, modes=("streaming",))
    (left,) = each_cause_once((shape, demanded, thoughts, words))
    assert (left.rule, set(left.others)) == ("TC107", {demanded.message, THOUGHTS, WORDS})
    assert rules(shape, one("TC602", f"{NONE}.")) == ["TC107", "TC602"]
    nameless = one("TC107", "The call has no name.", modes=("streaming",), severity=error)
    assert rules(nameless, demanded) == ["TC107", "TC602"]
    another = one("TC602", "Another tool was called: x.", modes=("streaming",))
    assert rules(shape, another) == ["TC107", "TC602"]
