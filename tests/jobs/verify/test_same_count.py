"""Findings of counts that tell one cause."""

from __future__ import annotations

from tests.jobs.verify.folded import one, rules

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
