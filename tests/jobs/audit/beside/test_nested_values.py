"""Asking for a value that stands in a list of an object."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.reference import answer
from toolwire.dialects.spelt import spelt_out
from toolwire.dialects.told_values import ToldBy, told_values
from toolwire.io.json_text import items_of, object_of
from toolwire.jobs.audit.beside.nested_values import NESTED_VALUES
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import Json, JsonObject, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode
from toolwire.rules import RULES, judge
from toolwire.rules.groups import EVERYWHERE
from toolwire.suites import load_suites


def items(name: str) -> list[Item]:
    """Return what asks a dialect for a list in an object."""
    return [item for item in every(name) if item.case.id.startswith("within_")]


def alternatives(name: str) -> list[Item]:
    """Return what asks a dialect for what may be null."""
    return [item for item in every(name) if item.case.id.startswith("either_")]


def definitions(name: str) -> list[Item]:
    """Return what asks a dialect for what a definition tells."""
    return [item for item in every(name) if item.case.id.startswith("defined_")]


def constants(name: str) -> list[Item]:
    """Return what asks a dialect for what a constant tells."""
    return [item for item in every(name) if item.case.id.startswith("constant_")]


def every(name: str) -> list[Item]:
    """Return all that asks a dialect."""
    return list(NESTED_VALUES.items([target(name)], load_suites()))


def found(item: Item, arguments: JsonObject, model: str = "m") -> list[str]:
    """Return which of the rules about told values speak of a call with other arguments."""
    dialect = load_dialect(item.target.provider.dialect)
    (step,) = item.case.steps
    request = request_of(item, step, (UserTurn(step.user or ""),))
    request = replace(
        request, body=request.body.replace(b'"model":"m"', f'"model":"{model}"'.encode())
    )
    call = PlannedCall(item.case.tools[0].name, arguments)
    response = dialect.respond(request, Answer(calls=(call,)))
    exchange = Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    return [
        one.rule
        for one in judge(dialect.decode(exchange))
        if one.rule in {"TC383", "TC394", "TC395", "TC396", "TC397"}
    ]


def parts(item: Item) -> tuple[JsonObject, str, str]:
    """Return all arguments as they should be, and which parameters the schema tells: of the call, and of an object."""
    (tool,), (step,) = item.case.tools, item.case.steps
    (written,) = spelt_out(step.user or "")
    told = {one.by: one for one in told_values(step.user or "", tool)}
    (other,) = set(told) - {ToldBy.SCHEMA}
    right: JsonObject = {
        **written.arguments,
        **{one.parameter: one.given for one in told.values()},
    }
    return right, told[ToldBy.SCHEMA].parameter, told[other].parameter


@pytest.mark.parametrize("name", EVERYWHERE)
def test_the_values_stand_in_the_schema_alone(name: str) -> None:
    """Three of each, in both modes; and the responder finds them there."""
    asked = items(name)
    assert len(asked) == 6
    assert {item.mode for item in asked} == set(Mode)
    for item in asked:
        right, allowed, within = parts(item)
        (step,) = item.case.steps
        (texts,) = object_of(right[within]).values()
        values = [right[allowed], *items_of(texts)]
        assert not any(str(value) in (step.user or "") for value in values)
        request = request_of(item, step, (UserTurn(step.user or ""),))
        conversation = load_dialect(name).read_request(request)
        assert conversation is not None
        (call,) = answer(conversation).calls
        assert call.arguments == right


@pytest.mark.parametrize("name", EVERYWHERE)
def test_another_value_within_is_told(name: str) -> None:
    """Where the call has what the schema tells of it; one that lost that as well is another rule's."""
    item = items(name)[0]
    right, allowed, within = parts(item)
    other: JsonObject = {**right, within: {"marks": ["default"]}}
    assert found(item, right) == []
    assert found(item, other) == ["TC394"]
    assert found(item, {**other, allowed: "default"}) == ["TC383"]
    assert found(item, {key: value for key, value in other.items() if key != allowed}) == []


