"""Asking for a call of the last of many tools, and where it does not come, with the tools in reverse order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.beside.many_tools import MANY_TOOLS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.results.variance import settled
from toolwire.rules import RULES
from toolwire.suites import load_suites

NAMES = tuple(RULES["TC897"].severity)


class Keeping:
    """A server of a model that does as told, which keeps the first few tools.

    Args:
        dialect: its format.
        most: so many.
        blind: its model looks at no tool among many.
    """

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, dialect: str, most: int, *, blind: bool = False) -> None:
        self._server, self._most, self._blind = Server([dialect]), most, blind
        self.asked = 0

    async def send(self, request: Request) -> Response:
        """Answer with the tools that are kept."""
        self.asked += 1
        body = object_of(parse(request.body))
        tools = items_of(body["tools"])[: self._most]
        body["tools"] = tools[1:-1] if self._blind else tools
        return self._server.answer(replace(request, body=dump(body))).response


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(MANY_TOOLS.items([target(name)], load_suites()))


def told(seen: tuple[Observation, ...]) -> list[Finding]:
    """Return what is said of the last of many tools."""
    return [one for each in seen for one in each.findings if one.rule == "TC897"]


@pytest.mark.parametrize("name", DIALECTS)
def test_the_last_of_many_is_asked_for_in_both_modes(name: str) -> None:
    """Three times each, of 64 tools."""
    asked = items(name)
    assert [one.mode for one in asked] == ([*Mode] * 3 if name in NAMES else [])
    assert {len(one.case.tools) for one in asked} <= {64}


@pytest.mark.parametrize("name", ["openai-chat", "ollama-chat", "anthropic-messages"])
def test_a_server_that_keeps_the_first_tools_is_told_of(name: str) -> None:
    """Each time the same is called where it is the first."""
    server = Keeping(name, 32)
    seen = settled(run(items(name), lambda _: server))
    assert {one.severity for one in told(seen)} == {Severity.WARNING}
    assert Verdict.NON_STRICT in {one.verdict for one in seen}
    assert server.asked == 12


def test_a_model_that_calls_none_of_many_is_no_fault() -> None:
    """Nor does it call the first."""
    seen = settled(run(items("openai-chat"), lambda _: Keeping("openai-chat", 64, blind=True)))
    assert {one.severity for one in told(seen)} == {Severity.INFO}
    assert not any("TC897" in one.reason for one in seen)


@pytest.mark.parametrize("name", ["openai-chat", "ollama-chat"])
def test_who_keeps_all_tools_is_asked_no_more(name: str) -> None:
    """One request a case."""
    server = Keeping(name, 64)
    assert all(one.verdict is Verdict.CONFORMANT for one in run(items(name), lambda _: server))
    assert server.asked == 6
