"""Which file and line an observation was read from, for editors and CI."""

from __future__ import annotations

import re
from pathlib import Path

from toolwire.jobs.report.labels import link
from toolwire.jobs.report.location import Place, PlaceOf
from toolwire.model.observation import Finding, Observation
from toolwire.transport.cassette.lines import begins

#: How the traffic readers cite a local file: `file #3`, `file line 12`, `file entry 7`,
#: `file item 2`. A path may hold such words itself, so the file has to exist.
_POSITION = re.compile(r"(?P<file>.+) (?P<what>#|line |entry |item )(?P<number>\d{1,9})")
_STEP = re.compile(r"step\[(\d{1,4})\]")


def places(*folders: Path) -> PlaceOf:
    """Return what finds the place of a finding.

    Args:
        folders: of cassettes or exchanges below which an audit's sources lie, the first that
            has one counts; none for traffic that is named by its own path.
    """

    def place_of(seen: Observation, finding: Finding | None) -> Place:
        source = seen.evidence.source
        for file in (folder / source for folder in folders):
            if _is_file(file):
                return Place(_shown(file), _line(file, _step(finding)))
        return _local(source) or Place(url=link(source) or "")

    return place_of


def _step(finding: Finding | None) -> int:
    """Return which exchange of a cassette a finding is about: one a step, from 1."""
    found = _STEP.match(finding.pointer) if finding else None
    return int(found[1]) if found else 1


def _local(source: str) -> Place | None:
    found = _POSITION.fullmatch(source)
    if found is not None and _is_file(Path(found["file"])):
        path, number = Path(found["file"]), int(found["number"])
        by_line = {"line ": number, "#": _line(path, number)}
        return Place(_shown(path), by_line.get(found["what"]))
    return Place(_shown(Path(source))) if _is_file(Path(source)) else None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        # A citation of somebody else's file may be no name of ours at all.
        return False


def _shown(path: Path) -> str:
    whole = path.resolve()
    here = Path.cwd().resolve()
    return whole.relative_to(here).as_posix() if whole.is_relative_to(here) else whole.as_posix()


def _line(path: Path, number: int) -> int | None:
    """Return the line at which interaction `number` of a YAML cassette begins, both from 1."""
    if path.suffix.lower() not in {".yaml", ".yml"}:
        return None
    lines = begins(path)
    return lines[number - 1] if 0 < number <= len(lines) else None
