"""Steps that are wrong on purpose, at a server that answers them all the same."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.run import run
from toolwire.model.exchange import Mode, Request, Response
from toolwire.model.observation import Verdict
from toolwire.suites.model import Expectation, Step
from toolwire.transport.reference import Reference

_RIGHT = {"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object"}}}


class Lenient:
    """Answers with a call of the tool as it was meant, whatever the request says of it."""

    def __init__(self) -> None:
        self._reference = Reference(load_dialect("openai-chat"))
        self.evidence = self._reference.evidence

    async def send(self, request: Request) -> Response:
        """Put the request right, then answer it."""
        body = object_of(parse(request.body))
        body.update(tools=[_RIGHT], tool_choice="required")
        return await self._reference.send(replace(request, body=dump(body)))


@pytest.mark.parametrize("fault", ["bad_name", "bad_schema", "unknown_tool_choice"])
def test_only_that_it_was_answered_is_wrong(
    lab: SimpleNamespace, fault: str, every_mode: Mode
) -> None:
    """Name, arguments and choice of a wrong request are no measure of what came."""
    step = Step(Expectation(refused=True), user="Hello.", fault=fault)
    item = lab.item(step, mode=every_mode)
    (seen,) = run([item], lambda _: Lenient())  # type: ignore[arg-type,return-value]
    assert seen.verdict is Verdict.NON_STRICT
    assert [finding.rule for finding in seen.findings] == ["TC747"]
