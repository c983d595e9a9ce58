"""Asking for thoughts with a call, with words, and with a call again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.beside.thinking_turns import SUITE, THINKING_TURNS
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import Json, JsonObject, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Response
from toolwire.rules import RULES, judge
from toolwire.suites import load_suites

NAME = "ollama-chat"
_CALL: Json = [{"function": {"name": "find_key", "arguments": {"room": "attic"}}}]


@pytest.mark.parametrize("name", DIALECTS)
def test_only_formats_that_are_judged_are_asked(name: str) -> None:
    """Two conversations in both modes: four that all go by calls are no chance."""
    asked = list(THINKING_TURNS.items([target(name)], load_suites()))
    assert [one.mode for one in asked] == ([*Mode] * 3 if name in RULES["TC522"].severity else [])


def test_every_request_asks_for_thoughts() -> None:
    """A server whose model has none may refuse the first."""
    items = list(THINKING_TURNS.items([target(NAME)], load_suites()))
    for item in items[:-2]:
        first, *_ = item.case.steps
        request = request_of(item, first, (UserTurn(first.user or ""),))
        assert object_of(parse(request.body))["think"] is True
        assert first.expect.may_refuse
        assert item.suite.id == SUITE


def _message(*, calls: bool, thoughts: bool) -> JsonObject:
    message: JsonObject = {"role": "assistant", "content": "" if calls else "Here."}
    if calls:
        message["tool_calls"] = _CALL
    return {**message, "thinking": "I look."} if thoughts else message


def _found(*replies: tuple[bool, bool], last_said: str = "user", think: Json = True) -> bool:
    """Say whether the last of some replies is told of; each has calls or not, and thoughts or not."""
    messages: list[Json] = []
    for calls, thoughts in replies[:-1]:
        said: JsonObject = {"role": "user", "content": "Go on."}
        messages += [said, _message(calls=calls, thoughts=thoughts)]
        if calls:
            messages += [
                {"role": "tool", "tool_name": "find_key", "content": "there"},
                {"role": "assistant", "content": "There."},
            ]
    calls, thoughts = replies[-1]
    messages.append({"role": last_said, "content": "Go on."})
    item = next(iter(THINKING_TURNS.items([target(NAME)], load_suites())))
    request = request_of(item, item.case.steps[0], (UserTurn("Go on."),))
    body = {**object_of(parse(request.body)), "messages": messages, "think": think}
    answer: JsonObject = {
        "model": "m",
        "created_at": "2026-11-21T00:00:00Z",
        "message": _message(calls=calls, thoughts=thoughts),
        "done": True,
        "done_reason": "stop",
    }
    response = Response(200, (("content-type", "application/json"),), dump(answer))
    exchange = Exchange(
        replace(request, body=dump(body)), response, Evidence(EvidenceLevel.DOCUMENTED, "test")
    )
    return "TC522" in {one.rule for one in judge(load_dialect(NAME).decode(exchange))}


def test_thoughts_that_go_by_calls_are_told_of() -> None:
    """Whichever of the two kinds has them."""
    call, words = (True, True), (False, True)
    bare_call, bare_words = (True, False), (False, False)
    assert _found(call, bare_words, call)
    assert _found(bare_call, words, bare_call)
    assert not _found(call, words, call)
    assert not _found(bare_call, bare_words, bare_call)
    # A model that thinks now and then, at the beginning only, or of late.
    assert not _found(call, bare_words, bare_call)
    assert not _found(bare_call, words, call)
    assert not _found(call, bare_words)
    assert not _found(bare_call, bare_call, bare_call)


def test_nothing_is_told_where_nobody_asked_for_thoughts() -> None:
    """Nor of a reply to results, behind which models hardly think."""
    pattern = ((True, True), (False, False), (True, True))
    assert not _found(*pattern, think=False)
    assert not _found(*pattern, last_said="tool")
