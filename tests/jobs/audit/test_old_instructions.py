"""Asking for a line of the instructions that the request before had, and what a run says of servers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, Refusal, load_dialect
from toolwire.dialects.reference import answer
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.old_instructions import OLD_INSTRUCTIONS, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Plan, Server
from toolwire.model.conversation import Conversation, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Verdict
from toolwire.suites import load_suites

NAME = "openai-responses"
MESSAGE = "The answer knows the instructions of the request before, which had its own."


def items(name: str = NAME) -> list[Item]:
    """Return what asks a dialect."""
    return list(OLD_INSTRUCTIONS.items([target(name)], load_suites()))


class Changed:
    """The reference behind something that changes its requests, or answers in its place."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, change: Callable[[JsonObject], Response | None], plan: Plan) -> None:
        self._server, self._change = Server([NAME], plan=plan), change
        self.sent: list[JsonObject] = []

    async def send(self, request: Request) -> Response:
        """Answer."""
        body = object_of(parse(request.body))
        self.sent.append(object_of(parse(request.body)))
        response = self._change(body)
        return response or self._server.answer(replace(request, body=dump(body))).response


def told(
    change: Callable[[JsonObject], Response | None], plan: Plan = answer
) -> tuple[set[Verdict], set[str]]:
    """Return the verdicts of a run's own cases, and what its rule says."""
    every = run(items(), lambda _: Changed(change, plan))
    seen = [one for one in every if one.suite == SUITE]
    found = {f.message for one in seen for f in one.findings if f.rule == "TC783"}
    return {one.verdict for one in seen}, found


def untouched(_body: JsonObject) -> None:
    """Change nothing."""


def passing_over(body: JsonObject) -> None:
    """Know no answers."""
    body.pop("previous_response_id", None)


def leaking(body: JsonObject) -> None:
    """Keep the system message with the conversation."""
    if "instructions" in body:
        said: JsonObject = {"role": "user", "content": body.pop("instructions")}
        body["input"] = [said, *items_of(body["input"])]


def talkative(conversation: Conversation) -> Answer:
    """Say the instructions at once."""
    planned = answer(conversation)
    said = f"{conversation.system or ''}\n{planned.text or ''}"
    return replace(planned, text=said) if planned.refusal is None else planned


def refusing(status: int, message: str) -> Callable[[JsonObject], Response | None]:
    """Return what refuses whatever names an answer."""

    def refuse(body: JsonObject) -> Response | None:
        if "previous_response_id" not in body:
            return None
        request = Request("POST", "http://127.0.0.1/v1/responses", (), dump(body))
        kind = "invalid_request"
        return load_dialect(NAME).respond(request, Answer(refusal=Refusal(status, kind, message)))

    return refuse


@pytest.mark.parametrize("name", DIALECTS)
def test_who_keeps_answers_is_asked_in_both_modes(name: str) -> None:
    """Once each: no model knows what nobody told it."""
    assert [item.mode for item in items(name)] == ([*Mode] if name == NAME else [])


def test_only_the_first_request_is_instructed() -> None:
    """The line goes once, and is asked for by the id of the answer."""
    for item in items():
        there = Changed(untouched, answer)
        list(run([item], lambda _, there=there: there))  # type: ignore[misc]
        first, second, *_ = there.sent
        assert first["store"] is second["store"] is True
        assert "Gate: iron" in str(first["instructions"])
        assert "instructions" not in second
        assert "Gate: iron" not in str(second)
        assert second["previous_response_id"]


@pytest.mark.parametrize(
    "change",
    [
        untouched,
        refusing(400, "previous_response_id is not supported."),
        refusing(404, "Response not found."),
    ],
    ids=["as OpenAI", "stateless", "not found"],
)
def test_who_carries_nothing_over_is_not_told_of(
    change: Callable[[JsonObject], Response | None],
) -> None:
    """Nor who keeps nothing, however it says so."""
    assert told(change) == ({Verdict.CONFORMANT}, set())


def test_who_passes_over_the_id_knows_nothing() -> None:
    """That is told otherwise: the id is told as none."""
    assert told(passing_over)[1] == set()


def test_who_carries_instructions_over_is_told_of() -> None:
    """In both modes."""
    assert told(leaking)[1] == {MESSAGE}


def test_what_the_model_said_itself_is_known_by_right() -> None:
    """Then no more is asked."""
    assert told(untouched, talkative) == ({Verdict.INCONCLUSIVE}, set())


def test_nothing_is_asked_without_the_suite() -> None:
    """They are added to it."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(OLD_INSTRUCTIONS.items([target(NAME)], others))
