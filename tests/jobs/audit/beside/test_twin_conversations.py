"""Asking two conversations that end in the same words."""

from __future__ import annotations

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, PlannedCall, load_dialect
from toolwire.dialects.reference import answer
from toolwire.jobs.audit.beside.beside_suites import BESIDE_SUITES
from toolwire.jobs.audit.beside.twin_conversations import TWINS_FIRST, TWINS_SECOND
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import Conversation, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.rules import RULES, judge
from toolwire.rules.mutate.twin_lines import TOOL_TWINS, TWINS
from toolwire.suites import load_suites

#: Formats that can demand a call.
DEMANDING = (
    "anthropic-messages",
    "bedrock-converse",
    "cohere-v2",
    "gemini-generate",
    "openai-chat",
    "openai-responses",
)


def asked(name: str, *, tools: bool = False) -> list[tuple[Item, Request]]:
    """Return what asks a dialect, the first of each pair before the second, with lines or tools that differ."""
    suites = load_suites()
    found = (
        one
        for beside in (TWINS_FIRST, TWINS_SECOND)
        for one in beside.items([target(name)], suites)
        if one.case.id.endswith("_tools") is tools
    )
    return [(one, request_of(one, one.case.steps[0], _turns(one))) for one in found]


def _turns(item: Item) -> tuple[UserTurn]:
    (step,) = item.case.steps
    return (UserTurn(step.user or ""),)


def read(name: str, request: Request) -> Conversation:
    """Return the conversation of a request."""
    conversation = load_dialect(name).read_request(request)
    assert conversation is not None
    return conversation


def test_all_else_is_asked_between_both() -> None:
    """A server that answers slowly has answered the first when the second comes."""
    assert BESIDE_SUITES[0] is TWINS_FIRST
    assert BESIDE_SUITES[-1] is TWINS_SECOND


@pytest.mark.parametrize("name", DIALECTS)
def test_both_end_in_the_same_words(name: str) -> None:
    """In both modes, with another line of the system before."""
    requests = asked(name)
    assert [item.mode for item, _ in requests] == [*Mode] * 4
    half = len(requests) // 2
    for number in range(half):
        first, second = (read(name, requests[place][1]) for place in (number, number + half))
        assert first.turns == second.turns
        assert first.system != second.system
        assert first.tools == second.tools


@pytest.mark.parametrize("name", RULES["TC740"].severity)
def test_a_line_of_the_other_conversation_is_told_of(name: str) -> None:
    """Once is enough; a line that is made up, or none, is the model's."""
    dialect = load_dialect(name)
    _, request = asked(name)[0]
    line, twin = TWINS[0]
    assert answer(read(name, request)).text == line
    for text, rules in (
        (line, []),
        (twin, ["TC740"]),
        ("Oak: bench 9", []),
        ("I do not know.", []),
    ):
        exchange = Exchange(
            request,
            dialect.respond(request, Answer(text=text)),
            Evidence(EvidenceLevel.DOCUMENTED, "test"),
        )
        assert [one.rule for one in judge(dialect.decode(exchange))] == rules


@pytest.mark.parametrize("name", DIALECTS)
def test_both_have_another_tool_where_a_call_can_be_demanded(name: str) -> None:
    """In both modes, with the same words and no other tool."""
    requests = asked(name, tools=True)
    assert [item.mode for item, _ in requests] == ([*Mode] * 2 if name in DEMANDING else [])
    for number in range(len(requests) // 2):
        first, second = (read(name, requests[place][1]) for place in (number, number + 2))
        assert (first.turns, first.system) == (second.turns, second.system)
        assert [tool.name for tool in (*first.tools, *second.tools)] == [*TOOL_TWINS]


@pytest.mark.parametrize("name", DEMANDING)
def test_a_call_of_the_other_tool_is_told_of(name: str) -> None:
    """One that nobody offered anywhere may be a model's."""
    dialect = load_dialect(name)
    _, request = asked(name, tools=True)[0]
    first, second = TOOL_TWINS
    for called, found in ((first, []), (second, ["TC740"]), ("open_gate", [])):
        planned = Answer(calls=(PlannedCall(called, {"place": "hall"}),))
        exchange = Exchange(
            request, dialect.respond(request, planned), Evidence(EvidenceLevel.DOCUMENTED, "test")
        )
        told = [one.rule for one in judge(dialect.decode(exchange)) if one.rule == "TC740"]
        assert told == found
