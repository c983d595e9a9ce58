"""Asking for a number that the bounds of a schema alone tell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.reference import answer
from toolwire.io.json_text import object_of
from toolwire.jobs.audit.beside.bounded_numbers import BOUNDED_NUMBERS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import Json, JsonObject, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.rules import RULES, judge
from toolwire.rules.groups import EVERYWHERE
from toolwire.suites import load_suites

NAME = "anthropic-messages"


def items(name: str = NAME) -> list[Item]:
    """Return what asks a dialect for a number."""
    return list(BOUNDED_NUMBERS.items([target(name)], load_suites()))


def request(item: Item, model: str = "m") -> Request:
    """Return the request of one of them, to a model."""
    (step,) = item.case.steps
    made = request_of(item, step, (UserTurn(step.user or ""),))
    return replace(made, body=made.body.replace(b'"model":"m"', f'"model":"{model}"'.encode()))


def right(item: Item) -> JsonObject:
    """Return the arguments as the reference responder has them."""
    conversation = load_dialect(NAME).read_request(request(item))
    assert conversation is not None
    (call,) = answer(conversation).calls
    return object_of(call.arguments)


def found(item: Item, arguments: JsonObject, model: str = "m") -> list[str]:
    """Return which of the rules about told values speak of a call with other arguments."""
    sent, dialect = request(item, model), load_dialect(NAME)
    call = PlannedCall(item.case.tools[0].name, arguments)
    response = dialect.respond(sent, Answer(calls=(call,)))
    exchange = Exchange(sent, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    told = judge(dialect.decode(exchange))
    return [one.rule for one in told if one.rule in {"TC307", "TC383", "TC389"}]


def test_the_numbers_stand_in_the_schema_alone() -> None:
    """Three, in both modes, where the vendor tells the model the schema as it is; the responder finds them."""
    asked = items()
    assert [item.mode for item in asked] == [*Mode] * 3
    assert {name for name in EVERYWHERE if items(name)} == {*RULES["TC389"].severity} == {NAME}
    for item in asked:
        _, _, number = right(item).values()
        assert isinstance(number, int)
        (step,) = item.case.steps
        assert str(number) not in (step.user or "")
        assert step.expect.may_refuse


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (4739, []),
        (4739.0, []),
        ("4739", ["TC307"]),
        (None, ["TC307"]),
        (1, ["TC389"]),
        (4738.5, ["TC307", "TC389"]),
    ],
)
def test_another_number_is_told(number: Json, told: list[str]) -> None:
    """Where the call has what an enum tells of it; one that lost that as well is another rule's."""
    item = items()[0]
    given = right(item)
    assert given["height"] == 4739
    other: JsonObject = {**given, "height": number}
    assert sorted(found(item, other)) == told
    lost = ["TC383", *(one for one in told if one == "TC307")]
    assert sorted(found(item, {**other, "wick": "default"})) == sorted(lost)


def test_a_model_whose_template_writes_types_may_not_know_bounds() -> None:
    """What its template leaves out, no server has lost."""
    item = items()[0]
    assert found(item, {**right(item), "height": 1}, "gpt-oss:20b") == []
