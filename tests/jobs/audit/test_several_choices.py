"""Asking for several choices in one answer."""

from __future__ import annotations

from tests.jobs.audit.test_limits import found
from tests.support.targets import target
from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.io.json_text import items_of, object_of, parse
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.several_choices import SEVERAL_CHOICES
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.rules import RULES, judge
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.suites import load_suites

(NAME,) = RULES["TC160"].severity
CALL = PlannedCall("get_weather", {"location": "Paris"})


def asked() -> list[tuple[Item, Request]]:
    """Return what is asked, with its requests."""
    return [(item, _request(item)) for item in SEVERAL_CHOICES.items([target(NAME)], load_suites())]


def _request(item: Item) -> Request:
    (step,) = item.case.steps
    return request_of(item, step, (UserTurn(step.user or ""),))


def test_words_and_calls_are_asked_in_both_modes() -> None:
    """Two choices each time."""
    requests = asked()
    assert [item.mode for item, _ in requests] == [*Mode, *Mode]
    assert {object_of(parse(one.body)).get("n") for _, one in requests} == {2}


def test_as_many_choices_are_right() -> None:
    """Each call of them has an id of its own."""
    for item, request in asked():
        answer = Answer(calls=(CALL,)) if "calls" in item.case.id else Answer(text="Hello.")
        assert found(NAME, request, answer) == []
        if item.mode is Mode.BLOCKING:
            body = object_of(parse(load_dialect(NAME).respond(request, answer).body))
            choices = [object_of(one) for one in items_of(body["choices"])]
            assert [one["index"] for one in choices] == [0, 1]
            ids = [str(object_of(one["message"]).get("tool_calls")) for one in choices]
            assert len(set(ids)) == (2 if answer.calls else 1)


def test_nothing_is_asked_without_the_suite_or_of_others() -> None:
    """It stands beside the suite of replies without calls, in the format that the rule judges."""
    others = tuple(suite for suite in load_suites() if suite.id != "no_tool_needed")
    assert not list(SEVERAL_CHOICES.items([target(NAME)], others))
    assert not list(SEVERAL_CHOICES.items([target("ollama-chat")], load_suites()))


def test_calls_of_choices_under_one_number_are_told_as_that_alone() -> None:
    """Their pieces by turns are no arguments of one call that a model wrote wrongly."""
    call, streamed = load_dialect(NAME), Mode.STREAMING
    (request,) = (one for item, one in asked() if item.mode is streamed and "calls" in item.case.id)
    response = call.respond(request, Answer(calls=(CALL,)))
    exchange = Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    reading = call.decode(frames(_under_one_number)(exchange))
    assert any(one.parse_error for one in reading.reply.tool_calls)
    assert {one.rule for one in judge(reading) if not one.variance} == {"TC119"}


def _under_one_number(stream: list[Frame]) -> None:
    for _, payload in stream:
        for choice in map(object_of, items_of(object_of(payload).get("choices"))):
            choice["index"] = 0
