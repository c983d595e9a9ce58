"""A served dialect in this process, and exchanges with it over a real socket."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from io import BytesIO

import aiohttp
from aiohttp.test_utils import TestServer

from toolwire.dialects import Answer, dialects
from toolwire.jobs.serve import Served, Server
from toolwire.jobs.serve.http import BodyPace, application
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.rules import Rule
from toolwire.transport.live.body import left

INVALID = "https://api.example.invalid"
EVIDENCE = Evidence(EvidenceLevel.DOCUMENTED, "over the wire")
#: What clients of these dialects put between the host and their paths.
ROOTS = {one.name: one.wire.serving.root for one in dialects()}


class Scripted(Server):
    """A server that a test tells what to answer and which rule to break, request by request."""

    def __init__(self, name: str) -> None:
        super().__init__((name,))
        self.name = name
        self.next: Server = self

    def say(self, answer: Answer, fault: Rule | None = None) -> None:
        """Set what the next requests are answered."""
        self.next = Server((self.name,), fault, lambda _asked: answer)

    def answer(self, request: Request) -> Served:
        """Answer as was said last."""
        return super().answer(request) if self.next is self else self.next.answer(request)


@dataclass
class Line:
    """A connection to a server that speaks one dialect."""

    name: str
    root: str
    session: aiohttp.ClientSession

    def url(self, request: Request) -> str:
        """Return where a request of a clean exchange goes here."""
        return request.url.replace(INVALID, self.root + ROOTS.get(self.name, ""))

    async def send(self, request: Request) -> Exchange:
        """Send a request and take the answer byte for byte."""
        sent = replace(request, url=self.url(request))
        async with self.session.request(
            sent.method, sent.url, data=BytesIO(sent.body), headers=list(sent.headers)
        ) as got:
            headers = tuple((name.lower(), value) for name, value in got.headers.items())
            body, broken_off = await _taken(got)
            answered = Response(got.status, headers, body, broken_off=broken_off)
        return Exchange(sent, answered, EVIDENCE)


async def _taken(got: aiohttp.ClientResponse) -> tuple[bytes, bool]:
    """Return a body, and whether the connection was closed before it was whole."""
    body = bytearray()
    try:
        async for piece in got.content.iter_any():
            body += piece
    except aiohttp.ClientPayloadError:
        return bytes(body) + left(got), True
    return bytes(body), False


@asynccontextmanager
async def line(server: Server, name: str, pace: BodyPace | None = None) -> AsyncIterator[Line]:
    """Serve on a free port of this machine, and connect."""
    app = application(server, pace or BodyPace())
    async with TestServer(app, host="127.0.0.1") as started:
        root = str(started.make_url("/")).rstrip("/")
        plain = ("Accept", "Accept-Encoding", "User-Agent", "Content-Type")
        async with aiohttp.ClientSession(skip_auto_headers=plain) as session:
            yield Line(name, root, session)


def only(rule: Rule, number: int) -> Rule:
    """Return a rule with one of its mutations only."""
    return replace(rule, mutations=(rule.mutations[number],))
