"""Asking for an answer in a schema, beside tools."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.jobs.audit.test_limits import found
from tests.support.targets import target
from toolwire.dialects import Answer, load_dialect
from toolwire.dialects.ending import shaped
from toolwire.io.json_text import object_of, parse
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.schemas_asked import SCHEMAS_ASKED
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import ChoiceMode, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.model.observation import Severity
from toolwire.rules import RULES, judge
from toolwire.rules.text.TC520_text_fits_its_schema import SCHEMA
from toolwire.suites import load_suites

DIALECTS = tuple(RULES["TC520"].severity)
#: Those whose choice has words for a single tool.
NAMING = {"gemini-generate", "openai-chat", "openai-responses"}


def asked(name: str) -> list[tuple[Item, Request]]:
    """Return what is asked of a dialect, with its requests."""
    items = SCHEMAS_ASKED.items([target(name)], load_suites())
    return [(item, _request(item)) for item in items]


def _request(item: Item) -> Request:
    (step,) = item.case.steps
    return request_of(item, step, (UserTurn(step.user or ""),))


@pytest.mark.parametrize("name", DIALECTS)
def test_each_request_wants_the_schema_and_offers_a_tool(name: str) -> None:
    """In both modes; a call is demanded where the format has words for it."""
    requests = asked(name)
    modes = [item.mode for item, _ in requests]
    # Where a run has to tell of one mode alone, six texts are asked for in each.
    assert modes == [*Mode] * (6 if name == "ollama-chat" else 3)
    form = load_dialect(name).wire.request
    assert form is not None
    for item, request in requests:
        body = object_of(parse(request.body))
        assert form.wanted_schema(body) == SCHEMA
        assert body["tools"]
        (step,) = item.case.steps
        assert "JSON" not in (step.user or "")
    choices = [item.case.steps[0].choice for item, _ in requests]
    named = [one for one in choices if one is not None and one.mode is ChoiceMode.NAMED]
    assert len(named) == (2 if name in NAMING else 0)


@pytest.mark.parametrize("name", DIALECTS)
def test_a_text_of_the_schema_is_right_and_prose_is_not(name: str) -> None:
    """A text that was cut is no JSON, and nobody's fault."""
    _, request = asked(name)[0]
    dialect = load_dialect(name)
    made = shaped(Answer(text="Hello."), dialect, parse(request.body))
    assert made.text == '{"greeting":"Hello."}'
    for right in (made, Answer(text='{"gree', cut=True), Answer(text=' {"greeting": "Hi"}\n')):
        assert found(name, request, right) == []
    for wrong in (
        "Hello {all}.",
        '```json\n{"greeting": "Hi"}\n```',
        '{"answer": "Hi"}',
        '["Hi"]',
        "[null]",
    ):
        assert found(name, request, Answer(text=wrong)) == ["TC520"]


@pytest.mark.parametrize("name", DIALECTS)
def test_mere_words_show_that_nothing_was_made_of_the_schema(name: str) -> None:
    """Servers pass over members that they do not know, and no tool call is the worse for it."""
    _, request = asked(name)[0]
    dialect = load_dialect(name)
    answer = dialect.respond(request, Answer(text="Hello."))
    exchange = Exchange(request, answer, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    told = [one.severity for one in judge(dialect.decode(exchange)) if one.rule == "TC520"]
    # The reference tells the format in a response, as OpenAI does: then it was taken.
    # Ollama's has no vendor that documents it without schemas: over a run it is the server.
    taken = name in {"openai-responses", "ollama-chat"}
    assert told == [Severity.WARNING if taken else Severity.INFO]


@pytest.mark.parametrize("mode", Mode)
def test_a_response_that_tells_of_no_schema_did_not_take_it(mode: Mode) -> None:
    """Mere words are information there, as in other formats."""
    name = "openai-responses"
    request = next(request for item, request in asked(name) if item.mode is mode)
    dialect = load_dialect(name)
    answer = dialect.respond(request, Answer(text="Hello."))
    told = b'"text":{"format":{"type":"text"},"verbosity":"medium"}'
    body = re.sub(
        rb'"text":\{"format":\{"type":"json_schema".*?"verbosity":"medium"\}', told, answer.body
    )
    assert body != answer.body
    reading = dialect.decode(
        Exchange(request, replace(answer, body=body), Evidence(EvidenceLevel.DOCUMENTED, "test"))
    )
    assert [one.severity for one in judge(reading) if one.rule == "TC520"] == [Severity.INFO]


@pytest.mark.parametrize("name", DIALECTS)
def test_several_messages_fit_the_schema_each(name: str) -> None:
    """Where an answer may hold several: gpt-4o told the same JSON in two of them."""
    _, request = asked(name)[0]
    one = '{"greeting": "Hi"}'
    wrong = [] if name == "openai-responses" else ["TC520"]
    assert found(name, request, Answer(text=f"{one}{one}")) == wrong
    assert found(name, request, Answer(text=f'{one}\n{{"answer": "Hi"}}')) == ["TC520"]


def test_a_request_without_a_schema_wants_no_json() -> None:
    """Nor does one that wants any JSON, or names a schema of no object."""
    for name in DIALECTS:
        form = load_dialect(name).wire.request
        assert form is not None
        assert form.text_form is not None
        assert form.wanted_schema({}) is None
        assert form.wanted_schema(form.text_form.asking({"type": "string"})) is None
        assert (
            form.wanted_schema({"format": "json", "response_format": {"type": "json_object"}})
            is None
        )


def test_nothing_is_asked_without_the_suite_or_of_others() -> None:
    """It stands beside the suite of replies without calls, in formats that the rule judges."""
    others = tuple(suite for suite in load_suites() if suite.id != "no_tool_needed")
    assert not list(SCHEMAS_ASKED.items([target("openai-chat")], others))
    assert not list(SCHEMAS_ASKED.items([target("bedrock-converse")], load_suites()))
