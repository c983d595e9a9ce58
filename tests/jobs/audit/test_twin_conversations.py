"""Asking two conversations that end in the same words."""

from __future__ import annotations

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, load_dialect
from toolwire.dialects.reference import answer
from toolwire.jobs.audit.beside_suites import BESIDE_SUITES
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.jobs.audit.twin_conversations import TWINS_FIRST, TWINS_SECOND
from toolwire.model.conversation import Conversation, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.rules import RULES, judge
from toolwire.rules.mutate.twin_lines import TWINS
from toolwire.suites import load_suites


def asked(name: str) -> list[tuple[Item, Request]]:
    """Return what asks a dialect, the first of each pair before the second."""
    suites = load_suites()
    found = (
        one
        for beside in (TWINS_FIRST, TWINS_SECOND)
        for one in beside.items([target(name)], suites)
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
