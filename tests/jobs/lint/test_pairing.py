"""Pairs in recorded traffic: the same request, streamed and not, found as it passes by."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import DIALECTS, Answer, PlannedCall, load_dialect
from toolwire.io.json_text import dump, parse
from toolwire.jobs.lint.pairing import Pairs
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Fidelity, Mode
from toolwire.model.reply import Reading
from toolwire.rules.mutate.scenarios import clean

CHAT = "openai-chat"
MARCH, APRIL, JUNE = "2026-03-01", "2026-03-20T10:00:00", "2026-06-01"


def half(
    mode: Mode,
    name: str = CHAT,
    scenario: str = "single_call",
    day: str | None = None,
    source: str = "",
) -> Reading:
    """Return a recorded answer."""
    exchange = clean(load_dialect(name), scenario, mode)
    evidence = Evidence(EvidenceLevel.IMPORTED, source or f"{mode} {day}", day)
    return load_dialect(name).decode(replace(exchange, evidence=evidence, provider="acme"))


def sent(reading: Reading, **members: object) -> Reading:
    """Return a reading whose request has other members."""
    exchange = reading.exchange
    assert exchange.request is not None
    body = parse(exchange.request.body)
    assert isinstance(body, dict)
    request = replace(exchange.request, body=dump({**body, **members}))
    return load_dialect(reading.dialect).decode(replace(exchange, request=request))


def answered(reading: Reading, answer: Answer) -> Reading:
    """Return a reading of another answer to the same request."""
    exchange = reading.exchange
    assert exchange.request is not None
    response = load_dialect(reading.dialect).respond(exchange.request, answer)
    return load_dialect(reading.dialect).decode(replace(exchange, response=response))


def found(pairs: Pairs, *readings: Reading) -> list[tuple[str, str]]:
    """Return the sources of the pairs that come of readings, streamed and blocking."""
    made = (pair for reading in readings for pair in pairs.add(reading))
    return [(pair.streamed.exchange.evidence.source, pair.blocking_source) for pair in made]


@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.parametrize(
    "modes", [(Mode.BLOCKING, Mode.STREAMING), (Mode.STREAMING, Mode.BLOCKING)]
)
def test_both_halves_are_found_in_either_order(name: str, modes: tuple[Mode, Mode]) -> None:
    """The members and the path by which a format asks for a stream do not count."""
    pairs = Pairs()
    (pair,) = [p for mode in modes for p in pairs.add(half(mode, name))]
    assert pair.streamed.mode is Mode.STREAMING
    assert pair.streamed.twin is not None
    assert pair.streamed.twin.mode is Mode.BLOCKING
    assert (pair.findings, pair.otherwise) == ((), "")


@pytest.mark.parametrize("first", list(Mode))
def test_a_difference_is_found_whichever_half_came_first(first: Mode) -> None:
    """The finding points into the streamed answer, its body kept or not."""
    one, other = half(Mode.BLOCKING), half(Mode.STREAMING)
    other = replace(other, reply=replace(other.reply, stop="stop"))
    order = (one, other) if first is Mode.BLOCKING else (other, one)
    pairs = Pairs()
    (pair,) = [p for reading in order for p in pairs.add(reading)]
    (finding,) = pair.findings
    assert (finding.rule, finding.severity, finding.actual) == ("TC908", "error", "stop")
    assert finding.pointer.startswith("event[")


def test_what_is_remembered_has_no_bodies() -> None:
    """Of a half that waits nothing is kept but its decoded reply and where it came from."""
    pairs = Pairs()
    pairs.add(half(Mode.STREAMING))
    (pair,) = pairs.add(half(Mode.BLOCKING))
    kept = pair.streamed
    assert (kept.events, kept.deltas, kept.exchange.response.body) == ((), (), b"")
    assert kept.exchange.request is not None
    assert kept.exchange.request.body == b""
    assert kept.reply.echo is None
    assert kept.conversation is not None
    assert kept.conversation.tools == kept.conversation.turns == ()


def test_another_request_is_no_pair() -> None:
    """Other words, another model, another address or provider: not the same request."""
    blocking, streaming = half(Mode.BLOCKING), half(Mode.STREAMING)
    assert found(Pairs(), blocking, sent(streaming, model="other")) == []
    assert found(Pairs(), blocking, sent(streaming, temperature=0)) == []
    assert found(Pairs(), blocking, half(Mode.STREAMING, scenario="plain_text")) == []
    elsewhere = replace(streaming, exchange=replace(streaming.exchange, provider="other"))
    assert found(Pairs(), blocking, elsewhere) == []
    request = streaming.exchange.request
    assert request is not None
    moved = replace(request, url=request.url.replace("example", "sample"))
    there = replace(streaming, exchange=replace(streaming.exchange, request=moved))
    assert found(Pairs(), blocking, there) == []


def test_the_order_of_members_does_not_count() -> None:
    """Two recorders may have written the same request in another order."""
    blocking, streaming = half(Mode.BLOCKING), half(Mode.STREAMING)
    assert isinstance(streaming.request, dict)
    turned = replace(streaming, request=dict(reversed(streaming.request.items())))
    assert len(found(Pairs(), blocking, turned)) == 1


def test_halves_far_apart_in_time_are_no_pair() -> None:
    """A provider changes from month to month, which is no difference of its modes."""
    assert found(Pairs(), half(Mode.BLOCKING, day=MARCH), half(Mode.STREAMING, day=JUNE)) == []
    assert found(Pairs(), half(Mode.STREAMING, day=MARCH), half(Mode.BLOCKING, day=JUNE)) == []
    assert len(found(Pairs(), half(Mode.BLOCKING, day=MARCH), half(Mode.STREAMING, day=APRIL))) == 1
    assert len(found(Pairs(), half(Mode.BLOCKING, day="soon"), half(Mode.STREAMING))) == 1


def test_the_nearest_half_is_the_twin() -> None:
    """Of several recordings of one request the nearest in time is compared, of equals the last."""
    old, near = half(Mode.BLOCKING, day=MARCH), half(Mode.BLOCKING, day=APRIL)
    streamed = half(Mode.STREAMING, day="2026-03-19")
    assert found(Pairs(), near, old, streamed) == [("streaming 2026-03-19", f"blocking {APRIL}")]
    one, two = half(Mode.BLOCKING, source="one"), half(Mode.BLOCKING, source="two")
    assert found(Pairs(), one, two, half(Mode.STREAMING, source="s")) == [("s", "two")]


def test_every_streamed_answer_is_paired_once() -> None:
    """Several streams find one blocking answer each, and none of them a second one."""
    first, second = (half(Mode.STREAMING, source=s) for s in ("s1", "s2"))
    blocking = [half(Mode.BLOCKING, source=s) for s in ("b1", "b2")]
    pairs = Pairs()
    assert found(pairs, first, second, blocking[0]) == [("s1", "b1"), ("s2", "b1")]
    assert found(pairs, blocking[1]) == []
    assert found(pairs, half(Mode.STREAMING, source="s3")) == [("s3", "b2")]


def test_what_cannot_be_a_half_is_left_alone() -> None:
    """Errors, broken streams, dumped objects and answers without a request are no halves."""
    blocking, streaming = half(Mode.BLOCKING), half(Mode.STREAMING)
    dumped = replace(streaming, exchange=replace(streaming.exchange, fidelity=Fidelity.DUMPED))
    cut = replace(streaming, reply=replace(streaming.reply, complete=False))
    alone = replace(streaming, exchange=replace(streaming.exchange, request=None))
    refused = half(Mode.STREAMING, scenario="refused")
    odd = replace(streaming, request=[1])
    assert found(Pairs(), blocking, dumped, cut, alone, refused, odd) == []


def test_a_model_that_called_otherwise_is_told_so() -> None:
    """Such a pair has no finding; it says why nothing was compared."""
    pairs = Pairs()
    pairs.add(half(Mode.BLOCKING))
    (pair,) = pairs.add(answered(half(Mode.STREAMING), Answer(text="No.")))
    assert pair.findings == ()
    assert "1 calls when not streamed and 0 when streamed" in pair.otherwise


def test_memory_is_bounded() -> None:
    """Only the last requests are remembered, few halves of each, and no endless reply."""
    pairs = Pairs(most=2)
    for number in range(50):
        pairs.add(sent(half(Mode.BLOCKING), user=f"u{number}"))
        pairs.add(half(Mode.BLOCKING, source=f"b{number}"))
    assert len(pairs._known) == 2
    assert max(len(halves) for halves in pairs._known.values()) <= 4
    long = Answer(calls=(PlannedCall("get_weather", {"location": "x" * 20_000}),))
    for said in (long, Answer(text="x" * 20_000)):
        pairs = Pairs()
        pairs.add(answered(half(Mode.BLOCKING), said))
        assert pairs.add(half(Mode.STREAMING)) == ()


def test_a_request_that_was_forgotten_is_found_no_more() -> None:
    """The oldest request goes first, and a new half of it makes it young again."""
    pairs = Pairs(most=2)
    pairs.add(half(Mode.BLOCKING))
    pairs.add(sent(half(Mode.BLOCKING), user="a"))
    pairs.add(half(Mode.BLOCKING))
    pairs.add(sent(half(Mode.BLOCKING), user="b"))
    assert len(pairs.add(half(Mode.STREAMING))) == 1
    assert pairs.add(sent(half(Mode.STREAMING), user="a")) == ()


def test_a_hostile_request_does_no_harm() -> None:
    """A request nested as deep as the parser bears, or with an odd address, raises nothing."""
    deep: object = 1
    for _ in range(900):
        deep = [deep]
    reading = half(Mode.STREAMING)
    request = reading.exchange.request
    assert request is not None
    odd: Exchange = replace(reading.exchange, request=replace(request, url="http://[::1"))
    for hostile in (replace(reading, request={"a": deep}), replace(reading, exchange=odd)):  # type: ignore[dict-item]
        assert Pairs().add(hostile) == ()
