"""The one order of observations of recorded traffic, and each recording once.

Files are read in the order of their names and of a disk; what is written must not depend on
it. Observations beyond what memory should hold are sorted on disk.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from heapq import merge
from itertools import groupby
from tempfile import TemporaryFile
from typing import Final, TypeAlias

from toolwire.io.json_text import dump
from toolwire.model.observation import Observation
from toolwire.results import observation

#: Observations held in memory at once; each takes about three kilobytes.
_HELD: Final = 50_000
#: The commit in a citation: one recording stored at two commits is one recording.
_COMMIT: Final = re.compile(r"@[0-9a-f]{7,64}(?= #\d+$|$)", re.ASCII)

_Key: TypeAlias = tuple[str, ...]


def in_order(observations: Iterable[Observation], held: int = _HELD) -> Iterator[Observation]:
    """Yield observations sorted by provider, dialect, recording, suite, case and mode.

    Of several of the same recording (its citation without the commit, and the digest of its
    response) and the same suite, case and mode, one is yielded: the first by its citation.

    Args:
        observations: consumed wholly before the first is yielded.
        held: how many are held in memory; others wait in temporary files.
    """
    with ExitStack() as files:
        runs: list[Iterable[Observation]] = []
        batch: list[Observation] = []
        for seen in observations:
            batch.append(seen)
            if len(batch) >= held:
                runs.append(_spilled(sorted(batch, key=_key), files))
                batch = []
        runs.append(sorted(batch, key=_key))
        for _, same in groupby(merge(*runs, key=_key), key=_key):
            yield min(same, key=_line)


def _spilled(batch: list[Observation], files: ExitStack) -> Iterator[Observation]:
    file = files.enter_context(TemporaryFile())  # noqa: SIM115 - the stack closes it
    for seen in batch:
        file.write(_line(seen) + b"\n")
    file.seek(0)
    return (observation(line) for line in file)


def _key(seen: Observation) -> _Key:
    evidence = seen.evidence
    recording = _COMMIT.sub("", evidence.source)
    whose = (seen.provider, seen.dialect, recording, evidence.sha256 or "")
    return (*whose, seen.suite, seen.case, str(seen.mode))


def _line(seen: Observation) -> bytes:
    return dump(seen.as_json())
