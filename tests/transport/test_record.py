"""The recorder keeps whole exchanges and nothing else."""

from __future__ import annotations

import asyncio

import pytest

from toolwire.model.errors import TrafficError
from toolwire.model.exchange import Evidence, EvidenceLevel, Request, Response
from toolwire.transport.record import Recorder


class Fake:
    """Answers a number of times, then breaks."""

    evidence = Evidence(EvidenceLevel.LIVE, "fake")

    def __init__(self, times: int) -> None:
        self.left = times

    async def send(self, request: Request) -> Response:
        """Answer with the request's body."""
        if not self.left:
            raise TrafficError("gone")
        self.left -= 1
        return Response(200, (), request.body)


def test_exchanges_are_kept_in_order_and_failures_leave_nothing() -> None:
    """Two answers are kept, the third request raised and is not."""
    recorder = Recorder(Fake(2))
    asked = [Request("POST", "https://h/", (), bytes([n])) for n in b"abc"]
    for request in asked[:2]:
        assert asyncio.run(recorder.send(request)).body == request.body
    with pytest.raises(TrafficError, match="gone"):
        asyncio.run(recorder.send(asked[2]))
    assert [request for request, _ in recorder.exchanges] == asked[:2]
    assert recorder.evidence.level is EvidenceLevel.LIVE
