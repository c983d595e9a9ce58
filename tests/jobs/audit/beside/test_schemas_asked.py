"""Asking for an answer in a schema, beside tools."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.jobs.audit.beside.test_limits import found
from tests.support.targets import target
from toolwire.dialects import Answer, Refusal, load_dialect
from toolwire.dialects.ending import shaped
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.beside.schemas_asked import SCHEMAS_ASKED
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import ChoiceMode, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request, Response
from toolwire.model.observation import Severity, Verdict
from toolwire.rules import RULES, judge
from toolwire.rules.text.TC520_text_fits_its_schema import SCHEMA
from toolwire.suites import load_suites
from toolwire.suites.model import PAIRS

DIALECTS = tuple(RULES["TC520"].severity)
#: Those beside whose schema no tools can be offered.
APART = {"cohere-v1", "cohere-v2"}
#: Whose every document has the mode of JSON.
EVERYWHERE = {*APART, "gemini-generate", "ollama-chat"}
#: Those whose choice has words for a single tool.
NAMING = {"gemini-generate", "openai-chat", "openai-responses"}


def asked(name: str) -> list[tuple[Item, Request]]:
    """Return what is asked of a dialect for a schema, with its requests."""
    others = ("schema_json", "schema_code_")
    return [one for one in every(name) if not one[0].case.id.startswith(others)]


def in_json(name: str) -> list[tuple[Item, Request]]:
    """Return what is asked of a dialect for JSON of whatever schema, with its requests."""
    return [one for one in every(name) if one[0].case.id.endswith("json")]


def every(name: str) -> list[tuple[Item, Request]]:
    """Return all that is asked of a dialect, with its requests."""
    items = SCHEMAS_ASKED.items([target(name)], load_suites())
    return [(item, _request(item)) for item in items]


def _request(item: Item) -> Request:
    (step,) = item.case.steps
    return request_of(item, step, (UserTurn(step.user or ""),))


@pytest.mark.parametrize("name", DIALECTS)
def test_each_request_wants_the_schema_and_offers_a_tool(name: str) -> None:
    """In both modes; a call is demanded where the format has words for it, and no tool offered where none can be."""
    requests = asked(name)
    modes = [item.mode for item, _ in requests]
    # Where a run has to tell of one mode alone, six texts are asked for in each.
    times = 1 if name in APART else 3
    assert modes == [*Mode] * (6 if name == "ollama-chat" else times)
    form = load_dialect(name).wire.request
    assert form is not None
    for item, request in requests:
        body = object_of(parse(request.body))
        assert form.wanted_schema(body) == SCHEMA
        assert ("tools" in body) is (name not in APART)
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
def test_a_response_that_tells_the_kind_took_it(mode: Mode) -> None:
    """Without the schema, which was lost on the way."""
    name = "openai-responses"
    request = next(request for item, request in asked(name) if item.mode is mode)
    dialect = load_dialect(name)
    sent = object_of(parse(request.body))
    sent["text"] = {"format": {"type": "json_schema", "name": "answer", "strict": True}}
    answer = dialect.respond(replace(request, body=dump(sent)), Answer(text="Hello."))
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    found = judge(dialect.decode(Exchange(request, answer, evidence)))
    assert [one.severity for one in found if one.rule == "TC520"] == [Severity.WARNING]


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
    """Nor does one that names a schema of no object, or says in another way that its text is one."""
    for name in DIALECTS:
        form = load_dialect(name).wire.request
        assert form is not None
        wanted = form.text_form
        assert wanted is not None
        assert form.wanted_schema({}) is None
        assert wanted.json_mode({}) is None
        assert form.wanted_schema(wanted.asking({"type": "string"})) is None
        assert wanted.json_mode(wanted.asking(SCHEMA)) is None
        assert wanted.json_mode({"format": "", "response_format": {"type": "text"}}) is None
        assert wanted.any_json is not None
        assert wanted.json_mode(wanted.any_json.members) is wanted.any_json
        assert form.wanted_schema(wanted.any_json.members) is None


@pytest.mark.parametrize("name", DIALECTS)
def test_json_of_whatever_schema_is_asked_for_without_tools(name: str) -> None:
    """In both modes, and in so many words, as vendors want it."""
    requests = in_json(name)
    assert [item.mode for item, _ in requests] == [*Mode]
    for item, request in requests:
        body = object_of(parse(request.body))
        form = load_dialect(name).wire.request
        assert form is not None
        assert form.text_form is not None
        assert form.text_form.json_mode(body) is not None
        assert "tools" not in body
        (step,) = item.case.steps
        assert "JSON" in (step.user or "")
        assert step.expect.may_refuse is (name not in EVERYWHERE)


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("name", DIALECTS)
def test_a_text_that_is_json_is_right_there(name: str, mode: Mode) -> None:
    """Of any schema; cut it is none, and nobody's fault."""
    request = next(request for item, request in in_json(name) if item.mode is mode)
    dialect = load_dialect(name)
    made = shaped(Answer(text="Hello."), dialect, parse(request.body))
    assert made.text == '{"answer":"Hello."}'
    same = Answer(text='{"greeting": "Hi"}')
    assert shaped(same, dialect, parse(request.body)) == same
    for right in (made, same, Answer(text='{"gree', cut=True), Answer(text=" {}\n")):
        assert found(name, request, right) == []
    # Google's is any JSON.
    listed = [] if name == "gemini-generate" else ["TC520"]
    assert found(name, request, Answer(text='["Hi"]')) == listed


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('```json\n{"greeting": "Hi"}\n```', "The text is JSON in a fence, though"),
        ('Here it is: {"greeting": "Hi"}', "The text is not "),
        ("Hello to you.", "The text is not "),
    ],
)
def test_a_run_tells_what_is_no_json(name: str, mode: Mode, text: str, told: str) -> None:
    """A fence, words around it, or mere words, which are information where some vendors do not have the mode."""
    items = [item for item, _ in in_json(name) if item.mode is mode]
    (seen,) = run(items, lambda _: Saying(name, Answer(text=text)))
    (finding,) = seen.findings
    assert finding.rule == "TC520"
    assert finding.message.startswith(told)
    assert finding.message.endswith("though the request wants JSON.")
    mere = text.startswith("Hello") and name == "openai-chat"
    assert finding.severity is (Severity.INFO if mere else Severity.WARNING)


