"""Findings of how answers end that tell one cause."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.verify.folded import one, rules
from toolwire.model.exchange import Mode

STREAM, WHOLE = ("streaming",), ("blocking",)
CUT = (("no_tool_needed.limit_1", Mode.STREAMING, ""),)
MISSING = "A member that the published type requires is missing."
NONE = "The blocking reply has no stop reason; the stream has one."


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


def test_a_stream_that_breaks_off_is_told_once() -> None:
    """Where it has its mark in some answers without counts, it says nothing of them."""
    mark = one("TC910", "The stream ends without [DONE].", modes=STREAM)
    never = one("TC909", "The choice never gets a finish reason.", modes=STREAM)
    uncounted = one("TC911", "No chunk has the usage that was asked for.", modes=STREAM)
    assert rules(never, uncounted, mark) == ["TC910"]
    other = replace(
        uncounted, examples=(*uncounted.examples, *one("", "", case="s.other").examples)
    )
    assert rules(mark, other) == ["TC910", "TC911"]


def test_a_mark_in_other_letters_is_told_once() -> None:
    """Another event that is no JSON is another cause."""
    mark = one("TC910", "The stream ends without [DONE].", modes=STREAM)
    message = "The event is not one JSON object."
    small = one("TC117", message, modes=STREAM, sides=("object", "[done]"))
    assert rules(small, mark) == ["TC910"]
    other = one("TC117", message, modes=STREAM, sides=("object", "ping"))
    assert rules(other, mark) == ["TC117", "TC910"]


def test_a_stream_that_ends_twice_is_told_once() -> None:
    """An event behind [DONE] is no second end."""
    before = one(
        "TC912",
        "An object before the last says that it is the last, or says nothing.",
        modes=STREAM,
    )
    assert rules(before, one("TC923", "An event follows stream-end.", modes=STREAM)) == ["TC923"]
    done = one("TC923", "An event follows [DONE].", modes=STREAM)
    assert rules(before, done) == ["TC912", "TC923"]


def test_a_stop_word_that_is_kept_is_told_once_with_the_token_of_the_turn() -> None:
    """A token that stands anywhere else is another cause."""
    word = one("TC415", "The text has a word at which the request wants it to end.")
    token = "The text contains the control token at which its request wants it to end."
    assert rules(one("TC506", token), word) == ["TC415"]
    assert rules(word, one("TC506", "The text contains a control token.")) == ["TC415", "TC506"]


@pytest.mark.parametrize(
    ("rule", "message", "sides"),
    [
        ("TC118", "The value is not of the published type.", (None, None)),
        ("TC191", "A member of the format is spelled otherwise.", ("stopReason", "stop_reason")),
    ],
)
def test_a_reason_that_is_null_or_has_another_name_is_told_once(
    rule: str, message: str, sides: tuple[str | None, str | None]
) -> None:
    """Of another member it is another cause."""
    pair = one("TC908", NONE, modes=STREAM, sides=(None, "tool_use"))
    null = one(rule, message, modes=WHOLE, pointer="/stopReason", sides=sides)
    assert rules(null, pair) == [rule]
    other = one(rule, message, modes=WHOLE, pointer="/usage", sides=("usage", "counts"))
    assert rules(other, pair) == [rule, "TC908"]


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


def test_a_reason_that_is_missing_in_one_mode_is_told_once() -> None:
    """Of another member, in the other mode, or of another word it is another cause."""
    seen = (("s.a", Mode.BLOCKING, "/status"), ("s.b", Mode.BLOCKING, "status"))
    member = one("TC118", MISSING, modes=WHOLE, seen=seen)
    pair = one("TC908", NONE, modes=STREAM, sides=(None, "completed"))
    assert rules(member, pair) == ["TC118"]
    other = one("TC118", MISSING, modes=WHOLE, seen=(("s.a", Mode.BLOCKING, "/model"), *seen))
    assert rules(other, pair) == ["TC118", "TC908"]
    assert rules(replace(member, modes=STREAM), pair) == ["TC118", "TC908"]
    word = "The stream ends in another word than the blocking reply."
    assert rules(member, replace(pair, message=word)) == ["TC118", "TC908"]
    streamed = "The stream has no stop reason; the blocking reply has one."
    assert rules(replace(member, modes=STREAM), replace(pair, message=streamed)) == ["TC118"]


@pytest.mark.parametrize(("came", "left"), [(None, ["TC405"]), ("EOS", ["TC405", "TC908"])])
def test_a_reason_that_is_null_in_one_mode_is_told_once(came: str | None, left: list[str]) -> None:
    """Of two words the other mode has neither."""
    wrong = one(
        "TC405",
        "The finish reason is not a word of the vocabulary.",
        modes=WHOLE,
        sides=("a word", came),
    )
    pair = one("TC908", NONE, modes=STREAM, sides=(None, "stop"))
    assert rules(wrong, pair) == left


def test_a_reason_that_breaks_every_answer_off_is_told_once() -> None:
    """Answers that are cut in one mode alone, where the other has its own words, are another cause."""
    whole = one(
        "TC417",
        "An answer that says all it was asked ends with a word for one that was broken off.",
    )
    others = (
        one("TC420", "An answer with a whole call ends with a word for one that was broken off."),
        one("TC415", "The text ended at a word of the request, and the reason is another."),
        one("TC478", "The answer was cut, and its request sets no limit."),
    )
    assert rules(*others, whole) == ["TC417"]
    word = one("TC415", "The text has a word at which the request wants it to end.")
    assert rules(whole, word) == ["TC417", "TC415"]
    streamed = one("TC417", whole.message, modes=("streaming",))
    assert rules(streamed, others[2]) == ["TC417", "TC478"]


def test_a_mark_in_quotes_is_told_once() -> None:
    """Where the mark is missing, another text in quotes is another cause."""
    quoted = "The stream ends with [DONE] in quotes, which readers take for a text."
    mark = one("TC910", quoted, modes=STREAM)
    text = one(
        "TC117", "The event is not one JSON object.", modes=STREAM, sides=("object", '"[DONE]"')
    )
    assert rules(text, mark) == ["TC910"]
    assert rules(text, one("TC910", "The stream ends without [DONE].", modes=STREAM)) == [
        "TC117",
        "TC910",
    ]


def test_an_empty_reason_that_hides_a_cut_is_told_once() -> None:
    """A stream that ends in a word all the same says something else of the cut."""
    empty = one(
        "TC405",
        "The finish reason is not a word of the vocabulary.",
        modes=STREAM,
        sides=("stop", ""),
        seen=CUT,
    )
    cut = one(
        "TC408",
        "One mode says that the reply was cut, the other that it is whole.",
        modes=STREAM,
        sides=("length", ""),
        seen=CUT,
    )
    assert rules(empty, cut) == ["TC405"]
    whole = replace(cut, examples=(replace(cut.example, actual="stop"),))
    assert rules(empty, whole) == ["TC405", "TC408"]


def test_an_answer_without_done_is_told_once_with_its_reason() -> None:
    """The mode that has `done` lacks a reason for another cause."""
    done = one("TC118", MISSING, modes=WHOLE, pointer="/done")
    assert rules(one("TC908", NONE, modes=STREAM), done) == ["TC118"]
    other = "The stream has no stop reason; the blocking reply has one."
    assert rules(one("TC908", other, modes=STREAM), done) == ["TC908", "TC118"]


@pytest.mark.parametrize(
    ("pointer", "left"),
    [
        ("event[16]/event_type", ["TC923"]),
        ("event[3]/event_type", ["TC118", "TC923"]),
        ("event[16]/finish_reason", ["TC118", "TC923"]),
    ],
)
def test_an_end_in_another_word_is_told_once(pointer: str, left: list[str]) -> None:
    """It is the last event's; a word of an event before it is another cause."""
    seen = (("s.a", Mode.STREAMING, "event[17]"),)
    ends = one("TC923", "The stream ends without stream-end.", modes=("streaming",), seen=seen)
    message = "The value is not of the published type."
    word = one("TC118", message, modes=("streaming",), seen=(("s.a", Mode.STREAMING, pointer),))
    assert rules(word, ends) == left


