"""Asking for calls with what their tools require, and no more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.needed import Needed, needed_of
from toolwire.dialects.reference import answer
from toolwire.io.json_text import items_of, object_of
from toolwire.jobs.audit.beside.needed_alone import NEEDED_ALONE
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import Conversation, Json, JsonObject, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.rules import RULES, judge
from toolwire.rules.groups import EVERYWHERE
from toolwire.suites import load_suites

VARIANCE = RULES["TC398"].variance
assert VARIANCE is not None
assert VARIANCE.shown is not None
COULD, SHOWN = VARIANCE.could, VARIANCE.shown


def items(name: str) -> list[Item]:
    """Return all that asks a dialect."""
    return list(NEEDED_ALONE.items([target(name)], load_suites()))


def wish(item: Item) -> Needed:
    """Return what an item asks for."""
    (step,) = item.case.steps
    needed = needed_of(step.user or "", item.case.tools)
    assert needed is not None
    return needed


def sent(item: Item) -> Conversation:
    """Return the conversation that is asked."""
    (step,) = item.case.steps
    request = request_of(item, step, (UserTurn(step.user or ""),))
    conversation = load_dialect(item.target.provider.dialect).read_request(request)
    assert conversation is not None
    return conversation


def reading(item: Item, *calls: PlannedCall) -> Reading:
    """Return a reply with these calls."""
    dialect = load_dialect(item.target.provider.dialect)
    (step,) = item.case.steps
    request = request_of(item, step, (UserTurn(step.user or ""),))
    response = dialect.respond(request, Answer(calls=calls, text=None if calls else "No."))
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return dialect.decode(Exchange(request, response, evidence))


def read(item: Item, arguments: JsonObject) -> Reading:
    """Return a reply with a call of the tool."""
    return reading(item, PlannedCall(item.case.tools[0].name, arguments))


def values(item: Item) -> dict[str, Json]:
    """Return each parameter with its only value."""
    schema = object_of(item.case.tools[0].parameters)
    return {
        name: items_of(object_of(known).get("enum"))[0]
        for name, known in object_of(schema.get("properties")).items()
    }


def parts(item: Item) -> tuple[JsonObject, JsonObject]:
    """Return the required parameter with its value, and the one that may be left out."""
    required = items_of(object_of(item.case.tools[0].parameters).get("required"))
    every = values(item)
    return (
        {name: value for name, value in every.items() if name in required},
        {name: value for name, value in every.items() if name not in required},
    )


def found(one: Reading) -> list[str]:
    """Return the ids of the rules that a reply breaks."""
    return [each.rule for each in judge(one)]


@pytest.mark.parametrize("name", EVERYWHERE)
def test_the_reference_does_as_it_is_told(name: str) -> None:
    """It fills in what the schema requires, in both modes; without `required`, nothing."""
    asked = items(name)
    assert len(asked) == 16
    assert {item.mode for item in asked} == set(Mode)
    for item in asked:
        conversation, (due, _) = sent(item), parts(item)
        (call,) = answer(conversation).calls
        assert call.arguments == due
        (tool,) = conversation.tools
        bare = replace(tool, parameters={**object_of(tool.parameters), "required": []})
        (call,) = answer(replace(conversation, tools=(bare,))).calls
        assert call.arguments == (due if wish(item).named else {})


def test_the_required_one_stands_first_and_second() -> None:
    """As often the one as the other, so that who fills in the first has it right in half of them."""
    asked = [item for item in items("openai-chat") if item.mode is Mode.BLOCKING]
    places = [[*values(item)].index(next(iter(parts(item)[0]))) for item in asked]
    named = [bool(wish(item).named) for item in asked]
    assert [place for place, one in zip(places, named, strict=True) if not one] == [0, 1] * 3
    assert [place for place, one in zip(places, named, strict=True) if one] == [0, 1]
    words = [item.case.steps[0].user for item in asked]
    assert len({*words}) == len(words)


@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_call_without_what_is_required_is_told(name: str) -> None:
    """Also one that has nothing but what may be left out; of TC309 it is not told a second time."""
    item = items(name)[0]
    due, left = parts(item)
    assert found(read(item, due)) == []
    assert found(read(item, {})) == ["TC398"]
    assert found(read(item, left)) == ["TC398"]
    assert COULD(read(item, due))
    assert SHOWN(read(item, due))


def test_a_model_that_fills_in_everything_is_not_counted() -> None:
    """Nor one with values of its own, or with parameters of its own, or without the call."""
    item = items("openai-chat")[0]
    due, left = parts(item)
    others: tuple[JsonObject, ...] = (
        {**due, **left},
        dict.fromkeys(due, "default"),
        {**left, "note": "mine"},
    )
    for arguments in others:
        one = read(item, arguments)
        assert not COULD(one)
        assert "TC398" not in found(one)
    assert not COULD(reading(item))


def test_a_model_that_does_not_do_what_words_name_clears_the_server() -> None:
    """So does one that makes up the value, which has lost the whole schema, and one that makes no call."""
    item = items("openai-chat")[-1]
    due, left = parts(item)
    assert wish(item).named
    assert not SHOWN(read(item, due))
    assert not SHOWN(read(items("openai-chat")[0], {}))
    for arguments in ({}, left, {**due, **left}, dict.fromkeys(due, "default")):
        one = read(item, arguments)
        assert SHOWN(one)
        assert "TC398" not in found(one)
    assert SHOWN(reading(item))


def test_tools_in_words_are_not_asked() -> None:
    """What tells a model of them toolwire itself has written."""
    assert not items("chatml")
    assert not items("prompted")
