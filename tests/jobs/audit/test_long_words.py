"""Asking for a long text beside a call, and telling a text that was left out from one that was lost."""

from __future__ import annotations

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, PlannedCall, load_dialect
from toolwire.dialects.reference import answer
from toolwire.jobs.audit.long_words import LONG_WORDS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.rules import RULES, judge
from toolwire.rules.mutate.prompt_counts import ANSWER, recounted
from toolwire.suites import load_suites

ASKED = tuple(RULES["TC514"].severity)
CALL = PlannedCall("get_weather", {"location": "Paris"})


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(LONG_WORDS.items([target(name)], load_suites()))


def request(item: Item) -> Request:
    """Return the request of an item."""
    (step,) = item.case.steps
    return request_of(item, step, (UserTurn(step.user or ""),))


def found(item: Item, planned: Answer, count: int) -> bool:
    """Return whether the rule speaks of an answer that counts so many tokens."""
    dialect, asked = load_dialect(item.target.provider.dialect), request(item)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    exchange = Exchange(asked, dialect.respond(asked, planned), evidence)
    told = recounted(item.mode, lambda _: count, ANSWER)(exchange)
    return "TC514" in {one.rule for one in judge(dialect.decode(told))}


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
        assert not found(item, Answer(calls=(CALL,), reasoning="The city is Paris."), 140)
