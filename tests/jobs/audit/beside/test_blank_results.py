"""Asking for results whose blanks mean something."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, load_dialect
from toolwire.dialects.reference import answer
from toolwire.dialects.spelt import spelt_out
from toolwire.jobs.audit.beside.blank_results import BLANK_RESULTS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import (
    AssistantTurn,
    ResultsTurn,
    ToolCall,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode
from toolwire.model.reply import Reading
from toolwire.rules import RULES, judge
from toolwire.suites import load_suites

NAMES = tuple(RULES["TC739"].severity)
#: What gateways make of blanks, none of which TC757 knows.
CHANGES = {
    "blanks of every kind became one": r"\s+",
    "several blanks became one": " {2,}",
    "tabs became a blank": r"\t",
    "line breaks became blanks": r"\n",
    "its blanks and line breaks are others": r"[ \t]+",
}


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(BLANK_RESULTS.items([target(name)], load_suites()))


def asked(item: Item) -> tuple[Reading, str, str]:
    """Return the question behind the result, without an answer, and both texts."""
    first, last = item.case.steps
    (call,), (rule,) = spelt_out(first.user or ""), last.results
    ((_, content),) = rule.answers
    name = item.target.provider.dialect
    turns = (
        UserTurn(first.user or ""),
        AssistantTurn(None, (ToolCall(call.name, "call_blanks1", call.arguments),)),
        ResultsTurn((ToolResult("call_blanks1", call.name, content),)),
    )
    request = request_of(item, last, turns)
    here = (first.user or "").partition("\n\nCall ")[0]
    response = load_dialect(name).respond(request, Answer(text="None.", turn=1))
    exchange = Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    return load_dialect(name).decode(exchange), content, here


def found(reading: Reading, text: str) -> list[str]:
    """Return what is said of an answer by the rules about results that are repeated."""
    dialect, request = load_dialect(reading.dialect), reading.exchange.request
    assert request is not None
    response = dialect.respond(request, Answer(text=text, turn=1))
    told = judge(dialect.decode(replace(reading.exchange, response=response)))
    return [one.message for one in told if one.rule in {"TC731", "TC739", "TC757"}]


@pytest.mark.parametrize("name", DIALECTS)
def test_three_results_are_asked_for_in_both_modes(name: str) -> None:
    """Of two a model might get both wrong."""
    assert [item.mode for item in items(name)] == ([*Mode] * 3 if name in NAMES else [])


@pytest.mark.parametrize("name", NAMES)
def test_other_blanks_are_told_where_those_of_the_question_stand(name: str) -> None:
    """Who changes both alike does so itself, and who says something else shows nothing."""
    for item in items(name)[::2]:
        reading, content, here = asked(item)
        assert found(reading, f"{content}\n\n{here}") == []
        assert found(reading, f"```\n{content}\n```\n{here}") == []
        for how, blanks in CHANGES.items():
            other = re.sub(blanks, " ", content)
            (message,) = found(reading, f"{other}\n\n{here}")
            assert message.endswith(f"{how}.") or other in {
                re.sub(one, " ", content) for one in CHANGES.values() if one != blanks
            }
            assert found(reading, f"{other}\n\n{re.sub(blanks, ' ', here)}") == []
        assert found(reading, f"It says nothing of that.\n\n{here}") == []


@pytest.mark.parametrize("name", NAMES)
def test_the_reference_responder_repeats_both(name: str) -> None:
    """Blank by blank; and what of a result came in one line, as it came."""
    for item in items(name)[::2]:
        reading, content, here = asked(item)
        conversation = reading.conversation
        assert conversation is not None
        assert answer(conversation).text == f"{content}\n\n{here}"
        *before, results = conversation.turns
        assert isinstance(results, ResultsTurn)
        (one,) = results.results
        line = " ".join(content.split())
        turns = (*before, ResultsTurn((replace(one, content=line),)))
        assert answer(replace(conversation, turns=turns)).text in {f"{line}\n\n{here}", here}


def test_a_line_amid_another_is_told_to_its_end() -> None:
    """What was put into one line is no line of its own any more, and a reader finds it all the same."""
    item = items("openai-chat")[0]
    reading, _, _ = asked(item)
    assert reading.conversation is not None
    question = 'Stone: grey\nRepeat the line that begins with "Reed:" and the line that begins with "Stone:".'
    told = UserTurn("Keep this. Moss: green Reed: brown, 4")
    turns = (told, AssistantTurn("Noted."), UserTurn(question))
    conversation = replace(reading.conversation, turns=turns)
    assert answer(conversation).text == "Reed: brown, 4\nStone: grey"
