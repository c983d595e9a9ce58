"""Knowing what was said before an answer that was not to be kept (TC782)."""

from __future__ import annotations

import pytest

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request
from toolwire.rules import judge
from toolwire.rules.mutate.said_lines import UNKEPT_LINE
from toolwire.rules.views.line_of_nowhere import asking

HERE = "Sink: copper, tap y2g9"
GIVEN = "resp_1"
ASKING = asking(UNKEPT_LINE, HERE)
MESSAGE = "The answer knows what was said before one that was not to be kept."


def found(text: str, asked: Json = ASKING, named: str | None = GIVEN) -> list[str]:
    """Return what is found of an answer."""
    dialect = load_dialect("openai-responses")
    body = dump({"model": "m", "input": asked, "previous_response_id": named, "store": False})
    request = Request("POST", "http://127.0.0.1/v1/responses", (), body)
    response = dialect.respond(request, Answer(text=text))
    exchange = Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    judged = judge(dialect.decode(exchange), "TC782")
    return [one.message for one in judged if one.rule == "TC782"]


@pytest.mark.parametrize("text", [f"{UNKEPT_LINE}\n{HERE}", UNKEPT_LINE, "It was rope W3T7."])
def test_a_word_of_what_was_not_kept_is_told(text: str) -> None:
    """One that nobody says by chance is enough."""
    assert found(text) == [MESSAGE]


@pytest.mark.parametrize("text", [HERE, "There is no line about a mast of pine, nor a rope.", ""])
def test_who_knows_nothing_is_not_told_of(text: str) -> None:
    """Nor who guesses at words."""
    assert not found(text)


def test_a_line_that_was_told_may_be_known() -> None:
    """Where the request says it, names no answer before, or asks for another one."""
    whole = f"{UNKEPT_LINE}\n{ASKING}"
    assert not found(UNKEPT_LINE, whole)
    assert not found(UNKEPT_LINE, named=None)
    assert not found(UNKEPT_LINE, "Tell me a line.")
    assert not found(UNKEPT_LINE, [])
