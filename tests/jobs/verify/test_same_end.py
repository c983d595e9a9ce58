"""Findings of how answers end that tell one cause."""

from __future__ import annotations

from tests.jobs.verify.folded import one, rules

STREAM = ("streaming",)


def test_a_reason_that_is_null_in_both_modes_is_told_once() -> None:
    """Another word than the API's in whole replies is another cause."""
    null = one("TC405", "The finish reason is not a word of the vocabulary.", modes=("blocking",))
    never = one("TC909", "The choice never gets a finish reason.", modes=STREAM)
    assert rules(null, never) == ["TC405"]
    word = one(
        "TC405",
        "The finish reason is not a word of the vocabulary.",
        modes=("blocking",),
        sides=("a word", "EOS"),
    )
    assert rules(word, never) == ["TC405", "TC909"]


def test_streams_that_do_not_say_that_they_end_are_told_once() -> None:
    """An object before the last that says so ends no stream early."""
    early = one("TC003", "The stream ends early and does not say why.", modes=STREAM)
    never = one("TC912", "The last object does not say that it is the last.", modes=STREAM)
    assert rules(never, early) == ["TC912"]
    before = "An object before the last says that it is the last, or says nothing."
    assert rules(one("TC912", before, modes=STREAM), early) == ["TC912", "TC003"]


def test_a_word_of_no_api_does_not_go_with_a_sequence() -> None:
    """Another word in its answers is told, and so is the same in others."""
    word = one("TC410", "The stop reason is not a word of this API.", sides=(None, "stop"))
    message = "The text ended at a word of the request, and the reason is another."
    assert rules(word, one("TC415", message, sides=("stop_sequence", "stop"))) == ["TC410"]
    other = one("TC415", message, sides=("stop_sequence", "end_turn"))
    assert rules(word, other) == ["TC410", "TC415"]
    apart = "The stop reason and the stop sequence do not go together."
    assert rules(word, one("TC406", apart)) == ["TC410"]
    assert rules(word, one("TC406", apart, case="suite.other")) == ["TC410", "TC406"]
