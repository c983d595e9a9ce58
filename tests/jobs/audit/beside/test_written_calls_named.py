"""Asking for names of several words often enough that a run shows a mode which respells them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import Answer, PlannedCall
from toolwire.dialects.reference import answer
from toolwire.io.json_text import object_of
from toolwire.jobs.audit.beside.allowed_values import ALLOWED_VALUES
from toolwire.jobs.audit.beside.many_calls import MANY_CALLS
from toolwire.jobs.audit.beside.nested_values import NESTED_VALUES
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import Conversation
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Finding
from toolwire.results.variance import settled
from toolwire.rules.groups import EVERYWHERE
from toolwire.suites import load_suites

_ASKED = (MANY_CALLS, NESTED_VALUES, ALLOWED_VALUES)


class Respelling:
    """A server that makes camels of names.

    Args:
        dialect: its format.
        modes: in whose answers.
    """

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, dialect: str, *modes: Mode) -> None:
        self._modes, self._server = modes, Server([dialect], plan=self._plan)

    def _plan(self, conversation: Conversation) -> Answer:
        planned = answer(conversation)
        mode = Mode.STREAMING if conversation.stream else Mode.BLOCKING
        if mode not in self._modes:
            return planned
        return replace(planned, calls=tuple(map(_in_camels, planned.calls)))

    async def send(self, request: Request) -> Response:
        """Answer."""
        return self._server.answer(request).response


def _in_camels(call: PlannedCall) -> PlannedCall:
    named = {
        re.sub(r"_([a-z])", lambda found: found[1].upper(), name): value
        for name, value in object_of(call.arguments).items()
    }
    return replace(call, arguments=named)


def told(name: str, *modes: Mode) -> list[Finding]:
    """Return what counts, of what is said of names."""
    items = [item for one in _ASKED for item in one.items([target(name)], load_suites())]
    seen = settled(run(items, lambda _: Respelling(name, *modes)))
    every = [one for each in seen for one in each.findings if one.rule == "TC317"]
    return [one for one in every if not one.variance]


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_mode_that_respells_names_is_told(name: str, mode: Mode) -> None:
    """Six calls of one mode are the fewest that show it beside right ones of the other."""
    assert len(told(name, mode)) >= 6


def test_a_server_that_keeps_names_is_told_of_nothing() -> None:
    """Whatever they are."""
    assert told("bedrock-converse") == []
