"""`toolwire verify` against `toolwire serve` in this process, over real sockets."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from aiohttp import web
from aiohttp.test_utils import TestServer

from toolwire.dialects.reference import answer
from toolwire.io.finish import finish
from toolwire.jobs.serve import Served, Server
from toolwire.jobs.serve.http import BodyPace, application
from toolwire.jobs.serve.server import Plan
from toolwire.jobs.verify.address import address_of
from toolwire.jobs.verify.journal import VerifyJournal
from toolwire.jobs.verify.run import Verified, VerifyPlan, find, verify
from toolwire.jobs.verify.server import ServerOptions as UnknownMember
from toolwire.model.exchange import Request
from toolwire.rules import RULES
from toolwire.suites import Suite, load_suites
from toolwire.transport.journal.file import Journal

#: Asks for a model in their own words: what the served list says.
MODEL = "reference-model"
CONCURRENCY = 16


@dataclass(frozen=True, slots=True)
class Trial:
    """One verification of a served dialect.

    Attributes:
        done: what verify came to.
        planted: answers of the server in which the rule was broken.
    """

    done: Verified
    planted: int

    def found(self, dialect: str) -> Counter[str]:
        """Return the rules named in a dialect's verdict and remarks, with their counts."""
        counts: Counter[str] = Counter()
        for verdict in self.done.verdicts:
            if verdict.dialect == dialect:
                counts.update({one.rule: one.count for one in verdict.deviations})
                counts.update({one.rule: one.count for one in verdict.remarks})
        return counts

    def grave(self, dialect: str) -> list[str]:
        """Return the deviations of a dialect, by rule or else by case."""
        return [
            one.rule or one.example.case
            for verdict in self.done.verdicts
            if verdict.dialect == dialect
            for one in verdict.deviations
        ]


@contextmanager
def running(app: web.Application) -> Iterator[str]:
    """Serve an application from a thread of its own; yield its address."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    server = TestServer(app)
    try:
        asyncio.run_coroutine_threadsafe(server.start_server(), loop).result(30)
        yield str(server.make_url("/")).rstrip("/")
    finally:
        asyncio.run_coroutine_threadsafe(server.close(), loop).result(30)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@cache
def suites() -> tuple[Suite, ...]:
    """Return the shipped suites, loaded once."""
    return load_suites()


@asynccontextmanager
async def served(
    name: str, rule: str = "", plan: Plan = answer, kind: type[Server] = Server
) -> AsyncIterator[tuple[str, Counter[str]]]:
    """Serve one dialect, clean or with a rule broken; yield its URL and what was broken."""
    planted: Counter[str] = Counter()

    def log(_request: Request, answer: Served) -> None:
        planted[answer.fault] += 1

    server = kind((name,), RULES[rule] if rule else None, plan)
    async with TestServer(application(server, BodyPace(), log)) as running:
        yield str(running.make_url("/")).rstrip("/"), planted


@cache
def tried_once(name: str, dialect: str = "auto", only: tuple[str, ...] = ()) -> Trial:
    """Verify a served dialect in which nothing is broken, once for all tests: none changes what comes of it."""
    return finish(tried(name, dialect=dialect, only=only))


async def tried(
    name: str,
    rule: str = "",
    dialect: str = "auto",
    mind: Plan = answer,
    kind: type[Server] = Server,
    *,
    only: tuple[str, ...] = (),
    shown: tuple[Suite, ...] = (),
) -> Trial:
    """Verify a served dialect by its bare address, with all suites, only some, or others."""
    async with served(name, rule, mind, kind) as (url, planted):
        address = address_of(url)
        asked = shown or tuple(suite for suite in suites() if not only or suite.id in only)
        plan = VerifyPlan(
            UnknownMember(address.base, MODEL), address, dialect, asked, {}, CONCURRENCY
        )
        with TemporaryDirectory() as folder:
            async with Journal.create(Path(folder) / "journal", {}) as journal:
                keeping = VerifyJournal(journal)
                found = await find(plan, keeping)
                done = await verify(plan, found, Path(folder), lambda _: None, keeping)
        return Trial(done, planted[rule])
