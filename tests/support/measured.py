"""toolwire in a process of its own, watched: what it said, how long it took, how much memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.support.root import PYTHONPATH

__all__ = ["Ran", "run"]


#: A small process between: Linux counts what a process held before `exec` as held after it.
_BETWEEN = """
import resource, subprocess, sys
words = [sys.executable, "-m", "toolwire", *sys.argv[2:]]
process = subprocess.Popen(words, stdin=subprocess.DEVNULL)
try:
    process.wait(float(sys.argv[1]))
except subprocess.TimeoutExpired:
    process.kill()
    process.wait()
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(f"\\n\\0{process.returncode} {peak}")
"""


@dataclass(frozen=True, slots=True)
class Ran:
    """How a run ended.

    Attributes:
        code: exit code; negative for the signal that ended one that hung.
        out, err: what it printed.
        peak: most memory it held, in MB.
    """

    code: int
    out: str
    err: str
    peak: float


def run(*words: str | Path, cwd: Path, timeout: float = 60.0) -> Ran:
    """Run toolwire; one that hangs is ended, and its code tells so.

    Args:
        words: of its command line.
        cwd: its working folder.
        timeout: seconds.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        done = subprocess.run(
            [sys.executable, "-c", _BETWEEN, str(timeout), *map(str, words)],
            cwd=cwd, env={**os.environ, "PYTHONPATH": PYTHONPATH},
            stdin=subprocess.DEVNULL, stdout=out, stderr=err,
            check=True, timeout=timeout + 30,
        )  # fmt: skip
        assert done.returncode == 0
        said = []
        for file in (out, err):
            file.seek(0)
            said.append(file.read(1 << 20).decode(errors="replace"))
    printed, _, figures = said[0].rpartition("\n\0")
    code, peak = figures.split()
    return Ran(int(code), printed, said[1], int(peak) / 1024)
