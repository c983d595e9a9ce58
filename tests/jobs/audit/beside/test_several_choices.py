"""Asking for several choices in one answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.jobs.audit.beside.test_limits import found
from tests.support.targets import target
from toolwire.dialects import Answer, PlannedCall, Refusal, load_dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.beside.several_choices import SEVERAL_CHOICES
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.audit.step_request import request_of
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import Json, JsonObject, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request, Response
from toolwire.model.observation import Severity, Verdict
from toolwire.rules import RULES, judge
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.suites import load_suites

NAMES = tuple(RULES["TC160"].severity)
NAME = "openai-chat"
GEMINI = "gemini-generate"
CALL = PlannedCall("get_weather", {"location": "Paris"})


def asked(name: str = NAME) -> list[tuple[Item, Request]]:
    """Return what is asked, with its requests."""
    return [(item, _request(item)) for item in SEVERAL_CHOICES.items([target(name)], load_suites())]


def _request(item: Item) -> Request:
    (step,) = item.case.steps
    return request_of(item, step, (UserTurn(step.user or ""),))


def test_words_and_calls_are_asked_in_both_modes() -> None:
    """Two choices each time."""
    requests = asked()
    assert [item.mode for item, _ in requests] == [*Mode, *Mode]
    assert {object_of(parse(one.body)).get("n") for _, one in requests} == {2}


def test_candidates_of_gemini_are_asked_for_without_a_stream() -> None:
    """A stream of Google's has one."""
    requests = asked(GEMINI)
    assert [item.mode for item, _ in requests] == [Mode.BLOCKING] * 2
    for _, one in requests:
        assert object_of(object_of(parse(one.body))["generationConfig"])["candidateCount"] == 2


def choices_of(name: str, body: bytes) -> list[JsonObject]:
    """Return the choices of a body."""
    holder = "candidates" if name == GEMINI else "choices"
    return [object_of(one) for one in items_of(object_of(parse(body))[holder])]


@pytest.mark.parametrize("name", NAMES)
def test_as_many_choices_are_right(name: str) -> None:
    """Each call of them has an id of its own."""
    for item, request in asked(name):
        answer = Answer(calls=(CALL,)) if "calls" in item.case.id else Answer(text="Hello.")
        assert found(name, request, answer) == []
        if item.mode is Mode.BLOCKING:
            choices = choices_of(name, load_dialect(name).respond(request, answer).body)
            assert [one["index"] for one in choices] == [0, 1]
            held = [object_of(one.get("message") or one.get("content")) for one in choices]
            ids = {str(one.get("tool_calls") or one.get("parts")) for one in held}
            assert len(ids) == (2 if answer.calls else 1)


def first_alone(document: Json) -> None:
    """Leave out every candidate but the first."""
    body = object_of(document)
    body["candidates"] = items_of(body["candidates"])[:1]


def of_one_number(document: Json) -> None:
    """Let each candidate be the first."""
    for one in map(object_of, items_of(object_of(document)["candidates"])):
        one["index"] = 0


def without_numbers(document: Json) -> None:
    """Let no candidate say which it is, as protobuf's JSON leaves out a number of zero."""
    for one in map(object_of, items_of(object_of(document)["candidates"])):
        del one["index"]


@pytest.mark.parametrize(
    ("change", "rule", "message"),
    [
        (first_alone, "TC160", "Fewer choices came than the request asks for."),
        (of_one_number, "TC119", "Two choices have one index."),
        (without_numbers, "TC119", "Two choices have one index."),
    ],
)
def test_a_run_tells_of_candidates_that_are_missing_or_of_one_number(
    change: Callable[[Json], None], rule: str, message: str
) -> None:
    """Google makes as many as are asked for, or refuses."""
    items = [item for item, _ in asked(GEMINI)]
    seen = list(run(items, lambda _: Changed(GEMINI, change)))
    assert len(seen) == len(items)
    for one in seen:
        told = [found for found in one.findings if found.severity > Severity.INFO]
        assert [(found.rule, found.severity) for found in told] == [(rule, Severity.WARNING)]
        assert told[0].message == message


def test_a_refusal_of_several_candidates_is_no_finding() -> None:
    """Of Google's models the newest have one only."""
    refusal = Refusal(400, "invalid_request", "Multiple candidates is not enabled for this model")
    for item, _ in asked(GEMINI):
        seen = list(run([item], lambda _: Refusing(GEMINI, refusal)))
        assert [one.verdict for one in seen] == [Verdict.UNSUPPORTED]
        assert not [found for one in seen for found in one.findings]


class Changed:
    """The reference, whose answers of several candidates become something else."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, name: str, change: Callable[[Json], None]) -> None:
        self._server, self._change = Server([name]), change

    async def send(self, request: Request) -> Response:
        """Answer."""
        response = self._server.answer(request).response
        if b"candidateCount" not in request.body:
            return response
        body = parse(response.body)
        self._change(body)
        return replace(response, body=dump(body))


class Refusing:
    """The reference of a model that has one candidate only."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, name: str, refusal: Refusal) -> None:
        self._server, self._name, self._refusal = Server([name]), name, refusal

    async def send(self, request: Request) -> Response:
        """Answer."""
        if b"candidateCount" in request.body:
            return load_dialect(self._name).respond(request, Answer(refusal=self._refusal))
        return self._server.answer(request).response


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
