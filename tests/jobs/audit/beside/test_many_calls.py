"""Asking for six calls in one reply, and what a run says of a server that keeps a few."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.jobs.audit.beside.test_alternatives import target
from toolwire.dialects import DIALECTS, Answer
from toolwire.dialects.reference import answer
from toolwire.jobs.audit.beside.many_calls import MANY_CALLS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.forgetful import ForgetfulModel
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import Conversation
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Finding, Severity
from toolwire.results.variance import settled
from toolwire.rules import RULES
from toolwire.suites import load_suites

NAMES = tuple(RULES["TC655"].severity)


class Answering:
    """A server whose answers are made so."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, dialect: str, made: Callable[[Conversation], Answer]) -> None:
        self._server = Server([dialect], plan=made)

    async def send(self, request: Request) -> Response:
        """Answer."""
        return self._server.answer(request).response


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(MANY_CALLS.items([target(name)], load_suites()))


def told(name: str, made: Callable[[Conversation], Answer]) -> list[Finding]:
    """Return what counts, of what is said of many calls."""
    seen = settled(run(items(name), lambda _: Answering(name, made)))
    every = [one for each in seen for one in each.findings if one.rule == "TC655"]
    return [one for one in every if not one.variance]


def at_most(number: int) -> Callable[[Conversation], Answer]:
    """Make answers that keep so many calls."""

    def made(conversation: Conversation) -> Answer:
        planned = answer(conversation)
        return replace(planned, calls=planned.calls[:number])

    return made


@pytest.mark.parametrize("name", DIALECTS)
def test_six_calls_are_asked_for_in_both_modes(name: str) -> None:
    """Three times each, where calls have members of their own."""
    assert [one.mode for one in items(name)] == ([*Mode] * 3 if name in NAMES else [])


@pytest.mark.parametrize("number", [3, 4, 5])
def test_a_server_that_keeps_a_few_calls_is_told_of(number: int) -> None:
    """Each of its replies ends there."""
    assert [one.severity for one in told("openai-chat", at_most(number))] == [Severity.WARNING] * 6


@pytest.mark.parametrize("number", [0, 1, 2, 6])
def test_what_is_whole_or_another_rules_is_not_told(number: int) -> None:
    """Fewer than three are a matter of other rules."""
    assert told("openai-chat", at_most(number)) == []


@pytest.mark.parametrize("start", range(5))
def test_a_model_that_does_as_it_likes_is_not_blamed(start: int) -> None:
    """It makes one call of several, or all."""
    assert told("openai-chat", ForgetfulModel(start)) == []


def test_one_whole_reply_shows_that_there_is_no_limit() -> None:
    """The others may be the model's choice."""

    def made(conversation: Conversation) -> Answer:
        planned = answer(conversation)
        whole = "fern" in str(planned.calls)
        return planned if whole else replace(planned, calls=planned.calls[:4])

    assert told("openai-chat", made) == []
