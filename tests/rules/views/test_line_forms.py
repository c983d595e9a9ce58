"""In which form a line of before stands: a text, or one of several texts in a message."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.beside.earlier_lines import EARLIER_LINES
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request
from toolwire.rules import judge
from toolwire.rules.views.lines_of_before import asked_lines
from toolwire.suites import load_suites

RULE, PARTS = "TC776", ", in several parts, "


def asked(name: str) -> Request:
    """Return the request that asks for lines of the user's earlier words."""
    items = EARLIER_LINES.items([target(name)], load_suites())
    item = next(one for one in items if one.case.id == "line_words_1")
    (step,) = item.case.steps
    return request_of(item, step, (UserTurn(step.user or ""),))


def joined(request: Request) -> Request:
    """Return the request with a text wherever a message of Chat has texts."""
    body = object_of(parse(request.body))
    for message in map(object_of, items_of(body["messages"])):
        if isinstance(message["content"], list):
            texts = (str(object_of(part)["text"]) for part in message["content"])
            message["content"] = "".join(texts)
    return replace(request, body=dump(body))


def said_of(name: str, request: Request) -> str:
    """Return what is found of an answer with the question's own line alone."""
    dialect, evidence = load_dialect(name), Evidence(EvidenceLevel.DOCUMENTED, "test")
    nothing = Exchange(request, dialect.respond(request, Answer(text="Noted.", turn=2)), evidence)
    lines = asked_lines(dialect.decode(nothing))
    assert lines is not None
    response = dialect.respond(request, Answer(text=lines.here.line, turn=2))
    judged = judge(dialect.decode(Exchange(request, response, evidence)))
    (found,) = [one for one in judged if one.rule == RULE]
    return found.message


@pytest.mark.parametrize(
    "name", ["anthropic-messages", "bedrock-converse", "openai-chat", "openai-responses"]
)
def test_words_that_are_lost_in_several_parts_are_told_so(name: str) -> None:
    """A gateway that reads the first part alone has no trouble with a text."""
    assert PARTS in said_of(name, asked(name))


def test_words_that_are_lost_as_a_text_are_told_as_such() -> None:
    """Nothing is said of parts where there are none."""
    assert PARTS not in said_of("openai-chat", joined(asked("openai-chat")))
