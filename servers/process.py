"""A server's process: started on a free port of 127.0.0.1, waited for, and surely ended."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from servers.cache import MissingError, last_lines

_GRACE = 15.0
_PAUSE = 0.2
#: Not through a proxy, whatever the environment says.
_OPENER = build_opener(ProxyHandler({}))


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextmanager
def running(
    words: Sequence[str], at: Path, environ: Mapping[str, str], log: Path
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server with its output in a log; leaving ends it, on an error and on Ctrl-C too.

    Raises:
        MissingError: it cannot be started.
    """
    with log.open("wb") as out:
        try:
            # A session of its own: its children are ended with it, and Ctrl-C is ours to handle.
            process = subprocess.Popen(
                words,
                cwd=at,
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        except OSError as error:
            raise MissingError(f"cannot be started: {error}") from error
        try:
            yield process
        finally:
            stop(process)


def stop(process: subprocess.Popen[bytes], grace: float = _GRACE) -> None:
    """End a process: ask it, wait, then kill it with every child that it left.

    Args:
        process: the leader of its process group.
        grace: seconds that it has to end by itself.
    """
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(grace)
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def wait_until_ready(
    process: subprocess.Popen[bytes], url: str, patience: float, log: Path
) -> None:
    """Wait until an address answers with 200.

    Raises:
        MissingError: the process ended, or the time is over; the log's last lines tell.
    """
    until = time.monotonic() + patience
    while not _answers(url):
        if process.poll() is not None:
            raise MissingError(f"ended with code {process.returncode}: {last_lines(log)}")
        if time.monotonic() > until:
            raise MissingError(f"not ready after {patience:g} seconds: {last_lines(log)}")
        time.sleep(_PAUSE)


def _answers(url: str) -> bool:
    try:
        with _OPENER.open(url, timeout=5) as response:
            return bool(response.status == 200)
    except (URLError, OSError):
        return False
