"""An endpoint that is none: it answers at once, and counts how often it was asked."""

from __future__ import annotations

import asyncio
import json

from toolwire.model.exchange import Chunk, Evidence, EvidenceLevel, Request, Response
from toolwire.transport.journal.file import Journal
from toolwire.transport.record import Recorder, RecorderConfig

__all__ = ["ANSWER", "ASKED", "URL", "Fake", "ask", "recorded"]

URL = "https://api.example.invalid/v1/chat/completions"
ASKED = Request("POST", URL, (("content-type", "application/json"),), b'{"n":1}')
ANSWER = Response(200, (("server", "acme/1"),), b'{"ok":true}', (Chunk(b'{"ok":true}', 0.5),))


class Fake:
    """Answers with the request's body and counts how often it was asked."""

    evidence = Evidence(EvidenceLevel.LIVE, "fake")

    def __init__(self, answer: Response | None = None) -> None:
        self.asked = 0
        self._answer = answer

    async def send(self, request: Request) -> Response:
        """Answer."""
        self.asked += 1
        await asyncio.sleep(0)
        return self._answer or Response(200, (), request.body)


def ask(number: int) -> Request:
    """Return a request that is told from others."""
    return Request("POST", URL, (), json.dumps({"n": number}).encode())


async def recorded(journal: Journal, item: str, requests: list[Request]) -> Recorder:
    """Run an item of several steps."""
    recorder = Recorder(Fake(), RecorderConfig(journal, item))
    journal.start(item)
    for request in requests:
        await recorder.send(request)
    return recorder
