"""Servers on this machine are asked again soon, where a run of users waits for a busy one."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from unittest.mock import patch

from toolwire.transport.live import client
from toolwire.transport.live.retry import Retry

__all__ = ["short_pauses"]


def short_pauses() -> ExitStack:
    """Return what is entered to begin with pauses of 10 ms, where nobody says how long.

    As many attempts are made as ever, and the pause that a server names is kept to.
    """
    stack = ExitStack()
    stack.enter_context(patch.object(client, "Retry", partial(Retry, base=0.01)))
    return stack