def test_a_small_limit_that_stands_everywhere_is_told_once() -> None:
    """A text that is cut later, without a limit, met another one, and so did one of another mode."""
    early = one(
        "TC423",
        "The reply was cut for its length, and has far fewer tokens than its request allows.",
        modes=WHOLE,
        sides=("at least 256 tokens", 12),
    )
    message = "The answer was cut, and its request sets no limit."
    assert rules(early, one("TC478", message, modes=WHOLE, sides=("60 words", 8))) == ["TC423"]
    later = one("TC478", message, modes=WHOLE, sides=("60 words", 40))
    assert rules(early, later) == ["TC423", "TC478"]
    streamed = one("TC478", message, modes=STREAM, sides=("60 words", 8))
    assert rules(early, streamed) == ["TC423", "TC478"]


def test_a_response_in_another_state_than_its_event_ends_in_another_word() -> None:
    """A word that is another at the end of a stream whose state is right is another cause."""
    at = ("suite.case", Mode.STREAMING, "event[8]/response/status")
    state = one(
        "TC122",
        "The response is in another state than its event says.",
        modes=STREAM,
        seen=(at, ("suite.alone", *at[1:])),
    )
    message = "The stream ends in another word than the blocking reply."
    word = one("TC908", message, modes=STREAM, seen=(at,))
    assert rules(word, state) == ["TC122"]
    elsewhere = replace(word, examples=(word.example, replace(word.example, case="suite.other")))
    assert rules(elsewhere, state) == ["TC908", "TC122"]
    lost = replace(word, others=("A piece of the text is missing in the stream.",))
    assert rules(lost, state) == ["TC908", "TC122"]
