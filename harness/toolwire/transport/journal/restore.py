"""Cassettes made again from the journal that kept their exchanges.

A live run does not wait until its cassettes reach the disk, because its journal has: after a loss
of power some may be missing or cut short.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import urlsplit

from toolwire.io.json_text import object_of, parse
from toolwire.model.conversation import JsonObject
from toolwire.model.errors import TrafficError
from toolwire.transport.cassette.file import load, put, run_path
from toolwire.transport.journal.entry import ExchangeEntry
from toolwire.transport.journal.recovery import entries, recover
from toolwire.transport.record import recorded

#: Member of a finished case: its cassettes -> which run of the journal each holds.
RUNS: Final = "runs"


def restore(
    journal: Path, folder: Path, place: str = "", others: Path | None = None
) -> tuple[PurePosixPath, ...]:
    """Write the cassettes of finished items that are missing or cannot be read; return which.

    Each holds the run that its case says it holds, else the last that the journal has.

    Args:
        journal: what an earlier run kept.
        folder: of cassettes.
        place: address that answered, where it is not that of the requests.
        others: folder of the other runs; None when they are not kept.

    Raises:
        ToolwireError: the journal cannot be read, or a cassette not be written.
    """
    lost: dict[Path, list[ExchangeEntry]] = {}
    whole: dict[Path, bool] = {}
    for path, entry in _placed(journal, folder, others):
        if path not in whole:
            whole[path] = _whole(path)
        if not whole[path]:
            mine = lost.setdefault(path, [])
            # A step asked again makes what followed it the past.
            mine[:] = [old for old in mine if old.step < entry.step]
            mine.append(entry)
    for path, lines in lost.items():
        pairs = [line.pair for line in lines]
        endpoint = urlsplit(place or pairs[0][0].url).hostname or ""
        put(path, pairs, recorded(endpoint, pairs, lines))
    made = (path.relative_to(folder) for path in lost if path.is_relative_to(folder))
    return tuple(PurePosixPath(path.as_posix()) for path in made)


def kept_in(journal: Path, folder: Path, others: Path | None = None) -> frozenset[Path]:
    """Return the files of everything that finished items were answered; see `restore`.

    Raises:
        ToolwireError: the journal cannot be read.
    """
    return frozenset(path for path, _ in _placed(journal, folder, others))


def _placed(
    journal: Path, folder: Path, others: Path | None
) -> Iterator[tuple[Path, ExchangeEntry]]:
    """Yield the exchanges of finished items with the file that each belongs into."""
    finished = recover(journal).finished
    counted = {item: object_of(object_of(parse(line)).get(RUNS)) for item, line in finished.items()}
    runs = _runs(journal, finished)
    for entry in _of_finished(journal, finished):
        path = _path(entry, runs[entry.cassette], counted[entry.item], folder, others)
        if path is not None:
            yield path, entry


def _of_finished(journal: Path, finished: Mapping[str, bytes]) -> Iterator[ExchangeEntry]:
    for entry in entries(journal):
        if isinstance(entry, ExchangeEntry) and entry.cassette and entry.item in finished:
            yield entry


def _runs(journal: Path, finished: Mapping[str, bytes]) -> Mapping[str, list[int]]:
    """Return cassette -> the runs of its case, in their order; asked anew, later ones are gone."""
    found: dict[str, list[int]] = {}
    for entry in _of_finished(journal, finished):
        known = found.setdefault(entry.cassette, [])
        known[:] = [*(run for run in known if run < entry.run), entry.run]
    return found


def _path(
    entry: ExchangeEntry, runs: list[int], counted: JsonObject, folder: Path, others: Path | None
) -> Path | None:
    """Return where an exchange belongs; None where it is not kept."""
    cassette = PurePosixPath(entry.cassette)
    if entry.run == counted.get(entry.cassette, runs[-1]):
        return folder / cassette
    if others is None or entry.run not in runs:
        return None
    return others / run_path(cassette, runs.index(entry.run) + 1)


def _whole(path: Path) -> bool:
    try:
        load(path.parent, PurePosixPath(path.name))
    except TrafficError:
        return False
    return True
