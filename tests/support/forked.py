"""toolwire in processes of its own that need not import it: forks of one that has.

A process of its own starts in 20 ms so, not in half a second. It has its own streams, folder, environment
and signals, and ends as an interpreter does. A stream that is closed in the shell is closed here and None,
as an interpreter has it. What is said of the start itself (imports, memory) is said of `python -m toolwire`,
and not of one of these.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from types import TracebackType
from typing import IO, Any, Self

import toolwire
from tests.support.once import reading_once
from tests.support.root import PYTHONPATH, ROOT
from toolwire.cli import main
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.jobs.report import pages
from toolwire.providers import load_providers
from toolwire.rules import RULES
from toolwire.rules.proof.chosen import chosen_examples
from toolwire.suites import load_suites

__all__ = ["Forked", "program", "run_forked", "serving"]

_STREAMS = 3
#: What stands for `toolwire` in a shell, without anything that takes long to import.
_TYPED = Path(__file__).with_name("typed.py")


class Forked:
    """A run of toolwire in a process of its own, which can be watched, signalled and waited for.

    Attributes:
        pid: its number; returncode: as `subprocess` has it, None while it runs.
    """

    def __init__(
        self,
        words: Sequence[str | Path],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        ignoring: Sequence[int] = (),
        stdin: int | None = None,
        stdout: IO[bytes] | int | None = None,
        stderr: IO[bytes] | int | None = None,
    ) -> None:
        """Start it.

        Args:
            words: of its command line, after `toolwire`.
            cwd: its working folder, as here where none is given.
            env: its environment, as here where none is given.
            ignoring: signals that it ignores from its beginning.
            stdin: a terminal, or None for nothing to read.
            stdout: a file or terminal, or None for this process's own.
            stderr: as above.
        """
        order = {
            "words": [str(word) for word in words],
            "cwd": str(cwd or Path.cwd()),
            "env": dict(os.environ if env is None else env),
            "ignoring": [int(number) for number in ignoring],
            "closed": [],
        }
        told = json.dumps(order).encode()
        self.returncode: int | None = None
        self._told = socket.socket(socket.AF_UNIX)
        self._told.connect(_place())
        with Path(os.devnull).open("rb") as nothing:
            out, err = (
                number if given is None else given if isinstance(given, int) else given.fileno()
                for given, number in ((stdout, 1), (stderr, 2))
            )
            handles = [nothing.fileno() if stdin is None else stdin, out, err]
            socket.send_fds(self._told, [len(told).to_bytes(8, "big")], handles)
            self._told.sendall(told)
            self.pid = int(self._line())

    def _line(self) -> bytes:
        line = b""
        while not line.endswith(b"\n"):
            piece = self._told.recv(1)
            assert piece, "the process that forks is gone"
            line += piece
        return line

    def poll(self) -> int | None:
        """Return its exit code, negative for a signal, or None where it still runs."""
        if self.returncode is None:
            self._told.setblocking(False)  # noqa: FBT003 - the socket's own signature
            try:
                self._told.recv(1, socket.MSG_PEEK)
            except BlockingIOError:
                return None
            finally:
                self._told.setblocking(True)  # noqa: FBT003 - as above
            self._ended()
        return self.returncode

    def wait(self, timeout: float = 300.0) -> int:
        """Wait until it ends; return its exit code.

        Raises:
            subprocess.TimeoutExpired: it still runs after so many seconds.
        """
        if self.returncode is None:
            self._told.settimeout(max(timeout, 0.001))
            try:
                self._told.recv(1, socket.MSG_PEEK)
            except TimeoutError:
                raise subprocess.TimeoutExpired("toolwire", timeout) from None
            finally:
                self._told.settimeout(None)
            self._ended()
        assert self.returncode is not None
        return self.returncode

    def _ended(self) -> None:
        self.returncode = int(self._line())
        self._told.close()

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let it not be left behind."""
        if kind is not None:
            self.send_signal(signal.SIGKILL)
        self.wait()


def run_forked(
    words: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float = 300.0,
) -> subprocess.CompletedProcess[str]:
    """Run toolwire to its end; return its exit code and what it printed."""
    with TemporaryFile() as out, TemporaryFile() as err:
        with Forked(words, cwd=cwd, env=env, stdout=out, stderr=err) as forked:
            try:
                code = forked.wait(timeout)
            except subprocess.TimeoutExpired:
                forked.send_signal(signal.SIGKILL)
                raise
        told = []
        for file in (out, err):
            file.seek(0)
            told.append(file.read().decode())
    return subprocess.CompletedProcess([str(word) for word in words], code, *told)


