"""TC147: an answer is counted alike in both modes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.rules import RULES, judge_pair
from toolwire.rules.mutate.prompt_counts import ANSWER, recounted
from toolwire.rules.mutate.scenarios import SCENARIOS, clean
from toolwire.rules.proof import exchanges

_PLANNED = SCENARIOS["single_call"][1]


def reading(name: str, mode: Mode, answer: Answer, count: int) -> Reading:
    """Return an answer that counts so many tokens of itself."""
    dialect = load_dialect(name)
    exchange = clean(dialect, "single_call", mode)
    assert exchange.request is not None
    told: Exchange = replace(exchange, response=dialect.respond(exchange.request, answer))
    return dialect.decode(recounted(mode, lambda _: count, ANSWER)(told))


def found(name: str, whole: int, streamed: int, other: Answer = _PLANNED) -> list[str]:
    """Return what is said of a stream beside its whole reply."""
    stream = reading(name, Mode.STREAMING, other, streamed)
    twin = reading(name, Mode.BLOCKING, _PLANNED, whole)
    judged = judge_pair(replace(stream, twin=twin))
    return [one.rule for one in judged if one.rule == "TC147"]


@pytest.mark.parametrize("name", list(RULES["TC147"].severity))
def test_twice_the_tokens_of_one_answer_are_told(name: str) -> None:
    """Whichever mode has more of them."""
    assert found(name, 30, 300) == found(name, 300, 30) == ["TC147"]


@pytest.mark.parametrize(("whole", "streamed"), [(30, 30), (30, 45), (100, 60), (8, 28), (0, 90)])
def test_a_few_tokens_more_are_alike(whole: int, streamed: int) -> None:
    """What ends an answer is counted by some; that none is counted is another rule's."""
    assert found("anthropic-messages", whole, streamed) == []


def test_another_answer_has_its_own_count() -> None:
    """A model that said or did something else, or thought, wrote more or less."""
    (call,) = _PLANNED.calls
    for other in (
        replace(_PLANNED, text="I will look that up."),
        replace(_PLANNED, calls=(PlannedCall(call.name, {"location": "Oslo"}),)),
        replace(_PLANNED, reasoning="The user asks for the weather."),
    ):
        assert found("anthropic-messages", 30, 300, other) == []


@pytest.mark.parametrize(("count", "clears"), [(12, False), (40, False), (41, True), (300, True)])
def test_a_short_answer_clears_nobody(count: int, *, clears: bool) -> None:
    """It cannot differ by more than any may: that it agrees says nothing of the others."""
    variance = RULES["TC147"].variance
    assert variance is not None
    stream = reading("anthropic-messages", Mode.STREAMING, _PLANNED, count)
    twin = reading("anthropic-messages", Mode.BLOCKING, _PLANNED, count)
    assert variance.could(replace(stream, twin=twin)) == clears


@pytest.mark.parametrize("name", list(RULES["TC147"].severity))
def test_counts_the_wrong_way_round_are_told_once(name: str) -> None:
    """The stream tells the tokens of its prompt as the answer's: no other prompt was read (TC145)."""
    (mutation,) = [
        one for one in RULES["TC147"].mutations if one.dialect == name and one.fault == "exchanged"
    ]
    stream = exchanges.mutated(RULES["TC147"], mutation)
    judged = judge_pair(exchanges.reading(RULES["TC147"], name, mutation.scenario, stream))
    assert [one.message for one in judged] == [
        "A stream tells the tokens of its prompt as the answer's, and the reverse."
    ]
