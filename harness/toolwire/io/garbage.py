"""Work for which circular garbage is looked for too often: nearly all that it makes stays, or goes by itself."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

#: Values that are made and stay before garbage is looked for, in a long run of small pieces of work:
#: some megabytes, were all of them garbage. CPython's own number is 700, a single long exchange.
_MANY: Final = 20_000


@contextmanager
def seldom_looked_for() -> Iterator[None]:
    """Let circular garbage be looked for some thirty times as seldom while work is done.

    For pieces of work of which nothing stays, one after the other: the parsed bodies of an exchange
    are looked through while they are needed, and go by themselves afterwards. Some circular garbage
    there is (0.9 values an exchange), so that memory would grow if nobody ever looked.
    """
    before = gc.get_threshold()
    gc.set_threshold(max(before[0], _MANY) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def not_looked_for() -> Iterator[None]:
    """Let nobody look for circular garbage while work is done; what is not circular goes as ever.

    The collector goes through all values again whenever a share of them is new, which costs half the
    time of reading and folding results (`python benchmarks/site_page.py --profile`), and more in a
    process that holds much else. Inside of
    another such block it changes nothing.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
