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
from typing import TYPE_CHECKING, Any, Final, TextIO

if TYPE_CHECKING:
    import asyncio

    from _typeshed import ReadableBuffer

#: Exit code where something was to be printed and could not be: as for an output file.
UNPRINTED: Final = 3
_INTERRUPTED: Final = 128 + signal.SIGINT
#: Signals that end a run as Ctrl-C does; a terminal that goes away sends the second.
_ENDING: Final = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)
#: Turns of an event loop until a signal that came before them is known to it.
_TURNS: Final = 3


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
def ending(loop: asyncio.AbstractEventLoop, stop: Callable[[], object]) -> Iterator[None]:
    """Let signals that end a run do it between two steps of an event loop, and raise it at the end.

    A `KeyboardInterrupt` in the middle of a callback leaves the loop in pieces, and its message in a
    traceback. The second signal is one all the same: something does not come to its end.

    Args:
        loop: runs now and then while the context is open.
        stop: ends what it does; called at the first signal, in the loop.

    Raises:
        KeyboardInterrupt: there was a signal.
    """
    import asyncio  # noqa: PLC0415 - lazy: no command starts with it

    caught: list[int] = []
    before: dict[int, Any] = {}

    def end(number: int) -> None:
        caught.append(number)
        if len(caught) > 1:
            raise KeyboardInterrupt
        stop()

    for number in (signal.SIGINT, *_ENDING):
        handler = signal.getsignal(number)
        if callable(handler):  # and neither ignored nor the system's
            # Not on Windows, nor in a thread: there it is as it was.
            with suppress(NotImplementedError, ValueError, RuntimeError):
                loop.add_signal_handler(number, end, number)
                before[number] = handler
    try:
        yield
    finally:
        for _ in range(_TURNS):
            loop.run_until_complete(asyncio.sleep(0))
        for number, handler in before.items():
            loop.remove_signal_handler(number)
            signal.signal(number, handler)
        if caught:
            signal.raise_signal(caught[0])


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
