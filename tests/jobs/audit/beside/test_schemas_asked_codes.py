"""Asking for an answer in a schema that alone tells one of its values."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.audit.beside.test_limits import found
from tests.jobs.audit.beside.test_schemas_asked import APART, DIALECTS, every
from toolwire.dialects import Answer, load_dialect
from toolwire.dialects.ending import shaped
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.plan import Item
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.text.TC521_allowed_value_is_told import SCHEMA

#: The only value that the schema allows for a member.
CODE = "plover-86"


def asked(name: str) -> list[tuple[Item, Request]]:
    """Return what is asked of a dialect for the code, with its requests."""
    return [one for one in every(name) if one[0].case.id.startswith("schema_code_")]


@pytest.mark.parametrize("name", DIALECTS)
def test_the_schema_alone_tells_the_code(name: str) -> None:
    """Three times in each mode, beside a tool where the format can have both."""
    requests = asked(name)
    assert [item.mode for item, _ in requests] == [*Mode] * 3
    form = load_dialect(name).wire.request
    assert form is not None
    for item, request in requests:
        body = object_of(parse(request.body))
        assert form.wanted_schema(body) == SCHEMA
        assert request.body.count(CODE.encode()) == 1
        assert ("tools" in body) is (name not in APART)
        (step,) = item.case.steps
        assert "JSON" not in (step.user or "")


@pytest.mark.parametrize("name", DIALECTS)
def test_another_value_is_told(name: str) -> None:
    """The reference has the right one; a text without the member, or without JSON, is TC520's."""
    _, request = asked(name)[0]
    made = shaped(Answer(text="Hello."), load_dialect(name), parse(request.body))
    right = object_of(parse((made.text or "").encode()))
    assert right == {"greeting": "Hello.", "code": CODE, "legs": right["legs"]}
    assert found(name, request, made) == []
    for other in ("default", 7, None, {}, [CODE]):
        text = dump({"greeting": "Hi", "code": other, "legs": 8}).decode()
        assert found(name, request, Answer(text=text)) == ["TC521"]
        assert found(name, request, Answer(text=text[:-3], cut=True)) == []
    for lacking in ('{"greeting": "Hi"}', '["Hi"]', '```json\n{"code": "x"}\n```'):
        assert found(name, request, Answer(text=lacking)) == ["TC520"]


@pytest.mark.parametrize("name", DIALECTS)
def test_a_value_of_another_type_is_told(name: str) -> None:
    """A number that came as a word, as the prompt has it; which number is the model's."""
    _, request = asked(name)[0]
    for legs, told in (("eight", ["TC521"]), ("8", ["TC521"]), ({}, ["TC521"]), (9, [])):
        text = dump({"greeting": "Hi", "code": CODE, "legs": legs}).decode()
        assert found(name, request, Answer(text=text)) == told


def test_a_schema_that_is_not_strict_binds_less() -> None:
    """Chat Completions promises the schema to who says so alone."""
    name = "openai-chat"
    _, request = asked(name)[0]
    body = request.body.replace(b'"strict":true', b'"strict":false')
    assert body != request.body
    loose = replace(request, body=body)
    answer = Answer(text='{"greeting": "Hi", "code": "default", "legs": 8}')
    response = load_dialect(name).respond(loose, answer)
    exchange = Exchange(loose, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    told = judge(load_dialect(name).decode(exchange))
    assert [(one.rule, one.severity) for one in told] == [("TC521", Severity.INFO)]


def test_a_member_with_several_values_may_have_any() -> None:
    """Only what the schema leaves no choice of shows that it came."""
    name = "openai-chat"
    _, request = asked(name)[0]
    body = request.body.replace(f'["{CODE}"]'.encode(), f'["{CODE}","kite-2"]'.encode())
    assert body != request.body
    wide = replace(request, body=body)
    assert found(name, wide, Answer(text='{"greeting": "Hi", "code": "owl", "legs": 8}')) == []
