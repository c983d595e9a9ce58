"""Going on from an answer that was not to be kept, and what a run says of servers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, Refusal, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.audit.unkept_answers import SUITE, UNKEPT_ANSWERS
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Verdict
from toolwire.suites import load_suites

NAME = "openai-responses"
MESSAGE = "The answer knows what was said before one that was not to be kept."


def items(name: str = NAME) -> list[Item]:
    """Return what asks a dialect."""
    return list(UNKEPT_ANSWERS.items([target(name)], load_suites()))


class Changed:
    """The reference behind something that changes its requests, or answers in its place."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, change: Callable[[JsonObject], Response | None]) -> None:
        self._server, self._change = Server([NAME]), change
        self.sent: list[JsonObject] = []

    async def send(self, request: Request) -> Response:
        """Answer."""
        body = object_of(parse(request.body))
        self.sent.append(object_of(parse(request.body)))
        response = self._change(body)
        return response or self._server.answer(replace(request, body=dump(body))).response


def told(change: Callable[[JsonObject], Response | None]) -> tuple[set[Verdict], set[str]]:
    """Return the verdicts of a run's own cases, and what its rule says."""
    seen = [one for one in run(items(), lambda _: Changed(change)) if one.suite == SUITE]
    found = {f.message for one in seen for f in one.findings if f.rule == "TC782"}
    return {one.verdict for one in seen}, found


def untouched(_body: JsonObject) -> None:
    """Change nothing."""


def keeping(body: JsonObject) -> None:
    """Keep every answer."""
    body["store"] = True


def passing_over(body: JsonObject) -> None:
    """Know no answers."""
    body.pop("previous_response_id", None)


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


def test_the_line_is_told_where_nothing_is_to_be_kept() -> None:
    """And asked for by the id of the answer."""
    for item in items():
        there = Changed(untouched)
        list(run([item], lambda _, there=there: there))  # type: ignore[misc]
        first, second, *_ = there.sent
        assert first["store"] is second["store"] is False
        assert "Mast: pine" in str(first["input"])
        assert "Mast: pine" not in str(second)
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
def test_who_keeps_nothing_is_not_told_of(
    change: Callable[[JsonObject], Response | None],
) -> None:
    """However it says so."""
    assert told(change) == ({Verdict.CONFORMANT}, set())


def test_who_passes_over_the_id_knows_nothing() -> None:
    """That is told otherwise: the id is told as none."""
    assert told(passing_over)[1] == set()


def test_who_keeps_what_was_not_to_be_kept_is_told_of() -> None:
    """In both modes."""
    assert told(keeping) == ({Verdict.NON_STRICT}, {MESSAGE})


def test_nothing_is_asked_without_the_suite() -> None:
    """They are added to it."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(UNKEPT_ANSWERS.items([target(NAME)], others))
