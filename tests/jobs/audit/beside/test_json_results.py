"""Asking for results that are JSON documents, and what a run says of a server that writes them anew."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, load_dialect
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import parse
from toolwire.jobs.audit.beside.json_results import JSON_RESULT_CASES, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import (
    AssistantTurn,
    ResultsTurn,
    ToolCall,
    ToolResult,
    UserTurn,
)
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.model.observation import Severity
from toolwire.rules import judge
from toolwire.rules.mutate.json_results import JSON_RESULTS
from toolwire.suites import load_suites

EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "test")
ROUNDED = (
    "The result is JSON, and its long integers came rounded, as whoever reads numbers as doubles has "
    "them."
)
ANEW = "The result is JSON, and its numbers are written otherwise: it was read, and written anew."


def asked(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(JSON_RESULT_CASES.items([target(name)], load_suites()))


def request(item: Item, returned: str) -> Request:
    """Return the request with a result."""
    first, second = item.case.steps
    (tool,) = item.case.tools
    turns = (
        UserTurn(first.user or ""),
        AssistantTurn(None, (ToolCall(tool.name, "call00001", {}),)),
        ResultsTurn((ToolResult("call00001", tool.name, returned),)),
    )
    return request_of(item, second, turns)


def said(name: str, text: str, returned: str = JSON_RESULTS[0]) -> list[tuple[Severity, str]]:
    """Return what the rule says of an answer."""
    sent = request(asked(name)[0], returned)
    response = load_dialect(name).respond(sent, Answer(text=text, turn=1))
    found = judge(load_dialect(name).decode(Exchange(sent, response, EVIDENCE)), "TC759")
    return [(one.severity, one.message) for one in found if one.rule == "TC759"]


def in_script(words: str) -> str:
    """Write a document as `JSON.stringify(JSON.parse(…))` does."""
    short = (("9007199254740993", "9007199254740992"), ("81234567890123457", "81234567890123460"))
    for one, other in (*short, ("12.50", "12.5"), ("1e3", "1000"), (": ", ":"), (", ", ",")):
        words = words.replace(one, other)
    return words


def in_python(words: str) -> str:
    """Write a document as Python does, which has integers of any length."""
    return json.dumps(json.loads(words))


@pytest.mark.parametrize("name", DIALECTS)
def test_each_dialect_is_asked_in_both_modes(name: str) -> None:
    """The result is sent as the text that it is, and the request is right by the published type."""
    items = asked(name)
    assert [item.mode for item in items] == [*Mode, *Mode]
    for item in items:
        ((_, returned),) = item.case.steps[1].results[0].answers
        sent = request(item, returned)
        assert validator(name, "request").is_valid(parse(sent.body))
        read = load_dialect(name).read_request(sent)
        assert read is not None
        assert isinstance(read.turns[-1], ResultsTurn)
        assert read.turns[-1].results[0].content == returned


@pytest.mark.parametrize("name", DIALECTS)
def test_integers_that_were_rounded_are_told(name: str) -> None:
    """By the number, in whatever blanks."""
    assert said(name, f"The tools answered: {in_script(JSON_RESULTS[0])}.") == [
        (Severity.WARNING, ROUNDED)
    ]
    as_floats = json.dumps(json.loads(JSON_RESULTS[0], parse_int=float))
    assert said(name, as_floats) == [(Severity.WARNING, ROUNDED)]


@pytest.mark.parametrize("write", [str, lambda words: words.replace(" ", "")])
def test_integers_that_came_as_they_were_are_right(write: Callable[[str], str]) -> None:
    """A model may leave out blanks, or everything else; a digit that is wrong is its own."""
    assert said("openai-chat", write(JSON_RESULTS[0])) == []
    assert (
        said("openai-chat", "Invoice 9007199254740993 has line 81234567890123457, paid 12.5.") == []
    )
    assert said("openai-chat", JSON_RESULTS[0].replace("40993", "40939")) == []
    one_of_two = JSON_RESULTS[0].replace("40993", "40992")
    assert said("openai-chat", one_of_two) == []


def test_other_numbers_that_are_written_anew_are_an_info() -> None:
    """They are the same numbers."""
    assert said("openai-chat", in_python(JSON_RESULTS[0])) == [(Severity.INFO, ANEW)]
    assert said("openai-chat", JSON_RESULTS[0].replace("12.50", "12.5")) == []


def test_nothing_is_said_of_words_and_of_short_integers() -> None:
    """Prose is no document, which TC757 judges, and what a double holds is not rounded."""
    for returned in ("Invoice 9007199254740993 is paid.", '{"invoice": 9007199254740992}'):
        rounded = returned.replace("40993", "40992")
        assert said("openai-chat", rounded, returned) == []


def test_nothing_is_asked_without_the_suite() -> None:
    """It stands beside the suite of what servers change."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(JSON_RESULT_CASES.items([target("openai-chat")], others))
