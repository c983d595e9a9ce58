"""Standard streams that may be closed, full or read by nobody any more, and signals that end a run.

What a run writes and what it pays for do not depend on who reads along: where standard output or standard
error takes nothing any more the rest is not printed, and the command comes to its end.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["UNPRINTED", "to_its_end"]

#: Exit code where something was to be printed and could not be: as for an output file.
UNPRINTED: Final = 3
_INTERRUPTED: Final = 128 + signal.SIGINT
#: Signals that end a run as Ctrl-C does; a terminal that goes away sends the second.
_ENDING: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)


class _Lenient(io.FileIO):
    """A stream that takes what it can, and remembers why it took no more."""

    failed: OSError | None = None

    def write(self, data: ReadableBuffer, /) -> int:
        """Write, or pass over what nobody takes."""
        if self.failed is None:
            try:
                return super().write(data) or 0
            except BlockingIOError:
                raise
            except OSError as error:
                self.failed = error
        return memoryview(data).nbytes


def to_its_end(command: Callable[[], object]) -> None:
    """Run a command, which ends in `SystemExit`, whatever becomes of the standard streams.

    Raises:
        SystemExit: with the command's code; with `UNPRINTED` where what it printed could not be
            written, and not because its reader went away; with 128 and the number of the signal
            that ended it.
    """
    output = _opened()
    with _signals() as caught:
        try:
            command()
            code: object = 0
        except SystemExit as end:
            code = end.code
    if caught and code == _INTERRUPTED:
        code = 128 + caught[0]
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    failed = output.failed if output is not None else None
    if failed is not None and not isinstance(failed, BrokenPipeError):
        sys.stderr.write(f"toolwire: standard output: cannot write: {failed.strerror}\n")
        code = UNPRINTED
    raise SystemExit(code)


def _opened() -> _Lenient | None:
    """Make the standard streams take what they can; return what writes to standard output."""
    for number in range(3):
        # A file opened later would get the number of one that is closed, and what is printed.
        with suppress(OSError):
            _fill(number)
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - until the end
    output = None
    for name, number in (("stdout", 1), ("stderr", 2)):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif sys.platform != "win32":
            raw, stream = _wrapped(stream, number)
            setattr(sys, name, stream)
            output = output or raw
    return output


def _fill(number: int) -> None:
    try:
        os.fstat(number)
    except OSError:
        handle = os.open(os.devnull, os.O_RDWR)
        if handle != number:
            os.dup2(handle, number)
            os.close(handle)


def _wrapped(stream: TextIO, number: int) -> tuple[_Lenient | None, TextIO]:
    """Return a stream like the one given, whose errors are kept; it itself if it is another's."""
    try:
        if stream.fileno() != number:
            return None, stream
    except (OSError, ValueError):
        return None, stream
    raw = _Lenient(number, "wb", closefd=False)
    return raw, io.TextIOWrapper(
        io.BufferedWriter(raw),
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=number == 2 or stream.isatty(),
        write_through=False,
    )


@contextmanager
def _signals() -> Iterator[list[int]]:
    """Let signals that end a run do it as Ctrl-C; yield a list of those that came."""
    caught: list[int] = []

    def interrupt(number: int, _frame: FrameType | None) -> None:
        caught.append(number)
        if signal.getsignal(signal.SIGINT) in {signal.SIG_IGN, signal.SIG_DFL, None}:
            raise KeyboardInterrupt
        signal.raise_signal(signal.SIGINT)

    before = {number: signal.getsignal(number) for number in _ENDING}
    # Who ignores one (`nohup`) means it.
    mine = [number for number, handler in before.items() if handler is signal.SIG_DFL]
    for number in mine:
        signal.signal(number, interrupt)
    try:
        yield caught
    finally:
        for number in mine:
            signal.signal(number, before[number])
