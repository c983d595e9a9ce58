"""What asks a target whether each part of a result is read."""

from __future__ import annotations

from functools import cache

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, Refusal, load_dialect
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import dump, parse
from toolwire.jobs.audit.beside.result_parts import RESULT_PARTS, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import (
    AssistantTurn,
    ResultsTurn,
    ToolCall,
    ToolResult,
    Turn,
    UserTurn,
)
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode
from toolwire.rules import RULES, judge
from toolwire.suites import load_suites

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "made up #0")


@cache
def asked(name: str) -> tuple[Item, ...]:
    """Return what asks a dialect."""
    return tuple(RESULT_PARTS.items([target(name)], load_suites()))


def returned(item: Item) -> str:
    """Return what the tool of an item says."""
    return item.case.steps[1].results[0].answers[0][1]


def history(item: Item) -> tuple[Turn, ...]:
    """Return the turns before the second request of an item."""
    (tool,) = item.case.tools
    return (
        UserTurn(item.case.steps[0].user or ""),
        AssistantTurn(None, (ToolCall(tool.name, "call00001", {}),)),
        ResultsTurn((ToolResult("call00001", tool.name, returned(item)),)),
    )


@pytest.mark.parametrize("name", RULES["TC763"].severity)
def test_each_line_is_a_part_of_its_own(name: str) -> None:
    """Right by the published type, and read as the text that it was."""
    items = [item for item in asked(name) if item.case.steps[1].probe == "TC763"]
    assert [item.mode for item in items] == [*Mode] * 2
    known = {case.id for suite in load_suites() if suite.id == SUITE for case in suite.cases}
    assert known.isdisjoint(item.case.id for item in items)
    for item in items:
        second, turns, content = item.case.steps[1], history(item), returned(item)
        request = request_of(item, second, turns)
        body = parse(request.body)
        assert validator(name, "request").is_valid(body)
        assert all(dump(line).strip(b'"') in request.body for line in content.splitlines())
        assert dump(content).strip(b'"') not in request.body
        read = load_dialect(name).read_request(request)
        assert read is not None
        assert isinstance(read.turns[-1], ResultsTurn)
        said = read.turns[-1].results[0].content
        assert [*filter(None, said.splitlines())] == content.splitlines()


@pytest.mark.parametrize("name", RULES["TC763"].severity)
def test_only_a_result_of_several_parts_is_refused_for_them(name: str) -> None:
    """Who refuses its own call, whose arguments nobody could read, is told so in one line."""
    item = next(item for item in asked(name) if item.case.steps[1].probe == "TC763")
    said = Answer(refusal=Refusal(400, "invalid_request", "The arguments are no object."))
    (tool,) = item.case.tools
    for content, told in (("There is no result for this call.", []), (returned(item), ["TC763"])):
        turns = (*history(item)[:-1], ResultsTurn((ToolResult("call00001", tool.name, content),)))
        request = request_of(item, item.case.steps[1], turns)
        exchange = Exchange(request, load_dialect(name).respond(request, said), EVIDENCE)
        found = judge(load_dialect(name).decode(exchange), "TC763")
        assert [one.rule for one in found if one.rule == "TC763"] == told


@pytest.mark.parametrize(
    ("rule", "name"),
    [(rule, name) for rule in ("TC734", "TC764", "TC765") for name in RULES[rule].severity],
)
def test_other_parts_are_asked_too(rule: str, name: str) -> None:
    """Objects and images, where the format has them; the request fits the published type."""
    items = [item for item in asked(name) if item.case.steps[1].probe == rule]
    assert [item.mode for item in items] == [*Mode] * 2
    assert len({item.case.id for item in asked(name)}) == len(asked(name)) / len(Mode)
    for item in items:
        request = request_of(item, item.case.steps[1], history(item))
        assert validator(name, "request").is_valid(parse(request.body))


@pytest.mark.parametrize("name", RULES["TC765"].severity)
def test_each_member_of_a_result_is_to_be_told(name: str) -> None:
    """A model may tell them in words of its own; in which of them nothing is told the rule says."""
    items = [item for item in asked(name) if item.case.steps[1].probe == "TC765"]
    assert items
    for item in items:
        request = request_of(item, item.case.steps[1], history(item))
        read = load_dialect(name).read_request(request)
        assert read is not None
        assert isinstance(read.turns[-1], ResultsTurn)
        said = read.turns[-1].results[0].content
        first, _, rest = returned(item).partition("\n")
        lost = "The answer has no word of "
        for text, wanted in (
            (f"The tools answered: {said}.", []),
            (f"{rest.upper()}, and {first}", []),
            (f"The tools answered: {first}.", [f"{lost}the member beside `result`"]),
            (f"It says {rest}.", [f"{lost}a result in `result` that was to be repeated"]),
            # Of a result that is lost as a whole another rule tells.
            ("Nothing came back.", []),
        ):
            answer = load_dialect(name).respond(request, Answer(text=text, turn=1))
            exchange = Exchange(request, answer, EVIDENCE)
            found = judge(load_dialect(name).decode(exchange), "TC765")
            mine = [one.message for one in found if one.rule == "TC765"]
            assert len(mine) == len(wanted)
            assert all(map(str.startswith, mine, wanted))


@pytest.mark.parametrize(
    "name", sorted({*DIALECTS} - {*RULES["TC763"].severity, *RULES["TC765"].severity})
)
def test_nothing_is_asked_where_a_result_is_one_text(name: str) -> None:
    """There are no parts."""
    assert not asked(name)


def test_nothing_is_asked_without_the_suite() -> None:
    """The cases are added to it."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(RESULT_PARTS.items([target("openai-chat")], others))
