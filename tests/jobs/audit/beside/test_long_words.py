"""Asking for a long text beside a call, and telling a text that was left out from one that was lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, PlannedCall, load_dialect
from toolwire.dialects.reference import answer
from toolwire.jobs.audit.beside.long_words import LONG_WORDS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.model.reply import Reading
from toolwire.rules import RULES, judge
from toolwire.rules.mutate.prompt_counts import ANSWER, recounted
from toolwire.suites import load_suites
from toolwire.suites.model import Expectation, Step

ASKED = tuple(RULES["TC514"].severity)
VARIANCE = RULES["TC514"].variance
assert VARIANCE is not None
assert VARIANCE.shown is not None
SHOWN = VARIANCE.shown
#: Whose answers have no place for thoughts; those of other replies of the run tell of them.
WITHOUT_THOUGHTS = ("chatml",)
CALL = PlannedCall("get_weather", {"location": "Paris"})


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(LONG_WORDS.items([target(name)], load_suites()))


def request(item: Item) -> Request:
    """Return the request of an item."""
    (step,) = item.case.steps
    return request_of(item, step, (UserTurn(step.user or ""),))


def read(item: Item, planned: Answer, count: int) -> Reading:
    """Return an answer that counts so many tokens."""
    dialect, asked = load_dialect(item.target.provider.dialect), request(item)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    exchange = Exchange(asked, dialect.respond(asked, planned), evidence)
    told = recounted(item.mode, lambda _: count, ANSWER)(exchange)
    return dialect.decode(told)


def found(item: Item, planned: Answer, count: int) -> bool:
    """Return whether the rule speaks of an answer that counts so many tokens."""
    return "TC514" in {one.rule for one in judge(read(item, planned, count))}


@pytest.mark.parametrize("name", DIALECTS)
def test_three_texts_are_asked_for_in_both_modes(name: str) -> None:
    """Where answers count their tokens; and the responder says each beside its call."""
    asked = items(name)
    assert len(asked) == (6 if name in ASKED else 0)
    assert {item.mode for item in asked} == (set(Mode) if asked else set())
    for item in asked:
        conversation = load_dialect(name).read_request(request(item))
        assert conversation is not None
        planned = answer(conversation)
        (step,) = item.case.steps
        assert planned.text is not None
        assert planned.text in (step.user or "")
        assert planned.calls == (CALL,)


@pytest.mark.parametrize("name", ASKED)
def test_a_text_that_is_counted_and_not_there_is_told(name: str) -> None:
    """One that the model left out costs nothing, one that came is there, and thoughts may have cost as much."""
    for item in items(name):
        assert found(item, Answer(calls=(CALL,)), 140)
        assert not found(item, Answer(calls=(CALL,)), 75)
        assert not found(item, Answer(text="I will look.", calls=(CALL,)), 140)
        assert not found(item, Answer(text="I will look."), 140)
        if name not in WITHOUT_THOUGHTS:
            assert not found(item, Answer(calls=(CALL,), reasoning="The city is Paris."), 140)


@pytest.mark.parametrize("name", ASKED)
def test_calls_that_count_more_than_they_tell_clear_the_server(name: str) -> None:
    """Who thinks before a call, and has its thoughts kept back, does so where no words are asked for too."""
    for item in items(name):
        alone = Step(Expectation(), 'Call get_weather({"location": "Paris"}).')
        plain = replace(item, case=replace(item.case, steps=(alone,)))
        assert SHOWN(read(plain, Answer(calls=(CALL,)), 140))
        assert not SHOWN(read(plain, Answer(calls=(CALL,)), 60))
        assert not SHOWN(read(item, Answer(calls=(CALL,)), 140))
        assert SHOWN(read(item, Answer(text="I will look.", calls=(CALL,)), 140))
