"""A model that does not do as it is told, and a server that still keeps what it promises."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import Answer
from toolwire.dialects.reference import answer
from toolwire.jobs.serve.forgetful import ForgetfulModel
from toolwire.jobs.serve.options import plan_of
from toolwire.jobs.serve.server import eager
from toolwire.model.conversation import (
    ChoiceMode,
    Conversation,
    Tool,
    ToolChoice,
    UserTurn,
)
from toolwire.model.errors import ToolwireError

SCHEMA = {"type": "object", "properties": {"location": {"type": "string"}}}
TOOLS = (Tool("get_weather", "Weather.", SCHEMA), Tool("get_time", "Time.", SCHEMA))
TWO = Conversation(
    (UserTurn('Call get_weather({"location": "Oslo"}) and get_time({"location": "Oslo"}).'),), TOOLS
)
NONE = Conversation((UserTurn("Hello."),), TOOLS)


def answers(conversation: Conversation, times: int = 15) -> list[Answer]:
    """Ask one model the same several times."""
    model = ForgetfulModel()
    return [model(conversation) for _ in range(times)]


def test_asked_again_it_goes_through_all_of_its_ways() -> None:
    """As told, one of two calls, with words, declining, and another tool."""
    found = {(tuple(call.name for call in given.calls), bool(given.text)) for given in answers(TWO)}
    both = ("get_weather", "get_time")
    assert found == {
        (both, False),
        (("get_weather",), False),
        (both, True),
        ((), True),
        (("get_time",), False),
    }


def test_where_no_call_is_due_it_may_make_one_or_say_something_else() -> None:
    """A greeting is answered as told, in other words, and with a call without need."""
    given = answers(NONE)
    assert {bool(one.calls) for one in given} == {True, False}
    assert len({one.text for one in given if not one.calls}) == 2


@pytest.mark.parametrize(
    ("choice", "names"),
    [
        (ToolChoice(ChoiceMode.NAMED, "get_time"), {"get_time"}),
        (ToolChoice(ChoiceMode.REQUIRED), {"get_weather", "get_time"}),
        (ToolChoice(ChoiceMode.NONE), set()),
    ],
)
def test_a_choice_that_servers_enforce_is_kept(choice: ToolChoice, names: set[str]) -> None:
    """Whatever the way: a call where one is forced, of that tool, and none where it is forbidden."""
    given = answers(replace(TWO, choice=choice))
    assert all(bool(one.calls) is bool(names) for one in given)
    assert {call.name for one in given for call in one.calls} == names


def test_one_at_a_time_is_kept() -> None:
    """A switch that servers enforce leaves one call at most."""
    assert all(len(one.calls) < 2 for one in answers(replace(TWO, parallel=False)))


def test_it_is_the_same_each_time() -> None:
    """Two models that are asked the same answer the same."""
    assert answers(TWO) == answers(TWO)
    assert ForgetfulModel(1)(TWO) == answers(TWO)[1]


def test_a_refusal_is_the_servers() -> None:
    """What a correct server refuses is refused here too."""
    wrong = replace(TWO, choice=ToolChoice(ChoiceMode.NAMED, "nothing"))
    assert answer(wrong).refusal is not None
    assert all(one.refusal == answer(wrong).refusal for one in answers(wrong))


def test_a_server_has_one_model() -> None:
    """Eager and forgetful at once is refused; each alone is what it says."""
    with pytest.raises(ToolwireError, match="one model is not both"):
        plan_of(is_eager=True, forgetful=True)
    assert plan_of(is_eager=True, forgetful=False) is eager
    assert plan_of(is_eager=False, forgetful=False) is answer
    assert isinstance(plan_of(is_eager=False, forgetful=True), ForgetfulModel)
