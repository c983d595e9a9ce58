"""A server that is asked to go on from an answer of its own, with something between it and its requests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import pytest

from tests.support.targets import target
from toolwire.dialects import Answer, Refusal, load_dialect
from toolwire.dialects.reference import answer
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.beside.beside_suite import BesideSuite
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Plan, Server
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Request, Response
from toolwire.model.observation import Verdict
from toolwire.suites import load_suites

NAME = "openai-responses"
#: Changes a request's body, or answers in the server's place.
Between: TypeAlias = "Callable[[JsonObject], Response | None]"


class Changed:
    """The reference behind something that changes its requests, or answers in its place."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, change: Between, plan: Plan = answer) -> None:
        self._server, self._change = Server([NAME], plan=plan), change
        self.sent: list[JsonObject] = []

    async def send(self, request: Request) -> Response:
        """Answer."""
        body = object_of(parse(request.body))
        self.sent.append(object_of(parse(request.body)))
        response = self._change(body)
        return response or self._server.answer(replace(request, body=dump(body))).response


@dataclass(frozen=True, slots=True)
class GoingOn:
    """What is asked beside a suite, and the rule that judges it."""

    asked: BesideSuite
    rule: str

    def items(self, name: str = NAME) -> list[Item]:
        """Return what asks a dialect."""
        return list(self.asked.items([target(name)], load_suites()))

    def sent(self, item: Item) -> list[JsonObject]:
        """Return what the server was sent of an item, unchanged."""
        there = Changed(untouched)
        list(run([item], lambda _: there))
        return there.sent

    def told(self, change: Between, plan: Plan = answer) -> tuple[set[Verdict], set[str]]:
        """Return the verdicts of a run's own cases, and what the rule says."""
        every = run(self.items(), lambda _: Changed(change, plan))
        seen = [one for one in every if one.suite == self.asked.suite]
        found = {f.message for one in seen for f in one.findings if f.rule == self.rule}
        return {one.verdict for one in seen}, found

    def without_its_suite(self) -> list[Item]:
        """Return what is asked where the suite that it is added to is not."""
        others = tuple(suite for suite in load_suites() if suite.id != self.asked.suite)
        return list(self.asked.items([target(NAME)], others))


def untouched(_body: JsonObject) -> None:
    """Change nothing."""


def passing_over(body: JsonObject) -> None:
    """Know no answers."""
    body.pop("previous_response_id", None)


def refusing(status: int, message: str) -> Between:
    """Return what refuses whatever names an answer."""

    def refuse(body: JsonObject) -> Response | None:
        if "previous_response_id" not in body:
            return None
        request = Request("POST", "http://127.0.0.1/v1/responses", (), dump(body))
        kind = "invalid_request"
        return load_dialect(NAME).respond(request, Answer(refusal=Refusal(status, kind, message)))

    return refuse


#: Whom neither rule may tell of.
INNOCENT = [
    pytest.param(untouched, id="as OpenAI"),
    pytest.param(refusing(400, "previous_response_id is not supported."), id="stateless"),
    pytest.param(refusing(404, "Response not found."), id="not found"),
]
