"""Asking for one call at a time where a call is demanded."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.jobs.audit.beside.single_calls import SINGLE_CALLS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import ChoiceMode
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Verdict
from toolwire.suites import load_suites

ASKED: Final = ("anthropic-messages", "openai-chat", "openai-responses")
_SEVERAL: Final = (
    "Several calls came although only one at a time was allowed, and one was demanded."
)


class Losing:
    """A server that loses the switch beside one choice.

    Args:
        dialect: its format.
        choice: beside which it does; None for none.
    """

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, dialect: str, choice: ChoiceMode | None) -> None:
        self._name, self._choice, self._server = dialect, choice, Server([dialect])

    async def send(self, request: Request) -> Response:
        """Answer without the switch beside that choice."""
        dialect, (item, *_) = load_dialect(self._name), items(self._name)
        asked = dialect.read_request(request)
        assert asked is not None
        assert asked.choice is not None
        assert asked.parallel is False
        if asked.choice.mode is self._choice:
            request = dialect.encode(replace(asked, parallel=None), item.target.endpoint)
        return self._server.answer(request).response


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(SINGLE_CALLS.items([target(name)], load_suites()))


@pytest.mark.parametrize("name", DIALECTS)
def test_both_demands_are_asked_in_both_modes(name: str) -> None:
    """Where a format has the switch."""
    asked = [(item.case.id, item.mode) for item in items(name)]
    due = [(f"single_{choice}", mode) for choice in ("required", "named") for mode in Mode]
    assert asked == (due if name in ASKED else [])


@pytest.mark.parametrize("name", ASKED)
def test_who_keeps_the_switch_is_told_of_nothing(name: str) -> None:
    """The reference calls once, though two calls are asked for."""
    server = Losing(name, None)
    seen = run(items(name), lambda _: server)
    assert {one.verdict for one in seen} == {Verdict.CONFORMANT}


@pytest.mark.parametrize("choice", [ChoiceMode.REQUIRED, ChoiceMode.NAMED])
@pytest.mark.parametrize("name", ASKED)
def test_who_loses_it_beside_a_demand_is_told(name: str, choice: ChoiceMode) -> None:
    """In both modes, and of that demand alone; the Responses API tells by another rule that it lost it."""
    server = Losing(name, choice)
    seen = run(items(name), lambda _: server)
    told = {
        (one.case, one.mode, finding.rule, finding.message)
        for one in seen
        for finding in one.findings
        if finding.rule == "TC652"
    }
    assert told == {(f"single_{choice}", mode, "TC652", _SEVERAL) for mode in Mode}
