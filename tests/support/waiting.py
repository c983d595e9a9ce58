"""What a run of users waits for and a test need not: busy servers and disks."""

from __future__ import annotations

import os
from contextlib import ExitStack
from functools import partial
from unittest.mock import patch

from toolwire.transport.live import client
from toolwire.transport.live.retry import Retry

__all__ = ["waiting_little"]


def waiting_little() -> ExitStack:
    """Return what is entered for tests in this process; programs that they start wait as ever.

    A server that fails is asked again as often as ever, at first after 10 ms, and the pause that
    it names is kept to. A file is not waited for until it is on the disk: who kills a process
    finds what it wrote, and no test cuts the power.
    """
    stack = ExitStack()
    stack.enter_context(patch.object(client, "Retry", partial(Retry, base=0.01)))
    stack.enter_context(patch.object(os, "fsync", _looked_at))
    return stack


def _looked_at(handle: int) -> None:
    """Fail where `os.fsync` fails for what it is given."""
    os.fstat(handle)
