"""Asking for a call that the choice does not allow."""

from __future__ import annotations

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import object_of, parse
from toolwire.jobs.audit.allowed_tools import ALLOWED_TOOLS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.jobs.serve import Server
from toolwire.model.conversation import UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.rules import judge
from toolwire.suites import load_suites

#: Whose choices have a list of tools.
ASKED = ["openai-chat", "openai-responses"]


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(ALLOWED_TOOLS.items([target(name)], load_suites()))


def request(item: Item, *, probing: bool = True) -> Request:
    """Return what is sent."""
    (step,) = item.case.steps
    return request_of(item, step, (UserTurn(step.user or ""),), probing=probing)


def found(asked: Request, name: str, *, answers: Request) -> list[str]:
    """Return what is found of the reference's answer to a request, sent for another one."""
    exchange = Exchange(
        asked, Server((name,)).answer(answers).response, Evidence(EvidenceLevel.LIVE, "a test")
    )
    judged = judge(load_dialect(name).decode(exchange), "TC604")
    return [one.rule for one in judged if one.rule == "TC604"]


def test_formats_whose_choice_lists_tools_are_asked_in_both_modes() -> None:
    """Of the others one tool is demanded by its name, or any is."""
    modes = {name: [item.mode for item in items(name)] for name in DIALECTS}
    assert {name: asked for name, asked in modes.items() if asked} == {
        name: [*Mode] for name in ASKED
    }


@pytest.mark.parametrize("name", ASKED)
def test_one_tool_is_allowed_and_the_other_asked_for(name: str) -> None:
    """Who passes over the list does as the prompt says, and is told of; who keeps it is not."""
    for item in items(name):
        form, asked = load_dialect(name).wire.request, request(item)
        assert form is not None
        assert form.chosen is not None
        assert [one for _, one in form.chosen(object_of(parse(asked.body)))] == ["ring_bell"]
        assert "light_lamp(" in (item.case.steps[0].user or "")
        assert found(asked, name, answers=asked) == []
        assert found(asked, name, answers=request(item, probing=False)) == ["TC604"]
