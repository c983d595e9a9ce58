"""Work that makes millions of values which all stay: looking for garbage among them finds none."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


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
