"""Work on large bodies, beside the event loop and one piece at a time.

In a thread, so that other cases go on; in one thread, because such a piece of work holds several
times the body, and eight of them at once would hold that eight times. Python runs one at a time
anyway.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

Done = TypeVar("Done")

#: Bytes from which on a body is large: work on less is done before a thread has begun.
LARGE: Final = 64 * 1024
_WORKER: Final = ThreadPoolExecutor(1, "toolwire-large")


async def in_thread_if_large(size: int, work: Callable[[], Done]) -> Done:
    """Return what a piece of work comes to.

    Args:
        size: bytes it is about.
        work: called here if they are few, else in the thread.
    """
    if size <= LARGE:
        return work()
    return await asyncio.get_running_loop().run_in_executor(_WORKER, work)
