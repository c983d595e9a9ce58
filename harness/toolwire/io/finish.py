"""Running work that waits to its end, from where nothing may wait."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Done = TypeVar("Done")


def finish(work: Coroutine[Any, Any, Done]) -> Done:
    """Return what work comes to, as `asyncio.run` does, in time that does not grow with it.

    `asyncio.run` spells its result out, twice and to the last member, only to see that no signal
    handler is of that name (`signal.getsignal` looks for the handler, which holds the result, in
    an enumeration, whose error spells what it does not have; CPython 3.11, Lib/signal.py). What a
    verification comes to is 2.2 million characters, which take 40 ms each time.
    """
    done: list[Done] = []

    async def keep() -> None:
        done.append(await work)

    asyncio.run(keep())
    return done[0]
