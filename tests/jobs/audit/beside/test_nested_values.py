"""Asking for a value that stands in a list of an object."""

from __future__ import annotations

from collections.abc import Callable
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
from toolwire.model.observation import ALL_PARTS
from toolwire.model.reply import Reading
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


def read(item: Item, arguments: JsonObject, model: str = "m") -> Reading:
    """Return a reply with a call that has these arguments."""
    dialect = load_dialect(item.target.provider.dialect)
    (step,) = item.case.steps
    request = request_of(item, step, (UserTurn(step.user or ""),))
    request = replace(
        request, body=request.body.replace(b'"model":"m"', f'"model":"{model}"'.encode())
    )
    call = PlannedCall(item.case.tools[0].name, arguments)
    response = dialect.respond(request, Answer(calls=(call,)))
    return dialect.decode(Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test")))


def found(item: Item, arguments: JsonObject, model: str = "m") -> list[str]:
    """Return which of the rules about told values speak of a call with other arguments."""
    rules = {"TC383", "TC394", "TC395", "TC396", "TC397"}
    return [one.rule for one in judge(read(item, arguments, model)) if one.rule in rules]


def parts(item: Item) -> tuple[JsonObject, str, str]:
    """Return all arguments as they should be, and which parameters the schema tells: of the call, and of an object."""
    (tool,), (step,) = item.case.tools, item.case.steps
    (written,) = spelt_out(step.user or "")
    schema, other, *_ = told = list(told_values(step.user or "", tool))
    assert schema.by is ToldBy.SCHEMA
    right: JsonObject = {**written.arguments, **{one.parameter: one.given for one in told}}
    return right, schema.parameter, other.parameter


def second(item: Item) -> str:
    """Return the last of the parameters that the schema tells, which is made otherwise than the one before."""
    (tool,), (step,) = item.case.tools, item.case.steps
    *_, last = told_values(step.user or "", tool)
    return last.parameter


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
    """Google's older models refuse `anyOf`, and Cohere does not support it; elsewhere who refuses it may."""
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


@pytest.mark.parametrize(
    ("asked", "rule", "made"),
    [
        (items, "TC394", [{"buckle": "default"}]),
        (alternatives, "TC395", "default"),
        (definitions, "TC396", {"badge": "default"}),
    ],
)
def test_the_second_form_is_asked_in_the_same_call(
    asked: Callable[[str], list[Item]], rule: str, made: Json
) -> None:
    """A list of objects, null as the first alternative, a definition that is an object: each has its own words."""
    item, variance = asked("openai-chat")[0], RULES[rule].variance
    assert variance is not None
    assert variance.parts is not None
    right, _, first = parts(item)
    other: JsonObject = {**right, second(item): made}
    assert found(item, other) == [rule]
    assert variance.parts(read(item, right)) == ALL_PARTS
    shown = variance.parts(read(item, other)), variance.parts(read(item, {**right, first: made}))
    assert sum(shown) == ALL_PARTS
    assert all(shown)
    (of_second,), (of_first,) = (
        [one.message for one in judge(read(item, each)) if one.rule == rule]
        for each in (other, {**right, first: made})
    )
    assert of_second != of_first


@pytest.mark.parametrize("made", [None, [], {}, 7])
def test_a_second_form_without_a_text_tells_nothing(made: Json) -> None:
    """Nor does one that was left out: null is what the first alternative allows."""
    for asked in (items, alternatives, definitions):
        item = asked("openai-chat")[0]
        right, _, _ = parts(item)
        assert found(item, {**right, second(item): made}) == []
        assert (
            found(item, {name: value for name, value in right.items() if name != second(item)})
            == []
        )
