"""Asking for values that a tool's schema alone tells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.audit.test_alternatives import target
from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.reference import answer
from toolwire.dialects.spelt import spelt_out
from toolwire.io.json_text import object_of
from toolwire.jobs.audit.allowed_values import ALLOWED_VALUES
from toolwire.jobs.audit.control import request_of
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import JsonObject, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode
from toolwire.rules import chances, judge
from toolwire.rules.groups import EVERYWHERE
from toolwire.suites import load_suites


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(ALLOWED_VALUES.items([target(name)], load_suites()))


def found(item: Item, arguments: JsonObject) -> list[str]:
    """Return which rules speak of a call with other arguments."""
    dialect = load_dialect(item.target.provider.dialect)
    (step,) = item.case.steps
    request = request_of(item, step, (UserTurn(step.user or ""),))
    call = PlannedCall(item.case.tools[0].name, arguments)
    response = dialect.respond(request, Answer(calls=(call,)))
    exchange = Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    return [one.rule for one in judge(dialect.decode(exchange)) if one.rule == "TC383"]


def parts(item: Item) -> tuple[JsonObject, str, str]:
    """Return what the prompt writes out, the other parameter, and its only value."""
    (tool,), (step,) = item.case.tools, item.case.steps
    (written,) = spelt_out(step.user or "")
    properties = object_of(object_of(tool.parameters)["properties"])
    ((name, schema),) = [
        (key, object_of(value)) for key, value in properties.items() if key not in written.arguments
    ]
    allowed = schema["enum"]
    assert isinstance(allowed, list)
    (value,) = allowed
    return written.arguments, name, str(value)


@pytest.mark.parametrize("name", EVERYWHERE)
def test_the_value_stands_in_the_schema_alone(name: str) -> None:
    """Three of them, in both modes; and the responder finds it there."""
    asked = items(name)
    assert len(asked) == 6
    assert {item.mode for item in asked} == set(Mode)
    for item in asked:
        written, parameter, value = parts(item)
        (step,) = item.case.steps
        assert value not in (step.user or "")
        assert value not in (item.case.tools[0].description or "")
        request = request_of(item, step, (UserTurn(step.user or ""),))
        conversation = load_dialect(name).read_request(request)
        assert conversation is not None
        (call,) = answer(conversation).calls
        assert call.arguments == {**written, parameter: value}


@pytest.mark.parametrize("name", EVERYWHERE)
def test_another_value_is_told(name: str) -> None:
    """Where all that the prompt writes out has come; else the model does otherwise, as where it fills nothing in."""
    item = items(name)[0]
    written, parameter, value = parts(item)
    assert found(item, {**written, parameter: value}) == []
    assert found(item, {**written, parameter: "default"}) == ["TC383"]
    assert found(item, written) == []
    assert found(item, {parameter: "default"}) == []
    assert found(item, {**dict.fromkeys(written, "otherwise"), parameter: "default"}) == []


def test_a_parameter_with_several_values_is_left_to_the_model() -> None:
    """Nobody knows which it should take."""
    item = items("openai-chat")[0]
    written, parameter, value = parts(item)
    (tool,) = item.case.tools
    schema = object_of(tool.parameters)
    properties = object_of(schema["properties"])
    several: JsonObject = {
        **properties,
        parameter: {"type": "string", "enum": [value, "other"]},
    }
    tools = (replace(tool, parameters={**schema, "properties": several}),)
    item = replace(item, case=replace(item.case, tools=tools))
    assert found(item, {**written, parameter: "default"}) == []


@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_required_value_is_no_optional_one_that_stays_out(name: str) -> None:
    """Who fills every optional parameter with null is not cleared by a required one that has its value."""
    for item in items(name):
        written, parameter, value = parts(item)
        dialect = load_dialect(name)
        (step,) = item.case.steps
        request = request_of(item, step, (UserTurn(step.user or ""),))
        call = PlannedCall(item.case.tools[0].name, {**written, parameter: value})
        response = dialect.respond(request, Answer(calls=(call,)))
        exchange = Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
        assert "TC316" not in chances(dialect.decode(exchange), ())
