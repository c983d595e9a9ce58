"""Findings of refusals of a history: what it lost, or what stands in it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tests.jobs.verify.folded import one, rules
from toolwire.model.conversation import Json
from toolwire.model.observation import Severity

SIDES: Final[tuple[Json, Json]] = ("an answer", 400)
OWN: Final = "The server refuses its own message and the results of its calls."
RIGHT: Final = "A right request is refused: "
LONG: Final = f"{RIGHT}a call of the history with a long text."


def test_a_long_call_is_refused_as_any_other() -> None:
    """Where nothing but the long one is refused beside the server's own, its length may be what is refused."""
    said = "message must be at least 1 token long"
    own = one("TC701", OWN, said=said, sides=SIDES)
    long = one("TC762", LONG, said=said, sides=SIDES)
    assert rules(own, replace(long, others=(f"{RIGHT}a call and its result.",))) == ["TC701"]
    assert rules(own, long) == ["TC701", "TC762"]
    words = replace(long, others=(f"{RIGHT}words of the user in parts.",))
    assert rules(own, words) == ["TC701", "TC762"]


def test_ids_that_a_refusal_quotes_are_those_of_its_request() -> None:
    """Where another member differs it was said of another thing."""
    said = 'Missing call for message={{"role":"{}","tool_call_id":"{}"}}'
    first, second = said.format("tool", "call_Z9gN"), said.format("tool", "required_x")
    own = one("TC701", OWN, said=first, sides=SIDES)
    right = one("TC762", f"{RIGHT}two calls and their results.", said=second, sides=SIDES)
    assert rules(own, right) == ["TC701"]
    other = replace(right, said=said.format("user", "required_x"))
    assert rules(own, other) == ["TC701", "TC762"]


def test_a_list_in_a_message_of_the_model_is_what_the_servers_own_has() -> None:
    """The words name the content; a list in words of the user is another cause."""
    said = "Invalid value for input[1].content: expected a string"
    own = one("TC701", OWN, said=said, sides=SIDES, severity=Severity.ERROR)
    form = "A documented form of a request is refused: /input/*[{}]/content as a list of one text part."
    listed = one("TC748", form.format("assistant"), said=said.replace("1", "3"), sides=SIDES)
    assert rules(own, listed) == ["TC748"]
    user = replace(listed, message=form.format("user"))
    assert rules(own, user) == ["TC701", "TC748"]
    assert rules(replace(own, said="output: expected a string"), listed) == ["TC701", "TC748"]


def test_earlier_calls_that_are_lost_are_told_once() -> None:
    """Their results follow no call, and nothing in them is looked at; what is wrong elsewhere is another cause."""
    said = "A tool result follows no tool call."
    named = "words of the model beside calls, earlier calls with a text as a value"
    right = one("TC762", f"{RIGHT}{named}.", said=said, sides=SIDES)
    cases = one("", f"refused with HTTP 400 ({said})", severity=Severity.ERROR, step=3)
    answered = "A request that is wrong was answered: {} left out."
    wrong = one("TC747", answered.format("/chat_history/*/tool_calls/*/name"))
    assert rules(cases, right, wrong) == ["TC762"]
    assert rules(right, one("TC747", answered.format("/tools/*/name"))) == ["TC762", "TC747"]
    results = replace(right, message=f"{RIGHT}two calls and their results.")
    assert rules(cases, results, wrong) == ["", "TC762", "TC747"]
    other = replace(right, said="Too many messages.")
    assert rules(other, wrong) == ["TC762", "TC747"]
