"""Calls that come in one mode only: what the rules about it have in common.

One pair of answers shows nothing, a model calls or not as it likes. A run does, in which every
answer of one mode is without calls though those to the same requests in the other have some, or
has fewer wherever the other has several.
What is known of one pair alone, a call that is lost or scripted answers that differ, is TC908's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from toolwire.dialects import Answer, load_dialect
from toolwire.model.conversation import Json
from toolwire.model.exchange import EvidenceLevel, Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.rules.rule import Mutation, Violation
from toolwire.rules.stop.pair_rules import EVERY
from toolwire.rules.views.pair import compare


def comparable(reading: Reading) -> Reading | None:
    """Return the blocking twin of a stream; None without one, where either was cut, or they go on
    from other calls.
    """
    twin = reading.twin
    if (
        twin is None
        or not (reading.ok and twin.ok)
        or _called_before(reading) != _called_before(twin)
    ):
        return None
    stops = load_dialect(reading.dialect).stops
    cut = any(stops.get(one.reply.stop or "") in {"length", "cut"} for one in (reading, twin))
    return None if cut else twin


def _called_before(reading: Reading) -> list[tuple[str | None, Json]]:
    """Return the calls of the history: where one mode made others, the later requests are not the same."""
    conversation = reading.conversation
    calls = () if conversation is None else conversation.calls()
    return [(call.name, call.arguments) for call in calls]


def counts(reading: Reading) -> bool:
    """Return whether a pair says something: it may, unless it is told of as a lost call (TC908)."""
    return comparable(reading) is not None and not _lost(reading)


def spoken(reading: Reading) -> str:
    """Return the words of an answer, without blanks around them."""
    return (reading.reply.text or "").strip()


def lost_beside_words(reading: Reading) -> Iterator[Violation]:
    """Yield that of two answers one has words and calls, and the other no call."""
    twin = comparable(reading)
    if twin is None or not compare(reading).otherwise:
        return
    called = [one for one in (twin, reading) if one.reply.tool_calls]
    if len(called) == 1 and spoken(called[0]):
        streamed = called[0] is not reading
        place = reading.reply.stop_pointer or reading.reply.text_pointer or "event[0]"
        lacking, other = (
            ("stream", "blocking answer") if streamed else ("blocking answer", "stream")
        )
        message = (
            f"The {lacking} has no call; the {other} to the same request has one beside words."
        )
        yield Violation(place, message, len(called[0].reply.tool_calls), 0)


def _lost(reading: Reading) -> bool:
    compared = compare(reading)
    return bool(compared.otherwise and compared.differences)


def without_calls(reading: Reading, called: Reading, message: str) -> Iterator[Violation]:
    """Yield that one mode has no call where the other has some.

    Args:
        reading: the streamed answer, with its twin.
        called: of the two the one that has to have calls for this to be told.
        message: what is told.
    """
    if lacks_calls(reading, called):
        place = reading.reply.stop_pointer or reading.reply.text_pointer or "event[0]"
        yield Violation(place, message, len(called.reply.tool_calls), 0)


def lacks_calls(reading: Reading, called: Reading | None) -> bool:
    """Return whether of a pair `called` has calls, and the other none."""
    twin = comparable(reading)
    if twin is None or called is None or not called.reply.tool_calls:
        return False
    other = twin if called is reading else reading
    # What is told as a lost call (TC908), or as one beside words (TC957), is told once.
    told = bool(spoken(called)) or _lost(reading)
    return bool(compare(reading).otherwise) and not (told or other.reply.tool_calls)


def has_several_beside(reading: Reading, fuller: Reading | None) -> bool:
    """Return whether a pair of answers with calls says whether the other of `fuller` lost some."""
    twin = reading.twin
    if fuller is None or twin is None or not counts(reading):
        return False
    several = len(fuller.reply.tool_calls) > 1
    return several and bool(reading.reply.tool_calls) and bool(twin.reply.tool_calls)


def fewer_calls(reading: Reading, fuller: Reading, message: str) -> Iterator[Violation]:
    """Yield that one mode has some calls where the other has more.

    Args:
        reading: the streamed answer, with its twin.
        fuller: of the two the one that has to have more calls for this to be told.
        message: what is told.
    """
    if reading.twin is not None and lacks_some(reading, fuller):
        other = reading.twin if fuller is reading else reading
        more, fewer = len(fuller.reply.tool_calls), len(other.reply.tool_calls)
        yield Violation(reading.reply.tool_calls[-1].pointer, message, more, fewer)


def lacks_some(reading: Reading, fuller: Reading | None) -> bool:
    """Return whether of a pair of answers with calls `fuller` has more than the other."""
    twin = reading.twin
    if twin is None or fuller is None or not has_several_beside(reading, fuller):
        return False
    other = twin if fuller is reading else reading
    fewer = len(other.reply.tool_calls) < len(fuller.reply.tool_calls)
    return fewer and bool(compare(reading).otherwise)


def live(scenario: str, answer: Answer) -> tuple[Mutation, ...]:
    """Let a live server answer the streamed request of a scenario otherwise, in every dialect."""

    def otherwise(name: str) -> Callable[[Exchange], Exchange]:
        def apply(exchange: Exchange) -> Exchange:
            assert exchange.request is not None
            response = load_dialect(name).respond(exchange.request, answer)
            evidence = replace(exchange.evidence, level=EvidenceLevel.LIVE)
            return replace(exchange, response=response, evidence=evidence)

        return apply

    return tuple(Mutation(name, Mode.STREAMING, scenario, otherwise(name)) for name in EVERY)
