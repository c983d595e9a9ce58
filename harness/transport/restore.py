"""Cassettes made again from the journal that kept their exchanges.

A live run does not wait until its cassettes reach the disk, because its journal has: after a loss
of power some may be missing or cut short.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from harness.errors import TrafficError
from harness.transport.cassette import load, put
from harness.transport.entry import Kept
from harness.transport.record import recorded
from harness.transport.recovery import entries, recover

__all__ = ["restore"]


def restore(journal: Path, folder: Path, place: str = "") -> tuple[PurePosixPath, ...]:
    """Write the cassettes of finished items that are missing or cannot be read; return which.

    Each holds the last run of its case that the journal has.

    Args:
        journal: what an earlier run kept.
        folder: of cassettes.
        place: address that answered, where it is not that of the requests.

    Raises:
        ToolwireError: the journal cannot be read, or a cassette not be written.
    """
    finished = recover(journal).finished
    whole: dict[str, bool] = {}
    lost: dict[str, list[Kept]] = {}
    for entry in entries(journal):
        if not isinstance(entry, Kept) or not entry.cassette or entry.item not in finished:
            continue
        if entry.cassette not in whole:
            whole[entry.cassette] = _whole(folder, PurePosixPath(entry.cassette))
        if not whole[entry.cassette]:
            mine = lost.setdefault(entry.cassette, [])
            # Another run, or a step asked again, makes what followed the past.
            mine[:] = [old for old in mine if old.run == entry.run and old.step < entry.step]
            mine.append(entry)
    for cassette, lines in lost.items():
        pairs = [line.pair for line in lines]
        endpoint = urlsplit(place or pairs[0][0].url).hostname or ""
        put(folder / cassette, pairs, recorded(endpoint, pairs, lines))
    return tuple(PurePosixPath(cassette) for cassette in lost)


def _whole(folder: Path, path: PurePosixPath) -> bool:
    try:
        load(folder, path)
    except TrafficError:
        return False
    return True
