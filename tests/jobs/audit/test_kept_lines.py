"""Asking for a line of a conversation that a server was to keep."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, load_dialect
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import object_of, parse
from toolwire.jobs.audit.kept_lines import KEPT_LINES, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import AssistantTurn, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.rules import judge
from toolwire.suites import load_suites

#: The only format whose servers keep answers.
KEEPS = "openai-responses"
LINE, HERE = "Peg: row 6 beside lamp k4w7", "Door: blue, bell p7s5"


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(KEPT_LINES.items([target(name)], load_suites()))


def sent(item: Item) -> Request:
    """Return the request that goes on."""
    first, second = item.case.steps
    said = AssistantTurn("Noted.", (), None, "resp_1")
    turns = (UserTurn(first.user or ""), said, UserTurn(second.user or ""))
    return request_of(item, second, turns)


def found(text: str, *, named: bool = True) -> list[str]:
    """Return what is found of an answer to the first question."""
    request, dialect = sent(items(KEEPS)[0]), load_dialect(KEEPS)
    if not named:
        body = request.body.replace(b"previous_response_id", b"x_other_member_then")
        request = replace(request, body=body)
    response = dialect.respond(request, Answer(text=text))
    exchange = Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    judged = judge(dialect.decode(exchange), "TC758")
    return [one.severity.value for one in judged if one.rule == "TC758"]


@pytest.mark.parametrize("name", DIALECTS)
def test_who_keeps_answers_is_asked_in_both_modes(name: str) -> None:
    """Three lines each: of few a model might leave all out."""
    assert [item.mode for item in items(name)] == ([*Mode] * 3 if name == KEEPS else [])


def test_the_line_is_named_and_not_sent() -> None:
    """Only the question goes, and the request is right by the published type."""
    for item in items(KEEPS):
        body = object_of(parse(sent(item).body))
        assert body["previous_response_id"] == "resp_1"
        assert body["store"] is True
        assert "Please keep this line." not in str(body)
        assert validator(KEEPS, "request").is_valid(body)


def test_an_answer_that_knows_nothing_of_before_is_told_of() -> None:
    """Who repeats none of both does not do as told."""
    assert found(f"{LINE}\n{HERE}") == []
    assert found("Lamp k4w7, bell p7s5.") == []
    assert found(f"There is no other line. {HERE}") == ["warning"]
    assert found("That is all there is to say about it.") == []


def test_a_request_that_names_no_answer_is_not_its_matter() -> None:
    """Then nothing was to be kept."""
    assert found(HERE, named=False) == []


def test_nothing_is_asked_without_the_suite() -> None:
    """They are added to it."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(KEPT_LINES.items([target(KEEPS)], others))
