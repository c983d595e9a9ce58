"""What is asked, how it is made wrong on purpose, and what a dialect has no words for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import DIALECTS, Dialect, load_dialect
from toolwire.dialects.refusal import refusal
from toolwire.model.conversation import (
    ChoiceMode,
    Conversation,
    Tool,
    ToolChoice,
    UserTurn,
)
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint, Request
from toolwire.suites import load_suites
from toolwire.suites.expressible import asked, endpoint_for, lacking, unsaid
from toolwire.suites.faults import FAULTS, broken
from toolwire.suites.model import Case, Expectation, Step

TOOL = Tool(
    "get_weather",
    "Weather.",
    {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
)
RIGHT = Conversation((UserTurn("Hello."),), (TOOL, replace(TOOL, name="get_time")))
ENDPOINT = Endpoint("https://x.invalid", "m", extra={"a": 1})
CHAT = load_dialect("openai-chat")


def _case(step: Step, **changes: object) -> Case:
    return replace(Case("s", "c", "t", (TOOL,), (step,)), **changes)  # type: ignore[arg-type]


def _step(**changes: object) -> Step:
    return replace(Step(Expectation(calls=()), user="Hello."), **changes)  # type: ignore[arg-type]


def test_every_fault_is_one_that_a_correct_server_refuses() -> None:
    """What is right is answered; each fault alone is refused, each for a reason of its own."""
    assert refusal(RIGHT) is None
    refused = [refusal(broken(RIGHT, fault)) for fault in FAULTS]
    assert all(one is not None and one.status == 400 for one in refused)
    assert len({one.message for one in refused if one is not None}) == len(FAULTS)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_leaves_the_rest_alone(fault: str) -> None:
    """The user's words, the second tool and the conversation given stay what they were."""
    wrong = broken(RIGHT, fault)
    assert wrong != RIGHT
    assert wrong.turns[0] == RIGHT.turns[0]
    assert wrong.tools[1] == RIGHT.tools[1]
    assert RIGHT.tools[0] is TOOL
    # One place only: turns, tools or choice.
    changed = [wrong.turns != RIGHT.turns, wrong.tools != RIGHT.tools, wrong.choice is not None]
    assert changed.count(True) == 1


def test_what_a_step_asks_has_everything_the_case_says() -> None:
    """Tools, choice, switch, system, lane and fault all reach the conversation."""
    choice = ToolChoice(ChoiceMode.REQUIRED)
    case = _case(_step(choice=choice, parallel=False), system="Be brief.", legacy=True)
    plain = asked(case, case.steps[0], (UserTurn("Hi."),))
    assert plain == Conversation(
        (UserTurn("Hi."),), (TOOL,), choice, parallel=False, system="Be brief.", legacy=True
    )
    wrong = asked(case, _step(fault="bad_name"), (UserTurn("Hi."),))
    assert [tool.name for tool in wrong.tools] == ["get weather!"]


def test_extra_members_go_into_bodies_of_their_dialect_only() -> None:
    """The endpoint keeps its own members, and the case's win."""
    case = _case(_step(), extra={"openai-chat": {"a": 2, "b": 3}})
    assert endpoint_for(case, ENDPOINT, "openai-chat").extra == {"a": 2, "b": 3}
    assert endpoint_for(case, ENDPOINT, "gemini-generate") == ENDPOINT


def test_a_dialect_nobody_speaks_is_told() -> None:
    """A case in a dialect of a later version is absent, and the others are not."""
    case = _case(_step(), dialect="morse")
    assert lacking(case, ENDPOINT, "openai-chat") == "this version does not speak morse"
    assert lacking(_case(_step()), ENDPOINT, "openai-chat") is None


def test_what_a_dialect_loses_or_refuses_to_write_it_cannot_say() -> None:
    """Raising and losing are both told; what survives is said."""

    def refusing(_conversation: Conversation, _endpoint: Endpoint) -> Request:
        raise ToolwireError("no such word")

    def losing(request: Request) -> Conversation | None:
        heard = CHAT.read_request(request)
        assert heard is not None
        tools = tuple(replace(tool, parameters=None) for tool in heard.tools)
        return replace(heard, choice=None, parallel=None, tools=tools)

    mute: Dialect = replace(CHAT, encode=refusing)
    deaf = replace(CHAT, read_request=losing)
    blind = replace(CHAT, read_request=lambda _: None)
    switch = _case(_step(parallel=False))
    forced = _case(_step(choice=ToolChoice(ChoiceMode.REQUIRED)))
    free = _case(_step(choice=ToolChoice(ChoiceMode.AUTO)))
    wrong = _case(_step(fault="bad_schema"))
    for case in (switch, forced, free, wrong):
        assert unsaid(CHAT, case, ENDPOINT) is None
        assert "no such word" in (unsaid(mute, case, ENDPOINT) or "")
        assert "cannot read" in (unsaid(blind, case, ENDPOINT) or "")
    assert "parallel calls" in (unsaid(deaf, switch, ENDPOINT) or "")
    assert "`required`" in (unsaid(deaf, forced, ENDPOINT) or "")
    assert unsaid(deaf, free, ENDPOINT) is None
    assert "`bad_schema`" in (unsaid(deaf, wrong, ENDPOINT) or "")


@pytest.mark.parametrize(
    ("case", "without"),
    [
        ("reasoning_state.one_round", {"chatml": "reasoning", "cohere-v1": "reasoning"}),
        ("mixed_content.text_then_call", {"cohere-v2": "words beside a call"}),
    ],
)
def test_what_no_reply_of_a_dialect_can_hold_is_not_asked(
    case: str, without: dict[str, str]
) -> None:
    """A format without a place for it lacks it; a perfect server of it would never be done."""
    (found,) = [c for suite in load_suites() for c in suite.cases if c.name == case]
    for name in DIALECTS:
        told = unsaid(load_dialect(name), found, ENDPOINT)
        place = without.get(name)
        assert told == (place and f"the dialect {name} has no place for {place}"), name
