"""The journal of a live run: every finished exchange is on disk before its answer is used.

JSON Lines, appended and synchronised. What stands in it was paid for; a run that was killed, however
hard, reads it to go on. Lines that wait at the same time are written and synchronised together, in
a thread (group commit): 256 cases that end at once cost one `fsync`, and the event loop none.
Exchanges have to be scrubbed before they come here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from toolwire.io.locks import locked
from toolwire.io.secrets.known import NOTHING, Known
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.transport.journal.batch import Batches
from toolwire.transport.journal.entry import ExchangeEntry, Finished, Head, Started, encoded
from toolwire.transport.journal.recovery import Recovered, recover

#: More than any head is long, in bytes.
_HEAD = 65_536
_BEGIN = b'{"kind":"head"'


class Journal:
    """A journal open for appending; made by `create` or `resume`, closed by `async with`.

    All methods are for one event loop. Leaving waits for every line, and raises `ToolwireError` when
    one could not be written: what nobody waited for is not lost in silence.
    """

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file
        self._broken: OSError | None = None
        self._lines: Batches[bytes] = Batches("journal", self._write)

    @classmethod
    def create(cls, path: Path, run: JsonObject) -> Self:
        """Begin a journal.

        Args:
            path: the file; its folder is made when it is missing.
            run: what a later run has to know to go on, for example the selection.

        Raises:
            ToolwireError: there is one already, or it cannot be written.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # One without a head is of a run that was killed before it asked anything.
            journal = cls(path, path.open("r+b" if _headless(path) else "xb", buffering=0))
        except FileExistsError:
            hint = "go on with --resume, or move it away"
            raise ToolwireError("there is a journal already", where=str(path), hint=hint) from None
        except OSError as error:
            raise _unwritable(path, error) from error
        try:
            journal._lock()
            journal._file.truncate(0)
            journal._write([encoded(Head.of(run))])
            _sync_folder(path.parent)
        except ToolwireError:
            journal._shut()
            raise
        except OSError as error:
            journal._shut()
            raise _unwritable(path, error) from error
        return journal

    @classmethod
    def resume(cls, path: Path) -> tuple[Self, Recovered]:
        """Open a journal to go on, and return what is in it; a torn last line is cut off.

        Raises:
            ToolwireError: it cannot be read or written, is in use, or is damaged in the middle.
        """
        try:
            file = path.open("r+b", buffering=0)
        except OSError as error:
            raise _unwritable(path, error) from error
        journal = cls(path, file)
        try:
            journal._lock()
            _refuse_headless(path)
            recovered = recover(path)
            file.truncate(recovered.size)
            file.seek(recovered.size)
        except BaseException:
            journal._shut()
            raise
        return journal, recovered

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            await self._lines.finish()
        finally:
            self._shut()
        if error is None:
            self.check()

    def check(self) -> None:
        """Make sure that what is now asked can be kept.

        Raises:
            ToolwireError: an earlier line could not be written.
        """
        if self._broken is not None:
            raise _unwritable(self.path, self._broken)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep others away beyond the journal's own end: until what is made of it is written."""
        handle = os.dup(self._file.fileno())
        try:
            yield
        finally:
            os.close(handle)
            self._shut()

    def start(self, item: str) -> None:
        """Note that an item is begun; not waited for, it goes with the next line."""
        self._lines.add(encoded(Started(item)))

    async def exchange(self, entry: ExchangeEntry) -> None:
        """Keep an exchange; returns when it is on disk.

        Raises:
            ToolwireError: it cannot be written.
        """
        try:
            await self._lines.done(encoded(entry))
        except OSError as error:
            raise _unwritable(self.path, error) from error

    def finish(self, item: str, observation: JsonObject, values: Known = NOTHING) -> None:
        """Keep an item's observation, after which it is never asked again; see `start`.

        Killed before it is on disk, the run looks at the item again, from its exchanges, which
        are. Secrets that it quotes from the wire get stand-ins, keys among `values` too.

        Raises:
            ToolwireError: an earlier line could not be written.
        """
        self.check()
        self._lines.add(encoded(Finished.of(item, observation, values)))

    def _write(self, lines: Sequence[bytes]) -> None:
        if self._broken is not None:
            # What follows a line cut short would tear the middle of the file.
            raise self._broken
        try:
            rest = memoryview(b"".join(lines))
            while rest:
                rest = rest[self._file.write(rest) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            self._broken = error
            raise

    def _lock(self) -> None:
        # Where a file system has no locks, two runs on one journal are not noticed.
        if locked(self._file.fileno()) is None:
            hint = "wait for it to end"
            raise ToolwireError("in use by another run", where=str(self.path), hint=hint)

    def _shut(self) -> None:
        self._lines.close()
        self._file.close()


def _headless(path: Path) -> bool:
    """Say whether a file is empty, or ends in its head, and so holds nothing that was paid for."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            start = file.read(_HEAD)
    except OSError:
        return False
    return b"\n" not in start and start[: len(_BEGIN)] == _BEGIN[: len(start)]


def _refuse_headless(path: Path) -> None:
    if _headless(path):
        reported = "nothing to go on with: that run was killed before it asked anything"
        raise ToolwireError(reported, where=str(path), hint="leave out --resume")


def _unwritable(path: Path, error: OSError) -> ToolwireError:
    why = error.strerror or type(error).__name__
    return ToolwireError(f"cannot keep the journal: {why}", where=str(path))


def _sync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