@contextmanager
def serving(words: Sequence[str | Path], log: Path) -> Iterator[str]:
    """Run `toolwire serve` with some words and what it says in a file; yield its address."""
    reading, writing = os.pipe()
    with log.open("wb") as told, os.fdopen(reading, encoding="utf-8") as printed:
        server = Forked(["serve", *words], stdout=writing, stderr=told)
        os.close(writing)
        try:
            yield printed.readline().strip()
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(10)


def program() -> str:
    """Return the text of a `toolwire` for PATH that is one of these: what is typed in a shell runs it."""
    return f'#!/bin/sh\nexec "{sys.executable}" -S -E "{_TYPED}" "{_place()}" "$@"\n'


@cache
def _place() -> str:
    """Return the socket at which the process that forks is told what to start."""
    folder = TemporaryDirectory(prefix="toolwire-")
    place = str(Path(folder.name) / "socket")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(place)
    listening.listen(64)
    with listening:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.forked", str(listening.fileno())],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": PYTHONPATH},
            pass_fds=[listening.fileno()],
            stdin=subprocess.PIPE,
        )

    def end() -> None:
        assert process.stdin is not None
        process.stdin.close()
        process.wait(30)
        folder.cleanup()

    atexit.register(end)
    return place


def _warmed() -> None:
    """Import what commands import when they run, and read what ships, which no test changes."""
    for module in pkgutil.walk_packages(toolwire.__path__, "toolwire."):
        if not module.name.endswith("__main__") and ".pytest_plugin" not in module.name:
            import_module(module.name)
    for name in DIALECTS:
        load_dialect(name)
    reading_once()
    load_providers()
    load_suites()
    templates = pages._environment()
    for name in templates.list_templates():
        templates.get_template(name)
    for rule in RULES:  # what every site shows of them, and always the same
        chosen_examples(rule)


def _forking(listening: socket.socket) -> dict[str, Any] | None:
    """Fork for every order; return the order in the fork, and None when nobody can order more."""
    waking, woken = os.pipe()
    for handle in (waking, woken):
        os.set_blocking(handle, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    ends: dict[int, socket.socket] = {}
    while True:
        ready, _, _ = select.select([sys.stdin, listening, waking], [], [])
        if sys.stdin in ready:
            return None
        if waking in ready:
            os.read(waking, 4096)
            _reap(ends)
        if listening not in ready:
            continue
        told, _ = listening.accept()
        order, streams = _ordered(told)
        pid = os.fork()
        if pid == 0:
            _leave(streams, (listening, told, *ends.values()), (waking, woken))
            _close(order["closed"])
            return order
        for handle in streams:
            os.close(handle)
        told.sendall(f"{pid}\n".encode())
        ends[pid] = told


def _leave(streams: list[int], sockets: tuple[socket.socket, ...], pipe: tuple[int, int]) -> None:
    """Let a fork have its own streams, and nothing of the process that it is a fork of."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for one in sockets:
        one.close()
    for handle in pipe:
        os.close(handle)
    for number, handle in enumerate(streams):
        os.dup2(handle, number)
        os.close(handle)


def _close(numbers: list[int]) -> None:
    """Let a fork have no such streams, as an interpreter that a shell starts without them."""
    for number in numbers:
        os.close(number)
        name = ("stdin", "stdout", "stderr")[number]
        setattr(sys, name, None)
        setattr(sys, f"__{name}__", None)


def _ordered(told: socket.socket) -> tuple[dict[str, Any], list[int]]:
    size, streams, _, _ = socket.recv_fds(told, 8, _STREAMS)
    left, pieces = int.from_bytes(size, "big"), []
    while left:
        pieces.append(told.recv(left))
        left -= len(pieces[-1])
    return json.loads(b"".join(pieces)), streams


def _reap(ends: dict[int, socket.socket]) -> None:
    while ends:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        told = ends.pop(pid)
        with told, suppress(BrokenPipeError):  # nobody waits for it
            told.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())


def _main() -> None:
    _warmed()
    gc.collect()
    gc.freeze()  # no fork looks through what all have, nor copies it for that
    order = _forking(socket.socket(fileno=int(sys.argv[1])))
    if order is None:
        return
    os.environ.clear()
    os.environ.update(order["env"])
    os.chdir(order["cwd"])
    # As in a terminal: what a test run in the background ignores, its forks would ignore.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_DFL)
    for number in order["ignoring"]:
        signal.signal(number, signal.SIG_IGN)
    sys.argv = ["toolwire", *order["words"]]
    code = 1
    try:
        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:  # noqa: BLE001 - as an interpreter does at its end
        traceback.print_exc()
    # All that an interpreter does at its end but taking every module apart.
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    _main()
