"""What is refused for its length is asked as a plain request that is as long."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from toolwire.dialects import Answer, Refusal, load_dialect
from toolwire.jobs.audit.beside.contents import CONTENT_CASES
from toolwire.jobs.audit.beside.right_requests import RIGHT_REQUESTS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.model.exchange import Request, Response
from toolwire.model.observation import Verdict
from toolwire.rules.mutate.contents import TOOL
from toolwire.suites import load_suites
from toolwire.transport.reference import Reference

pytestmark = pytest.mark.fast


class Short:
    """Refuses what is longer than its context, or what is long in one place only."""

    def __init__(self, dialect: str, most: int, place: bytes = b"") -> None:
        self._dialect, self._most, self._place = load_dialect(dialect), most, place
        self._reference = Reference(self._dialect)
        self.evidence = self._reference.evidence

    async def send(self, request: Request) -> Response:
        """Answer what is short."""
        if len(request.body) > self._most and self._place in request.body:
            refusal = Refusal(400, "invalid_request", "The prompt is too long.")
            return self._dialect.respond(request, Answer(refusal=refusal))
        return await self._reference.send(request)


def items_of(lab: SimpleNamespace, dialect: str) -> list[Item]:
    """Return what is long of what is asked beside the suites."""
    sorts, suites = (RIGHT_REQUESTS, CONTENT_CASES), load_suites()
    found = [item for one in sorts for item in one.items([lab.target(dialect)], suites)]
    marks = ("right_long_", "right_results", "contents_")
    return [item for item in found if item.case.id.startswith(marks)]


@pytest.mark.parametrize("most", [2_500, 4_000])
def test_a_short_context_is_no_fault(lab: SimpleNamespace, every_dialect: str, most: int) -> None:
    """Whatever is longer is not offered, and a shorter request is answered."""
    items = items_of(lab, every_dialect)
    assert len(items) > 4
    for seen in run(items, lambda _: Short(every_dialect, most)):
        assert seen.findings == ()
        assert seen.verdict in {Verdict.UNSUPPORTED, Verdict.CONFORMANT}, seen.reason


def test_a_tool_that_may_not_be_long_is_one(lab: SimpleNamespace, every_dialect: str) -> None:
    """A plain request that is as long is answered: the length is refused in this place alone."""
    items = [one for one in items_of(lab, every_dialect) if TOOL in one.case.tools]
    assert items
    for seen in run(items, lambda _: Short(every_dialect, 2_500, TOOL.name.encode())):
        assert seen.verdict in {Verdict.FAILED, Verdict.INCONCLUSIVE}, seen.reason
