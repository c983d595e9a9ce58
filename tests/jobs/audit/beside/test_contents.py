"""What asks a target to pass on contents as they are."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import dump, parse
from toolwire.jobs.audit.beside.contents import CONTENT_CASES, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import ChoiceMode, UserTurn
from toolwire.model.exchange import Mode
from toolwire.rules.mutate.contents import CONTENTS
from toolwire.suites import load_suites

#: Requests that a verification may be longer by.
MOST_REQUESTS = 8
#: Dialects in which no call can be demanded: they have no tool choice.
FREE = {"cohere-v1", "ollama-chat"}


@cache
def asked(name: str) -> tuple[Item, ...]:
    """Return what asks a dialect."""
    return tuple(CONTENT_CASES.items([target(name)], load_suites()))


@pytest.mark.parametrize("name", DIALECTS)
def test_each_dialect_is_asked_in_both_modes(name: str) -> None:
    """A few requests, each right by the published type."""
    items = asked(name)
    assert [item.mode for item in items] == [*Mode] * len(CONTENTS)
    assert sum(len(item.case.steps) for item in items) <= MOST_REQUESTS
    known = {case.id for suite in load_suites() if suite.id == SUITE for case in suite.cases}
    assert known.isdisjoint(item.case.id for item in items)
    for item in items:
        assert item.absent is None
        first = item.case.steps[0]
        request = request_of(item, first, (UserTurn(first.user or ""),))
        assert validator(name, "request").is_valid(parse(request.body))


@pytest.mark.parametrize("name", DIALECTS)
def test_a_call_is_demanded_where_it_can_be(name: str) -> None:
    """Of the one tool by its name, or of any; the result is then told freely."""
    for item in asked(name):
        first, second = item.case.steps
        mode = None if first.choice is None else first.choice.mode
        assert (mode in {ChoiceMode.NAMED, ChoiceMode.REQUIRED}) is (name not in FREE)
        assert second.choice is None


def test_nothing_is_asked_without_the_suite() -> None:
    """Contents are added to it."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(CONTENT_CASES.items([target("openai-chat")], others))


def test_what_was_asked_before_is_asked_of_its_cassettes(tmp_path: Path) -> None:
    """Those whose answers a folder keeps, and no others."""
    suites, (first, *_) = load_suites(), asked("openai-chat")
    assert not list(CONTENT_CASES.kept([target("openai-chat")], suites, tmp_path))
    kept = tmp_path / first.cassette
    kept.parent.mkdir(parents=True)
    kept.write_bytes(dump({}))
    found = list(CONTENT_CASES.kept([target("openai-chat")], suites, tmp_path))
    assert [item.case.id for item in found] == [first.case.id]
