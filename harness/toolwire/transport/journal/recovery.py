"""What an interrupted run left: finished items, and those that were in flight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from toolwire.io.opening import opened
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.transport.journal.entry import (
    SCHEMA,
    Entry,
    EntryError,
    ExchangeEntry,
    Finished,
    Head,
    Started,
    read,
)

#: A line holds two bodies, each sign of which may be written as six.
_LONGEST = 128 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Recovered:
    """The contents of a journal.

    Attributes:
        head: its first line.
        finished: item -> its observation, a line of results.jsonl.
        in_flight: item -> its exchanges that came to an end, for every item that was begun and
            is not finished.
        size: bytes of whole lines.
        note: what was passed over at the end; "" when nothing was.
    """

    head: Head
    finished: Mapping[str, bytes]
    in_flight: Mapping[str, tuple[ExchangeEntry, ...]]
    size: int
    note: str = ""

    @property
    def run(self) -> JsonObject:
        """Return what `Journal.create` was told of the run."""
        return self.head.run


def recover(path: Path) -> Recovered:
    """Read a journal; only exchanges of items that are not finished stay in memory.

    Raises:
        ToolwireError: it cannot be read, is none, or is damaged in the middle.
    """
    finished: dict[str, bytes] = {}
    in_flight: dict[str, list[ExchangeEntry]] = {}
    reading = _Reading(path)
    for entry in reading:
        if isinstance(entry, Started):
            in_flight.setdefault(entry.item, [])
        elif isinstance(entry, ExchangeEntry):
            _keep(in_flight.setdefault(entry.item, []), entry)
        elif isinstance(entry, Finished):
            finished[entry.item] = bytes(entry.observation)
            in_flight.pop(entry.item, None)
    return Recovered(
        reading.head,
        finished,
        {item: tuple(exchanges) for item, exchanges in in_flight.items() if item not in finished},
        reading.size,
        reading.note,
    )


def entries(path: Path) -> Iterator[Entry]:
    """Yield all lines after the head, one at a time; for sums over everything paid for.

    Raises:
        ToolwireError: see `recover`.
    """
    yield from _Reading(path)


def _keep(exchanges: list[ExchangeEntry], entry: ExchangeEntry) -> None:
    # A step that was asked again makes what followed it the past.
    exchanges[:] = [old for old in exchanges if old.run < entry.run or _before(old, entry)]
    exchanges.append(entry)


def _before(old: ExchangeEntry, new: ExchangeEntry) -> bool:
    return old.run == new.run and old.step < new.step


class _Reading:
    """Reads the lines of a file; `head` is there at once, `size` and `note` at the end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.size = 0
        self.note = ""
        try:
            self._file = opened(path)
        except OSError as error:
            why = f"cannot read: {error.strerror}"
            raise ToolwireError(why, where=str(path)) from error
        try:
            self.head = self._head()
        except BaseException:
            self._file.close()
            raise

    def _head(self) -> Head:
        first = self._line(1)
        if not isinstance(first, Head):
            raise ToolwireError("not a journal: no head", where=f"{self._path}:1")
        if first.schema != SCHEMA:
            hint = "use the toolwire version that wrote it"
            reported = f"a journal of form {first.schema}, this version reads {SCHEMA}"
            raise ToolwireError(reported, where=f"{self._path}:1", hint=hint)
        return first

    def __iter__(self) -> Iterator[Entry]:
        with self._file:
            number = 2
            while (entry := self._line(number)) is not None:
                yield entry
                number += 1

    def _line(self, number: int) -> Entry | None:
        line = self._file.readline(_LONGEST)
        if not line.endswith(b"\n"):
            if line and len(line) < _LONGEST:
                self.note = f"dropped {len(line)} bytes of a last line that was cut short"
            elif line:
                raise ToolwireError("a line that is too long", where=f"{self._path}:{number}")
            return None
        try:
            entry = read(line)
        except EntryError as error:
            hint = "the file was damaged or edited; move it away to begin anew"
            raise ToolwireError(
                f"not a line of a journal: {error}", where=f"{self._path}:{number}", hint=hint
            ) from None
        self.size += len(line)
        return entry
