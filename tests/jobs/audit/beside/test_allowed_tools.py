"""Asking for a call that the choice does not allow, and for one that it does not name first."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.beside.allowed_tools import ALLOWED_TOOLS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.jobs.serve import Server
from toolwire.model.conversation import UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.rules import judge
from toolwire.suites import load_suites

#: Whose choices have a list of tools, even of one.
ASKED = ["openai-chat", "openai-responses"]
#: Whose choices may name several.
SEVERAL = [*ASKED, "gemini-generate"]


def items(name: str) -> list[Item]:
    """Return what asks a dialect for the tool that is not allowed."""
    return [one for one in every(name) if one.case.id == "allowed_1"]


def several(name: str) -> list[Item]:
    """Return what asks a dialect for another than the first of several that are allowed."""
    return [one for one in every(name) if one.case.id != "allowed_1"]


def every(name: str) -> list[Item]:
    """Return all that asks a dialect."""
    return list(ALLOWED_TOOLS.items([target(name)], load_suites()))


def request(item: Item, *, probing: bool = True) -> Request:
    """Return what is sent."""
    (step,) = item.case.steps
    return request_of(item, step, (UserTurn(step.user or ""),), probing=probing)


def found(asked: Request, name: str, *, answers: Request, rule: str = "TC604") -> list[str]:
    """Return what is found of the reference's answer to a request, sent for another one."""
    exchange = Exchange(
        asked, Server((name,)).answer(answers).response, Evidence(EvidenceLevel.LIVE, "a test")
    )
    judged = judge(load_dialect(name).decode(exchange), rule)
    return [one.rule for one in judged if one.rule == rule]


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


def test_formats_whose_choice_names_several_are_asked_three_times_in_both_modes() -> None:
    """That is as many answers as tell a server from a model."""
    modes = {name: [item.mode for item in several(name)] for name in DIALECTS}
    assert {name: asked for name, asked in modes.items() if asked} == {
        name: [*Mode] * 3 for name in SEVERAL
    }


@pytest.mark.parametrize("name", SEVERAL)
def test_both_tools_are_allowed_and_the_second_asked_for(name: str) -> None:
    """Who passes on the first name alone calls that tool, and is told of; who passes on both is not."""
    for item in several(name):
        form, asked = load_dialect(name).wire.request, request(item)
        assert form is not None
        assert form.chosen is not None
        body = object_of(parse(asked.body))
        assert [one for _, one in form.chosen(body)] == ["ring_bell", "light_lamp"]
        assert found(asked, name, answers=asked, rule="TC605") == []
        first = replace(asked, body=_first_alone(name, asked.body))
        assert found(asked, name, answers=first, rule="TC605") == ["TC605"]


def _first_alone(name: str, sent: bytes) -> bytes:
    """Return a request whose choice allows the first tool alone."""
    body = object_of(parse(sent))
    if name == "gemini-generate":
        config = object_of(object_of(body["toolConfig"])["functionCallingConfig"])
        config["allowedFunctionNames"] = ["ring_bell"]
    else:
        choice = object_of(body["tool_choice"])
        allowed = object_of(choice.get("allowed_tools") or choice)
        allowed["tools"] = items_of(allowed["tools"])[:1]
    return dump(body)
