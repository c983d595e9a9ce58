"""How long `toolwire verify` takes for each dialect of a server of `toolwire serve`.

Run: python benchmarks/verify.py [DIALECT ...]. Each dialect has a server in a process of its own,
which is up before the clock starts. Prints seconds by the wall clock from the start of the command
to its end, its processor time and the server's (user and system), how many observations it made,
and the load of the machine before it began.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from toolwire.dialects import DIALECTS

TOOLWIRE = (sys.executable, "-m", "toolwire")
MODEL = "reference-model"


def _processor() -> float:
    """Return the seconds that children spent which have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


@contextmanager
def _served(dialect: str) -> Iterator[str]:
    """Serve a dialect, and give its URL."""
    words = (*TOOLWIRE, "serve", "--dialect", dialect, "--model", MODEL, "--quiet")
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().strip()
        finally:
            server.terminate()


def _verify(dialect: str) -> float:
    """Verify a dialect, print its figures, and return its seconds by the wall clock."""
    load = os.getloadavg()[0]
    with _served(dialect) as url:
        words = ("verify", url, "--model", MODEL, "--dialect", dialect, "--json", "--quiet")
        before, began = _processor(), time.perf_counter()
        done = subprocess.run((*TOOLWIRE, *words), capture_output=True, text=True, check=False)
        wall, spent = time.perf_counter() - began, _processor() - before
    if done.returncode:
        sys.exit(f"{dialect}: exit code {done.returncode}\n{done.stderr}")
    served = _processor() - before - spent
    verdicts = json.loads(done.stdout)["verdicts"]
    told = sum(sum(verdict["counts"].values()) for verdict in verdicts)
    print(
        f"{dialect}: {wall:.1f} s, of it {spent:.1f} s CPU (its server {served:.1f} s), "
        f"{told} observations, load {load:.1f}",
        flush=True,
    )
    return wall


def main() -> None:
    """Print all figures."""
    dialects = sys.argv[1:] or [*DIALECTS]
    slowest = max(map(_verify, dialects))
    print(f"longest of {len(dialects)}: {slowest:.1f} s")


if __name__ == "__main__":
    main()
