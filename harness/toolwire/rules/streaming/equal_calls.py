"""Two calls with the same name and the same arguments, of which one mode has one alone.

A prompt asks for them, as for two throws of a die. A model may make one: a pair in which it did so in both modes, or
in which other numbers of tokens were counted, clears the server, as does one with two calls in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from toolwire.io.json_text import JsonError, dump
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.reply import Reading
from toolwire.rules.rule import Variance, Violation
from toolwire.rules.streaming.mode_calls import comparable
from toolwire.rules.views.asked_for import asked

#: Which answer of a pair is to have both calls for it to be told that the other has one.
Fuller = Callable[[Reading], Reading | None]


def calls_of_equals(reading: Reading) -> tuple[int, int] | None:
    """Return how many calls the stream and the whole reply have, which make the call alone that was to be made twice."""
    twin, what = comparable(reading), asked(reading)
    if twin is None or what is None or len(what.calls) != 2 or what.calls[0] != what.calls[1]:
        return None
    replies = (reading.reply, twin.reply)
    try:
        made = {(one.name, dump(one.arguments)) for reply in replies for one in reply.tool_calls}
    except (JsonError, UnicodeError):
        return None
    streamed, whole = (len(reply.tool_calls) for reply in replies)
    return (streamed, whole) if len(made) == 1 and streamed and whole else None


def one_is_lost(reading: Reading) -> bool:
    """Return whether one mode has one call and the other both, and as many tokens were counted, if any.

    Of scripted answers nothing but the wire can differ, which is told by itself (TC908).
    """
    numbers, twin = calls_of_equals(reading), reading.twin
    if numbers is None or twin is None or sorted(numbers) != [1, 2]:
        return False
    live = reading.exchange.evidence.level is not EvidenceLevel.DOCUMENTED
    counts = {one.reply.usage.output for one in (reading, twin) if one.reply.usage is not None}
    return live and len(counts - {None}) < 2


def lost_from(fuller: Fuller, message: str) -> Callable[[Reading], Iterator[Violation]]:
    """Make a check that tells where the other answer of a pair has one of the calls that `fuller` has."""

    def check(reading: Reading) -> Iterator[Violation]:
        if _lost(reading, fuller):
            yield Violation(reading.reply.tool_calls[-1].pointer, message, 2, 1)

    return check


def over_pairs(fuller: Fuller) -> Variance:
    """Return how pairs are counted in which the call was made that was to be made twice."""
    return Variance(
        "pairs of answers that make the call that they were to make twice",
        lambda reading: calls_of_equals(reading) is not None,
        shown=lambda reading: calls_of_equals(reading) is not None and not _lost(reading, fuller),
    )


def _lost(reading: Reading, fuller: Fuller) -> bool:
    more = fuller(reading)
    return more is not None and one_is_lost(reading) and len(more.reply.tool_calls) == 2
