"""The server on a socket, in a thread of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from threading import Thread
from typing import TypeAlias

from toolwire.jobs.serve.http import BodyPace, application, serving
from toolwire.jobs.serve.server import Server

#: What is known when it listens: its URL, and what ends it.
_Started: TypeAlias = Future[tuple[str, Callable[[], None]]]


@contextmanager
def running(
    server: Server, pace: BodyPace, at: tuple[str, int], allowed: Collection[str] = ()
) -> Iterator[str]:
    """Serve while the block lasts, and yield the URL.

    Args:
        server: what answers.
        pace: how streams go out.
        at: address and port to listen on; port 0 for a free one.
        allowed: see `application`.

    Raises:
        OSError: the address cannot be listened on.
    """
    started: _Started = Future()
    thread = Thread(target=_run, args=(server, pace, at, allowed, started), name="toolwire serve")
    thread.daemon = True  # a program that ends in the middle of the block ends
    thread.start()
    try:
        url, stop = started.result()
        try:
            yield url
        finally:
            stop()
    finally:
        thread.join()


def _run(
    server: Server, pace: BodyPace, at: tuple[str, int], allowed: Collection[str], started: _Started
) -> None:
    try:
        asyncio.run(_serve(server, pace, at, allowed, started))
    except Exception as error:
        if started.done():
            raise
        started.set_exception(error)


async def _serve(
    server: Server, pace: BodyPace, at: tuple[str, int], allowed: Collection[str], started: _Started
) -> None:
    stop, loop = asyncio.Event(), asyncio.get_running_loop()

    def ready(url: str) -> None:
        started.set_result((url, lambda: _stop_loop(loop, stop)))

    await serving(application(server, pace, allowed=allowed), *at, ready, stop)


def _stop_loop(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    loop.call_soon_threadsafe(stop.set)
