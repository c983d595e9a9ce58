"""The real command line as a process that is measured, and ended when it takes too long.

A small process in between starts it and waits for it: a process begins with the memory peak of the
one that starts it, so that a large one would be measured itself.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

ROOT: Final = Path(__file__).resolve().parents[2]
#: Address space a command may take: far more than it should need, far less than a machine has.
_ROOM: Final = 3 * 1024**3
_LAUNCHER: Final = """
import json, os, resource, signal, sys, time
out, seconds, room, *words = sys.argv[1:]
resource.setrlimit(resource.RLIMIT_AS, (int(room), int(room)))
signal.signal(signal.SIGINT, signal.SIG_IGN)
begun = time.monotonic()
pid = os.posix_spawn(words[0], words, os.environ, setsigdef=[signal.SIGINT])
over = []
def ring(*_):
    over.append(1)
    os.kill(pid, signal.SIGKILL)
signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, float(seconds))
while True:
    try:
        _, status, usage = os.wait4(pid, 0)
        break
    except InterruptedError:
        pass
told = [os.waitstatus_to_exitcode(status), time.monotonic() - begun, usage.ru_maxrss * 1024, len(over)]
with open(out, "w") as file:
    json.dump(told, file)
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """A command that has ended: exit code, seconds, bytes, whether it had to be ended."""

    code: int
    seconds: float
    size: int
    ended: bool


class Running:
    """A command under way."""

    def __init__(self, process: subprocess.Popen[bytes], measure: Path, stdout: Path) -> None:
        self._process = process
        self._measure = measure
        self.stdout = stdout

    def first_line(self, seconds: float = 30.0) -> str:
        """Return the first line it prints."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self._process.poll() is None:
            text = self.stdout.read_text(encoding="utf-8")
            if "\n" in text:
                return text.partition("\n")[0]
            time.sleep(0.05)
        raise RuntimeError("the command did not begin")

    def interrupt(self) -> None:
        """Do what Ctrl-C does."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGINT)

    def wait(self) -> Measured:
        """Wait for its end."""
        self._process.wait()
        code, seconds, size, ended = json.loads(self._measure.read_text(encoding="ascii"))
        return Measured(code, seconds, size, bool(ended))


@contextmanager
def running(
    words: Sequence[str],
    folder: Path,
    *,
    seconds: float,
    environ: Mapping[str, str],
    stdout: IO[bytes] | int | None = None,
) -> Iterator[Running]:
    """Start `toolwire` with some words; it is over when the block is left.

    Args:
        words: arguments.
        folder: where it runs, and where what it prints is kept (`stdout`, `stderr`).
        seconds: after these it is killed.
        environ: beside the PATH.
        stdout: where its standard output goes; None for the file.
    """
    measure, said = folder / ".measure", folder / ".stdout"
    measure.unlink(missing_ok=True)
    launcher = [sys.executable, "-I", "-S", "-c", _LAUNCHER, str(measure), str(seconds), str(_ROOM)]
    whole = {
        "PATH": os.environ.get("PATH", ""),
        "PYTHONPATH": str(ROOT / "harness"),
        "HOME": str(folder),
        **environ,
    }
    with said.open("wb") as out, (folder / ".stderr").open("wb") as err:
        process = subprocess.Popen(  # noqa: S603 - our own words
            [*launcher, sys.executable, "-m", "toolwire", *words],
            cwd=folder, env=whole, stdin=subprocess.DEVNULL, stdout=out if stdout is None else stdout, stderr=err,
            start_new_session=True,
        )  # fmt: skip
        try:
            yield Running(process, measure, said)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def command(
    words: Sequence[str],
    folder: Path,
    *,
    seconds: float,
    environ: Mapping[str, str],
    stdout: IO[bytes] | int | None = None,
) -> Measured:
    """Run `toolwire` to its end; see `running`."""
    with running(words, folder, seconds=seconds, environ=environ, stdout=stdout) as started:
        return started.wait()
