"""Findings of counts that tell one cause."""

from __future__ import annotations

from tests.jobs.verify.folded import one, rules
from toolwire.jobs.verify.folds.one_cause import each_cause_once
from toolwire.jobs.verify.folds.told_together import COUNTED_OTHERWISE
from toolwire.model.exchange import Mode

STREAM = ("streaming",)


def test_counts_of_single_events_are_told_once() -> None:
    """The last of them is no count of the whole; what whole replies count too low is another cause."""
    message = "Fewer tokens of the answer are counted than in an event before."
    by_event = one("TC121", message, modes=STREAM)
    words = "Fewer tokens are counted of the answer than its words take."
    assert rules(by_event, one("TC165", words, modes=STREAM)) == ["TC121"]
    assert rules(by_event, one("TC165", words)) == ["TC121", "TC165"]
    total = one("TC121", "The counts of tokens do not add up to the total.")
    assert rules(total, one("TC165", words)) == ["TC121", "TC165"]


def test_an_image_among_parts_of_which_none_is_read_is_not_counted() -> None:
    """It is one of them."""
    image = "Far fewer tokens are counted of an image in a tool result than of the same elsewhere."
    none = "The answer has no word of the result, whose parts were to be repeated."
    assert rules(one("TC763", none), one("TC146", image)) == ["TC763"]
    other = "Fewer tokens are counted of the prompt than its words take: a part."
    assert rules(one("TC763", none), one("TC146", other)) == ["TC763", "TC146"]


def test_a_conversation_that_is_not_kept_is_not_counted() -> None:
    """Of one that is counted too low and known, the count alone is wrong."""
    kept = "The answer has no word of the conversation that was to be kept."
    fewer = "Fewer tokens are counted of the prompt than its words take: a part was not counted, or not read: "
    uncounted = f"{fewer}the conversation that the server keeps."
    assert rules(one("TC758", kept), one("TC146", uncounted)) == ["TC758"]
    gone = "An answer that was just given, and was to be kept, is not gone on from."
    assert rules(one("TC758", gone), one("TC146", uncounted)) == ["TC758"]
    assert rules(one("TC758", kept, modes=STREAM), one("TC146", uncounted)) == ["TC758", "TC146"]
    other = one("TC146", f"{fewer}a long system prompt.")
    assert rules(one("TC758", kept), other) == ["TC758", "TC146"]


def test_a_stream_that_counts_all_otherwise_is_told_of_once() -> None:
    """One of the two counts alone, or each in a mode of its own, is what it is."""
    prompt = one(
        "TC145",
        "The prompt of one request has another number of tokens when streamed.",
        modes=STREAM,
    )
    message = "The same answer has another number of tokens when streamed."
    answer = one("TC147", message, modes=STREAM)
    (left,) = each_cause_once([answer, prompt])
    assert (left.rule, left.message) == ("TC145", COUNTED_OTHERWISE)
    assert {*left.others} == {prompt.message, message}
    swapped = "A stream tells the tokens of its prompt as the answer's, and the reverse."
    assert rules(prompt, one("TC147", swapped, modes=STREAM)) == ["TC145", "TC147"]


def test_a_conversation_that_is_kept_under_another_id_is_not_counted() -> None:
    """Where the id is the same, or both modes count too little, it is another cause."""
    at = ("round_trip.kept_1", Mode.STREAMING, "event[8]/response/id")
    message = "The events do not agree on which answer they are of."
    other_id = one("TC928", message, modes=STREAM, seen=(at, ("suite.case", *at[1:])))
    fewer = "Fewer tokens are counted of the prompt than its words take: a part was not counted, or not read: "
    text = f"{fewer}the conversation that the server keeps."
    kept = one("TC146", text, modes=STREAM, seen=((*at[:2], "event[8]/response/usage"),))
    assert rules(kept, other_id) == ["TC928"]
    model = one("TC928", message, modes=STREAM, seen=((*at[:2], "event[8]/response/model"),))
    assert rules(kept, model) == ["TC146", "TC928"]
    assert rules(one("TC146", text), other_id) == ["TC146", "TC928"]
