"""Asking for a tool choice behind a call and its result."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.beside.later_choices import LATER_CHOICES
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Verdict
from toolwire.suites import load_suites

#: Dialect -> the choices that it can say behind a result.
ASKED = {
    "anthropic-messages": ["none", "required", "named"],
    "bedrock-converse": ["required", "named"],
    "cohere-v2": ["none", "required"],
    "gemini-generate": ["none", "required", "named"],
    "openai-chat": ["none", "required", "named"],
    "openai-responses": ["none", "required", "named"],
}
#: Dialect -> the member that has its choice.
CHOICE = {"bedrock-converse": "toolConfig", "gemini-generate": "toolConfig"}
#: What tells of each.
RULES = {"none": "TC603", "required": "TC601", "named": "TC602"}


class Forgetting:
    """A server that takes each choice, and passes over those of requests with results.

    Args:
        dialect: its format.
        choice: the member that has it; "" for a server that passes over none.
    """

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, dialect: str, choice: str) -> None:
        self._server, self._choice = Server([dialect]), choice

    async def send(self, request: Request) -> Response:
        """Answer without the choice where a call was made before."""
        body = object_of(parse(request.body))
        if self._choice and b"61d8" in request.body:
            _drop(body, self._choice)
        return self._server.answer(replace(request, body=dump(body))).response


def _drop(body: JsonObject, choice: str) -> None:
    """Leave the choice out, and what else its member has."""
    held = body.get(choice)
    if isinstance(held, dict) and "tools" in held:
        held.pop("toolChoice", None)
    else:
        body.pop(choice, None)


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(LATER_CHOICES.items([target(name)], load_suites()))


def test_each_choice_that_a_format_has_is_asked_in_both_modes() -> None:
    """What a format has no word for is not asked."""
    asked = {name: items(name) for name in DIALECTS}
    assert {name: [one.case.id for one in found] for name, found in asked.items() if found} == {
        name: [f"later_{choice}" for choice in choices for _ in Mode]
        for name, choices in ASKED.items()
    }


@pytest.mark.parametrize("name", ASKED)
def test_who_keeps_the_choice_is_told_of_nothing(name: str) -> None:
    """The reference does as the choice says, behind a result as before it."""
    server = Forgetting(name, "")
    seen = run(items(name), lambda _: server)
    assert {one.verdict for one in seen} == {Verdict.CONFORMANT}


@pytest.mark.parametrize("name", ASKED)
def test_who_passes_over_it_behind_a_result_is_told_of_each(name: str) -> None:
    """In both modes, by the rule of that choice."""
    server = Forgetting(name, CHOICE.get(name, "tool_choice"))
    seen = run(items(name), lambda _: server)
    told = {(one.case, one.mode, finding.rule) for one in seen for finding in one.findings}
    due = {(f"later_{choice}", mode, RULES[choice]) for choice in ASKED[name] for mode in Mode}
    assert due <= told