@pytest.mark.parametrize(
    "value",
    [
        [],
        {},
        {"marks": [7]},
        "wax-12",
        ["wax-12"],
        {"marks": "wax-12"},
        {"marks": ["default", "wax-12"]},
        '{"marks": ["wax-12"]}',
        {"note": "mine", "marks": ["wax-12"]},
    ],
)
def test_a_model_may_write_the_object_otherwise(value: Json) -> None:
    """Without a text, or with the right one among others, nothing shows that the schema was lost."""
    item = items("openai-chat")[0]
    right, _, within = parts(item)
    assert found(item, {**right, within: value}) == []


@pytest.mark.parametrize("name", RULES["TC395"].severity)
def test_another_value_than_the_alternative_is_told(name: str) -> None:
    """Null is one of the parameter's values, and who says it has lost nothing that shows."""
    asked = alternatives(name)
    assert len(asked) == 6
    for item in asked:
        right, allowed, either = parts(item)
        other: JsonObject = {**right, either: "default"}
        assert found(item, right) == []
        assert found(item, {**right, either: None}) == []
        assert found(item, other) == ["TC395"]
        assert found(item, {**other, allowed: "default"}) == ["TC383"]


def test_alternatives_are_asked_where_their_vendors_take_them() -> None:
    """Google's older models refuse `anyOf`, and Cohere's page has no word for it; elsewhere who refuses it may."""
    asked = {name for name in EVERYWHERE if alternatives(name)}
    assert asked == {*EVERYWHERE} - {"cohere-v1", "cohere-v2", "gemini-generate"}
    for item in alternatives("ollama-chat"):
        (step,) = item.case.steps
        assert step.expect.may_refuse


@pytest.mark.parametrize("name", RULES["TC396"].severity)
def test_another_value_than_the_definition_is_told(name: str) -> None:
    """The prompt has none of it, and the responder finds it."""
    asked = definitions(name)
    assert len(asked) == 6
    for item in asked:
        right, allowed, defined = parts(item)
        (step,) = item.case.steps
        assert str(right[defined]) not in (step.user or "")
        conversation = load_dialect(name).read_request(
            request_of(item, step, (UserTurn(step.user or ""),))
        )
        assert conversation is not None
        (call,) = answer(conversation).calls
        assert call.arguments == right
        other: JsonObject = {**right, defined: "default"}
        assert found(item, right) == []
        assert found(item, other) == ["TC396"]
        assert found(item, {**other, allowed: "default"}) == ["TC383"]


def test_definitions_are_asked_where_their_vendors_read_them() -> None:
    """Ollama's type of a parameter has no reference, and Google's older models refuse one."""
    asked = {name for name in EVERYWHERE if definitions(name)}
    assert asked == {*RULES["TC396"].severity}
    assert not asked & {"cohere-v1", "gemini-generate", "ollama-chat"}


@pytest.mark.parametrize("name", RULES["TC397"].severity)
def test_another_value_than_the_constant_is_told(name: str) -> None:
    """The prompt has none of it; a model whose own template writes types for a schema may not know it."""
    asked = constants(name)
    assert len(asked) == 6
    for item in asked:
        right, allowed, constant = parts(item)
        (step,) = item.case.steps
        assert str(right[constant]) not in (step.user or "")
        other: JsonObject = {**right, constant: "default"}
        assert found(item, right) == []
        assert found(item, other) == ["TC397"]
        assert found(item, other, "gpt-oss:20b") == []
        assert found(item, {**other, allowed: "default"}) == ["TC383"]


def test_constants_are_asked_where_the_vendor_tells_them() -> None:
    """Nobody says what the others make of one."""
    assert {name for name in EVERYWHERE if constants(name)} == {*RULES["TC397"].severity}


def test_ollamas_own_template_of_one_model_tells_types_alone() -> None:
    """Its vendor's server loses there what stands below the first level; other servers of that model do not."""
    for name, rules in (("ollama-chat", []), ("openai-chat", ["TC394"])):
        item = items(name)[0]
        right, _, within = parts(item)
        other: JsonObject = {**right, within: {"marks": ["default"]}}
        assert found(item, other) == ["TC394"]
        assert found(item, other, "gpt-oss:20b") == rules
