"""`toolwire serve`: the reference responder on this machine, clean or with one rule broken."""

from __future__ import annotations

import asyncio
import shlex
import signal
from collections.abc import Sequence

from toolwire.cli.screen.table import say
from toolwire.dialects import DIALECTS
from toolwire.jobs.serve import Served, Server
from toolwire.jobs.serve.example import examples
from toolwire.jobs.serve.options import (
    check_loopback,
    host_name,
    is_loopback,
    not_listening,
    plan_of,
    rule_of,
)
from toolwire.jobs.serve.server import MODEL
from toolwire.model.exchange import Request
from toolwire.rules import Rule

_ALL = "all"


def run(  # noqa: PLR0917 - click hands every option over by name
    dialect: tuple[str, ...],
    fault: str | None,
    port: int,
    host: str,
    allowed: tuple[str, ...],
    model: str | None,
    chunk_bytes: int | None,
    delay: int,
    *,
    open_to_others: bool,
    is_eager: bool,
    forgetful: bool,
    quiet: bool,
) -> int:
    """Do what `toolwire serve` says; return the exit code."""
    served = tuple(dict.fromkeys(DIALECTS if _ALL in dialect else dialect))
    rule = None if fault is None else rule_of(fault, served)
    _check_host(host, open_to_others=open_to_others)
    names = tuple(map(host_name, allowed))
    server = Server(served, rule, plan_of(is_eager=is_eager, forgetful=forgetful), model or MODEL)
    try:
        pace = (chunk_bytes, delay / 1000)
        asyncio.run(_serve(server, rule, (host, port, names), pace, quiet=quiet))
    except OSError as error:
        raise not_listening(error, host, port) from None
    return 0


def _check_host(host: str, *, open_to_others: bool) -> None:
    if not open_to_others:
        check_loopback(host)
    elif not is_loopback(host):
        warning = (
            "toolwire: warning: others can reach this server; it checks no key and logs no caller"
        )
        say(warning, err=True)


async def _serve(
    server: Server,
    rule: Rule | None,
    at: tuple[str, int, tuple[str, ...]],
    pace: tuple[int | None, float],
    *,
    quiet: bool,
) -> None:
    from toolwire.jobs.serve.http import BodyPace, application, serving  # noqa: PLC0415 - aiohttp is slow

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows, where handlers know nothing of loops
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    host, port, allowed = at
    app = application(server, BodyPace(*pace), _silent if quiet else _log, allowed=allowed)

    def ready(url: str) -> None:
        say(url)
        if rule is not None and not quiet:
            say(_shown_by(rule, server.dialects, url), err=True)

    await serving(app, host, port, ready, stop)


def _shown_by(rule: Rule, served: Sequence[str], url: str) -> str:
    """Return a command line that shows the fault."""
    for name in served:
        server = Server((name,), rule)
        for request in examples(rule, name, url):
            if server.answer(request).fault:
                body = shlex.quote(request.body.decode())
                # What is accepted, no server of ours asks.
                headers = (f"{key}: {value}" for key, value in request.headers if key != "accept")
                told = " ".join(f"-H {shlex.quote(header)}" for header in headers)
                what = f"curl -sN {shlex.quote(request.url)} {told}"
                return f"toolwire: {rule.id} shows with: {what} -d {body}"
    return f"toolwire: {rule.id} does not show: the reference responder is at fault there anyway"


def _silent(_request: Request, _served: Served) -> None:
    """Log nothing."""


def _log(request: Request, served: Served) -> None:
    path = request.url.split("/", 3)[-1].partition("?")[0]
    fault = f", {served.fault} broken" if served.fault else ""
    fault += f", {served.trouble} in toolwire itself" if served.trouble else ""
    line = f"{request.method} /{path[:120]} {served.response.status} {served.dialect}{fault}"
    say(line, err=True)