@pytest.mark.parametrize("name", DIALECTS)
def test_a_refusal_of_json_is_a_failure_where_every_document_has_it(name: str) -> None:
    """Of Chat Completions some servers take schemas only, and say so."""
    items = [item for item, _ in in_json(name)]
    refusal = Answer(refusal=Refusal(400, "invalid_request", "The format is not valid."))
    wanted = Verdict.FAILED if name in EVERYWHERE else Verdict.UNSUPPORTED
    told = [one for one in run(items, lambda _: Saying(name, refusal)) if one.suite != PAIRS]
    assert len(told) == len(items)
    for seen in told:
        assert seen.verdict is wanted
        assert "The format is not valid." in seen.reason


class Saying:
    """A server with one answer to every request that wants JSON of whatever schema."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, name: str, answer: Answer) -> None:
        self._dialect, self._answer = load_dialect(name), answer

    async def send(self, request: Request) -> Response:
        """Answer."""
        return self._dialect.respond(request, self._answer)


def test_nothing_is_asked_without_the_suite_or_of_others() -> None:
    """It stands beside the suite of replies without calls, in formats that the rule judges."""
    others = tuple(suite for suite in load_suites() if suite.id != "no_tool_needed")
    assert not list(SCHEMAS_ASKED.items([target("openai-chat")], others))
    assert not list(SCHEMAS_ASKED.items([target("bedrock-converse")], load_suites()))
