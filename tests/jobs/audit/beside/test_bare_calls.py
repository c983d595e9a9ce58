"""Asking for a call without arguments where a choice demands it."""

from __future__ import annotations

from typing import Final

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, load_dialect
from toolwire.io.json_text import object_of
from toolwire.jobs.audit.beside.bare_calls import BARE_CALLS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Verdict
from toolwire.suites import load_suites

ASKED: Final = ("anthropic-messages", "gemini-generate", "openai-chat", "openai-responses")


class Losing:
    """A server that loses calls without arguments.

    Args:
        dialect: its format.
        mode: of the answers that lose them; None for none.
    """

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, dialect: str, mode: Mode | None) -> None:
        self._name, self._mode, self._server = dialect, mode, Server([dialect])

    async def send(self, request: Request) -> Response:
        """Answer in words where such a call was to come."""
        dialect = load_dialect(self._name)
        asked = dialect.read_request(request)
        assert asked is not None
        assert not any(object_of(tool.parameters).get("properties") for tool in asked.tools)
        if self._mode is (Mode.STREAMING if asked.stream else Mode.BLOCKING):
            return dialect.respond(request, Answer(text="Done."))
        return self._server.answer(request).response


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(BARE_CALLS.items([target(name)], load_suites()))


@pytest.mark.parametrize("name", ASKED)
def test_both_demands_are_asked_in_both_modes(name: str) -> None:
    """Of a tool, and of any: all that are offered take no arguments."""
    asked = [(item.case.id, item.mode) for item in items(name)]
    assert asked == [(f"bare_{choice}", mode) for choice in ("required", "named") for mode in Mode]


@pytest.mark.parametrize("name", DIALECTS)
def test_who_calls_as_demanded_is_told_of_nothing(name: str) -> None:
    """Whatever of it the format can express."""
    server = Losing(name, None)
    seen = run(items(name), lambda _: server)
    assert {one.verdict for one in seen} <= {Verdict.CONFORMANT}


@pytest.mark.parametrize("name", ASKED)
def test_who_loses_the_calls_is_told(name: str) -> None:
    """No model is free there to make none."""
    server = Losing(name, Mode.STREAMING)
    seen = run(items(name), lambda _: server)
    told = {
        (one.case, one.mode, finding.rule)
        for one in seen
        for finding in one.findings
        if finding.rule in {"TC601", "TC602"}
    }
    assert {mode for _, mode, _ in told} == {Mode.STREAMING}
    assert ("bare_required", Mode.STREAMING, "TC601") in told
