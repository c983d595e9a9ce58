"""Servers of three dialects on loopback, in a thread of this process, broken as a test says."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from toolwire.jobs.serve import Served, Server
from toolwire.jobs.serve.http import application, serving
from toolwire.model.exchange import Request
from toolwire.rules import RULES

__all__ = ["DIALECTS", "Loopback", "loopback"]

#: Dialect -> id of the provider that speaks it, and what its address ends in.
DIALECTS: Mapping[str, tuple[str, str]] = {
    "openai-chat": ("acme-chat", "/v1"),
    "anthropic-messages": ("acme-messages", ""),
    "gemini-generate": ("acme-generate", ""),
}
_PROVIDER = """
provider: {name}
title: Acme
source: https://api.example.invalid/docs
read: 2026-11-21
dialect: {dialect}
base_url: {url}
models:
  - {{id: reference-model, tools: yes, source: https://api.example.invalid/docs, read: 2026-11-21}}
"""


class _Changing(Server):
    """A server whose fault a test changes between two runs."""

    def __init__(self, dialect: str) -> None:
        super().__init__((dialect,))
        self.now = Server((dialect,))
        self.asked = 0

    def answer(self, request: Request) -> Served:
        """Answer as the server of the moment does."""
        self.asked += 1
        return self.now.answer(request)


@dataclass
class Loopback:
    """The servers, and the folder of provider files that lead to them."""

    providers: Path
    servers: Mapping[str, _Changing] = field(default_factory=dict)

    @property
    def asked(self) -> int:
        """Return how many requests they were sent."""
        return sum(server.asked for server in self.servers.values())

    def break_(self, faults: Mapping[str, str]) -> None:
        """Break a rule in each dialect that is named; the others answer cleanly."""
        for dialect, server in self.servers.items():
            rule = RULES[faults[dialect]] if dialect in faults else None
            server.now = Server((dialect,), rule)


@contextmanager
def loopback(folder: Path) -> Iterator[Loopback]:
    """Start the servers, and write a provider file for each into a folder."""
    servers = {dialect: _Changing(dialect) for dialect in DIALECTS}
    loop, stop = asyncio.new_event_loop(), asyncio.Event()
    urls: dict[str, str] = {}
    ready = threading.Event()

    def known(dialect: str, url: str) -> None:
        urls[dialect] = url
        if len(urls) == len(servers):
            ready.set()

    async def serve() -> None:
        await asyncio.gather(
            *(
                serving(
                    application(server), "127.0.0.1", 0, lambda url, d=dialect: known(d, url), stop
                )
                for dialect, server in servers.items()
            )
        )

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    try:
        assert ready.wait(30)
        folder.mkdir(parents=True, exist_ok=True)
        for dialect, (name, path) in DIALECTS.items():
            text = _PROVIDER.format(name=name, dialect=dialect, url=urls[dialect] + path)
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        yield Loopback(folder, servers)
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()
        loop.close()
