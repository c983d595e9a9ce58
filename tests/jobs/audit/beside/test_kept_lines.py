"""Asking for lines of a conversation that a server was to keep, and what a run says of one that keeps a part of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, load_dialect
from toolwire.dialects.reference import answer
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.beside.kept_lines import KEPT_LINES, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.audit.step_request import request_of
from toolwire.jobs.serve.forgetful import ForgetfulModel
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import (
    AssistantTurn,
    Conversation,
    Json,
    ToolCall,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request, Response
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.results.variance import settled
from toolwire.rules import judge
from toolwire.rules.mutate.said_lines import RETURNED_LINES, SAID_LINES
from toolwire.suites import load_suites
from toolwire.suites.answers import results_for

Plan: TypeAlias = Callable[[Conversation], Answer]

#: The only format whose servers keep answers.
KEEPS = "openai-responses"
LINE, RETURNED = "Peg: row 6 beside lamp k4w7", "Flag: red with star q8b4"
HERE = "Door: blue, bell p7s5"
LOST = "The answer has no word of {}the conversation that was to be kept."


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(KEPT_LINES.items([target(name)], load_suites()))


def sent(item: Item, number: int = -1) -> Request:
    """Return the request of a step that goes on, behind what was answered to those before."""
    steps = item.case.steps[: len(item.case.steps) + 1 + number]
    turns: list[Turn] = []
    for step in steps:
        calls = (ToolCall("get_weather", "call_1", {}, "{}"),) if step.choice else ()
        turns.append(UserTurn(step.user) if step.user else results_for(step, calls))
        turns.append(AssistantTurn("Noted.", calls, None, "resp_1"))
    return request_of(item, steps[-1], tuple(turns[:-1]))


def found(text: str, *, named: bool = True) -> list[tuple[str, str]]:
    """Return severity and words of what is found of an answer to the first question."""
    request, dialect = sent(items(KEEPS)[0]), load_dialect(KEEPS)
    if not named:
        body = request.body.replace(b"previous_response_id", b"x_other_member_then")
        request = replace(request, body=body)
    response = dialect.respond(request, Answer(text=text))
    exchange = Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    judged = judge(dialect.decode(exchange), "TC758")
    return [(one.severity.value, one.message) for one in judged if one.rule == "TC758"]


@pytest.mark.parametrize("name", DIALECTS)
def test_who_keeps_answers_is_asked_in_both_modes(name: str) -> None:
    """Three questions each: of few a model might leave all out."""
    assert [item.mode for item in items(name)] == ([*Mode] * 3 if name == KEEPS else [])


def test_the_lines_are_named_and_not_sent() -> None:
    """Only what is new goes, and each request is right by the published type."""
    for item in items(KEEPS):
        for number in (-3, -2, -1):
            body = object_of(parse(sent(item, number).body))
            assert body["previous_response_id"] == "resp_1"
            assert body["store"] is True
            assert "Please keep this line." not in str(body)
            assert validator(KEEPS, "request").is_valid(body)
        assert not any(line in str(body) for line in (*SAID_LINES, *RETURNED_LINES))


def test_an_answer_that_knows_nothing_of_before_is_told_of() -> None:
    """Who repeats none of all does not do as told."""
    assert found(f"{LINE}\n{RETURNED}\n{HERE}") == []
    assert found("Lamp k4w7, star q8b4, bell p7s5.") == []
    assert found(f"There is no other line. {HERE}") == [("warning", LOST.format(""))]
    assert found(f"{RETURNED}\n{HERE}") == [("warning", LOST.format("the beginning of "))]
    assert found(f"{LINE}\n{HERE}") == [("warning", LOST.format("the end of "))]
    assert found("That is all there is to say about it.") == []


def test_who_takes_no_tools_is_asked_for_its_first_words_alone() -> None:
    """A call is none of its matter."""
    there = target(KEEPS)
    off = replace(there, provider=replace(there.provider, no_native_tools=(there.model.id,)))
    for item in KEPT_LINES.items([off], load_suites()):
        assert [step.continues for step in item.case.steps] == [False, True]


class Keeping:
    """The reference, which is told what a server has kept of what came before."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, keep: Callable[[list[list[Json]]], list[list[Json]]], model: Plan) -> None:
        self._server, self._keep = Server([KEEPS], plan=model), keep
        self._turns: dict[str, list[list[Json]]] = {}

    async def send(self, request: Request) -> Response:
        """Answer."""
        body = object_of(parse(request.body))
        given = body.pop("previous_response_id", None)
        before = self._turns.get(str(given), [])
        new = [*items_of(body.get("input"))] or [{"role": "user", "content": body.get("input")}]
        body["input"] = [*(one for turn in self._keep(before) for one in turn), *new]
        response = self._server.answer(replace(request, body=dump(body))).response
        reading = load_dialect(KEEPS).decode(Exchange(request, response, self.evidence))
        output = json_output(reading)
        self._turns[reading.reply.id or ""] = [*before, [*new, *output]]
        return response


def json_output(reading: Reading) -> list[Json]:
    """Return the items of an answer, streamed or not."""
    documents = [one.json for one in reading.events if isinstance(one.json, dict)]
    ends = [object_of(one.get("response")) for one in documents]
    whole = reading.body if isinstance(reading.body, dict) else ends[-1]
    return [*items_of(whole.get("output"))]


def told(keep: Callable[[list[list[Json]]], list[list[Json]]], model: Plan = answer) -> set[str]:
    """Return the words of what counts over a run, of what was to be kept."""
    seen = settled(run(items(KEEPS), lambda _: Keeping(keep, model)))
    grave = (Severity.WARNING, Severity.ERROR)
    every = [one for each in seen for one in each.findings]
    return {one.message for one in every if one.rule == "TC758" and one.counted in grave}


def without_calls(turns: list[list[Json]]) -> list[list[Json]]:
    """Return turns without calls and results that were answered."""
    done = [one for turn in turns for one in turn if object_of(one).get("type") != "message"]
    results = [object_of(one).get("call_id") for one in done if object_of(one).get("output")]
    return [
        [
            one
            for one in turn
            if object_of(one).get("call_id") not in results or not object_of(one).get("call_id")
        ]
        for turn in turns
    ]


NOT_FOUND = "An answer that was just given, and was to be kept, is not gone on from."


@pytest.mark.parametrize(
    ("keep", "wanted"),
    [
        (lambda turns: turns, None),
        (without_calls, LOST.format("the end of ")),
        (lambda turns: turns[1:] if len(turns) > 2 else turns, LOST.format("the beginning of ")),
        (lambda turns: turns[-1:], NOT_FOUND),
    ],
    ids=["all", "no calls", "not the first", "the last alone"],
)
def test_a_server_that_keeps_a_part_is_told_of(
    keep: Callable[[list[list[Json]]], list[list[Json]]], wanted: str | None
) -> None:
    """Each run loses the same."""
    assert told(keep) == (set() if wanted is None else {wanted})


@pytest.mark.parametrize("start", range(5))
def test_a_model_that_does_as_it_likes_is_not_blamed(start: int) -> None:
    """It knows all, and leaves out what it likes."""
    assert told(lambda turns: turns, ForgetfulModel(start)) == set()


def test_a_request_that_names_no_answer_is_not_its_matter() -> None:
    """Then nothing was to be kept."""
    assert found(HERE, named=False) == []


def test_nothing_is_asked_without_the_suite() -> None:
    """They are added to it."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(KEPT_LINES.items([target(KEEPS)], others))
