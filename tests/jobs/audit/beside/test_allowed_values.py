"""Asking for values that a tool's definition alone tells."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.reference import answer
from toolwire.dialects.spelt import spelt_out
from toolwire.dialects.told_values import told_values
from toolwire.io.json_text import object_of
from toolwire.jobs.audit.beside.allowed_values import ALLOWED_VALUES
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import JsonObject, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode
from toolwire.rules import chances, judge
from toolwire.rules.groups import EVERYWHERE
from toolwire.suites import load_suites


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(ALLOWED_VALUES.items([target(name)], load_suites()))


#: Rule -> place of its parameter among those that the prompt leaves to the tool's definition.
RULES = {"TC383": 0, "TC384": 1, "TC387": 2}


def found(item: Item, arguments: JsonObject) -> list[str]:
    """Return which of the rules speak of a call with other arguments."""
    dialect = load_dialect(item.target.provider.dialect)
    (step,) = item.case.steps
    request = request_of(item, step, (UserTurn(step.user or ""),))
    call = PlannedCall(item.case.tools[0].name, arguments)
    response = dialect.respond(request, Answer(calls=(call,)))
    exchange = Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    return [one.rule for one in judge(dialect.decode(exchange)) if one.rule in RULES]


def parts(item: Item) -> tuple[JsonObject, JsonObject]:
    """Return what the prompt writes out, and the other parameters with what the definition tells."""
    (tool,), (step,) = item.case.tools, item.case.steps
    (written,) = spelt_out(step.user or "")
    told: JsonObject = {one.parameter: one.value for one in told_values(step.user or "", tool)}
    return written.arguments, told


@pytest.mark.parametrize("name", EVERYWHERE)
def test_the_values_stand_in_the_definition_alone(name: str) -> None:
    """Three of each, in both modes; and the responder finds them there."""
    asked = items(name)
    assert len(asked) == 6
    assert {item.mode for item in asked} == set(Mode)
    for item in asked:
        written, told = parts(item)
        (step,) = item.case.steps
        assert len(told) == 3
        assert not any(str(value) in (step.user or "") for value in told.values())
        request = request_of(item, step, (UserTurn(step.user or ""),))
        conversation = load_dialect(name).read_request(request)
        assert conversation is not None
        (call,) = answer(conversation).calls
        assert call.arguments == {**written, **told}


@pytest.mark.parametrize("name", EVERYWHERE)
def test_what_a_description_names_is_its_end(name: str) -> None:
    """One that is cut has lost it; the tool's is as long as the format allows, which is more with Anthropic."""
    form = load_dialect(name).wire.request
    most = 1_000 if form is None else form.described
    for item in items(name):
        (tool,) = item.case.tools
        words, value = tool.description or "", list(parts(item)[1].values())[-1]
        assert most - 100 < len(words) <= most
        assert words.endswith(f'is "{value}".')
        assert words.count(str(value)) == 1
        properties = object_of(object_of(tool.parameters)["properties"])
        described = (object_of(one).get("description") for one in properties.values())
        (text,) = (one for one in described if isinstance(one, str))
        assert text.index('"') > 800
        assert len(text) <= 1_024


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("name", EVERYWHERE)
def test_another_value_is_told(name: str, rule: str) -> None:
    """Where all that the prompt writes out has come; else the model does otherwise, as where it fills nothing in."""
    item = items(name)[0]
    written, told = parts(item)
    parameter = list(told)[RULES[rule]]
    other: JsonObject = {**told, parameter: "default"}
    assert found(item, {**written, **told}) == []
    assert found(item, {**written, **other}) == [rule]
    assert found(item, written) == []
    assert found(item, other) == []
    assert found(item, {**dict.fromkeys(written, "otherwise"), **other}) == []


def test_a_lost_schema_is_one_finding() -> None:
    """It takes descriptions along."""
    item = items("openai-chat")[0]
    written, told = parts(item)
    assert found(item, {**written, **dict.fromkeys(told, "default")}) == ["TC383"]


@pytest.mark.parametrize("name", EVERYWHERE)
def test_who_knows_the_tool_and_none_of_its_parameters_was_not_told_them(name: str) -> None:
    """Its own description came, so that this model does fill in what it is told."""
    item = items(name)[0]
    written, told = parts(item)
    allowed, described, named = told
    assert found(item, {**written, named: told[named]}) == ["TC383"]
    assert found(item, {**written, named: "default"}) == ["TC387"]
    assert found(item, {**written, named: told[named], allowed: told[allowed]}) == []
    assert found(item, {**written, named: told[named], described: told[described]}) == []


def test_a_parameter_with_several_values_is_left_to_the_model() -> None:
    """Nobody knows which it should take."""
    item = items("openai-chat")[0]
    written, told = parts(item)
    parameter, value = next(iter(told.items()))
    (tool,) = item.case.tools
    schema = object_of(tool.parameters)
    properties = object_of(schema["properties"])
    several: JsonObject = {
        **properties,
        parameter: {"type": "string", "enum": [value, "other"]},
    }
    tools = (replace(tool, parameters={**schema, "properties": several}),)
    item = replace(item, case=replace(item.case, tools=tools))
    assert found(item, {**written, **told, parameter: "default"}) == []


@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_required_value_is_no_optional_one_that_stays_out(name: str) -> None:
    """Who fills every optional parameter with null is not cleared by a required one that has its value."""
    for item in items(name):
        written, told = parts(item)
        dialect = load_dialect(name)
        (step,) = item.case.steps
        request = request_of(item, step, (UserTurn(step.user or ""),))
        call = PlannedCall(item.case.tools[0].name, {**written, **told})
        response = dialect.respond(request, Answer(calls=(call,)))
        exchange = Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
        assert "TC316" not in chances(dialect.decode(exchange), ())
