"""Making the shipped observations of recorded traffic, and telling whether they are current.

`python -m toolwire.jobs.lint.importing CORPUS...` writes them and their page; `--check` compares instead.
What is written follows from the recordings and from this version alone: no times, sorted, and
compressed without a date, so that the same input gives the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Final

import msgspec

from toolwire import __version__
from toolwire.io.files import write_atomically
from toolwire.io.opening import content, opened
from toolwire.io.packing import packed
from toolwire.io.shipped import PACKAGE
from toolwire.jobs.lint.attribution import Attribution, fixture_of, shipped_attributions
from toolwire.jobs.lint.imported.columns import apart
from toolwire.jobs.lint.imported.data import PACKED
from toolwire.jobs.lint.imported.form import pack
from toolwire.jobs.lint.imported.origin import FOLDER, NAME, Corpus, Origin, Share
from toolwire.jobs.lint.imported.page import page
from toolwire.jobs.lint.judging import Judged, lint
from toolwire.jobs.lint.observed import observations
from toolwire.jobs.lint.order import in_order
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation
from toolwire.rules import RULES
from toolwire.suites import load_suites

#: The page that says from what the observations were made, in a checkout.
PAGE: Final = PACKAGE.parents[1] / "docs" / "imported-traffic.md"

#: Most bytes of a file that was built before.
_MOST_BYTES: Final = 64 * 1024 * 1024
_FILE_NAME: Final = re.compile(r"[a-z0-9][a-z0-9.-]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Built:
    """What a build came to: file name -> bytes, and the text of the page."""

    files: Mapping[str, bytes]
    page: str


@dataclass(slots=True)
class _ImportCounts:
    """What passed by, counted."""

    corpora: list[Corpus] = field(default_factory=list)
    fixtures: Counter[str] = field(default_factory=Counter)


def build(corpora: Sequence[Path], attributions: tuple[Attribution, ...] | None = None) -> Built:
    """Judge folders of recorded traffic and pack what of it is evidence.

    Args:
        corpora: folders; their order changes nothing.
        attributions: whose bytes recordings hold and which are fixtures; None for the shipped.

    Raises:
        ToolwireError: a folder is missing, or something in it cannot be read.
    """
    known = shipped_attributions() if attributions is None else attributions
    counts = _ImportCounts()
    seen = in_order(_seen(sorted(corpora), known, counts))
    members: dict[str, bytes] = {}
    shares: dict[str, Share] = {}
    rows: list[Observation] = []
    for provider, group in groupby(seen, key=lambda one: one.provider):
        of_it = list(group)
        if not _FILE_NAME.fullmatch(provider):
            raise ToolwireError(f"no name for a file: {provider!r}", where=of_it[0].evidence.source)
        members[provider] = lines = pack(of_it)
        shares[provider] = _share(of_it, lines)
        rows.extend(of_it)
    origin = Origin(
        __version__,
        len(RULES),
        tuple(counts.corpora),
        dict(sorted(counts.fixtures.items())),
        shares,
    )
    told = msgspec.json.format(msgspec.json.encode(origin), indent=1) + b"\n"
    return Built({PACKED: packed(apart(members)), NAME: told}, page(origin, rows))


def _seen(
    corpora: Sequence[Path], known: tuple[Attribution, ...], counts: _ImportCounts
) -> Iterator[Observation]:
    suites = load_suites()
    for folder in corpora:
        judged: Counter[bool] = Counter()
        for item in _judged(folder):
            judged[item.reading is not None] += 1
            reason = fixture_of(item.exchange, known) if item.reading is not None else ""
            if reason:
                counts.fixtures[reason] += 1
            yield from observations(item, suites, known)
        counts.corpora.append(Corpus(folder.name, _digest(folder), judged.total(), judged[False]))


def _judged(folder: Path) -> Iterator[Judged]:
    if not folder.is_dir():
        raise ToolwireError("no such folder of recorded traffic", where=str(folder))
    for item in lint([folder]):
        if isinstance(item, Judged):
            if item.missed:
                raise ToolwireError(item.missed[0], where=item.exchange.evidence.source)
            yield item
        elif not item.foreign:
            raise ToolwireError(item.reason, where=f"{item.source}, {item.position}")


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        with opened(path) as file:
            of_it = hashlib.file_digest(file, "sha256").hexdigest()
        digest.update(f"{path.relative_to(folder).as_posix()} {of_it}\n".encode())
    return digest.hexdigest()


def _share(seen: Sequence[Observation], lines: bytes) -> Share:
    sources = {one.evidence.source for one in seen}
    newest = max((o.evidence.recorded_at for o in seen if o.evidence.recorded_at), default=None)
    return Share(len(sources), len(seen), newest, hashlib.sha256(lines).hexdigest())


def write(built: Built, folder: Path = FOLDER, written: Path = PAGE) -> None:
    """Write the files of a build; other files of the folder are removed."""
    for name, data in built.files.items():
        write_atomically(folder / name, data, binary=True)
    for path in folder.glob("*"):
        if path.is_file() and path.name not in built.files:
            path.unlink()
    write_atomically(written, built.page.encode())


def differing(built: Built, folder: Path = FOLDER, written: Path = PAGE) -> tuple[str, ...]:
    """Return names of files that are not what a build came to: changed, missing or too many."""
    there = {path.name: content(path, _MOST_BYTES) for path in folder.glob("*") if path.is_file()}
    names = sorted(there.keys() | built.files.keys())
    found = [name for name in names if there.get(name) != built.files.get(name)]
    same = written.is_file() and content(written, _MOST_BYTES) == built.page.encode()
    return (*found, *(() if same else (written.name,)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Build and write, or with `--check` compare; 1 when something is not current, 2 when the
    recordings are not there."""
    parser = argparse.ArgumentParser(
        prog="python -m toolwire.jobs.lint.importing", description=__doc__
    )
    parser.add_argument("corpora", nargs="+", type=Path, metavar="CORPUS")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args(arguments)
    try:
        built = build(options.corpora)
    except ToolwireError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if not options.check:
        write(built)
        return 0
    stale = differing(built)
    if stale:
        sys.stderr.write(f"not current, run `nox -s imported`: {', '.join(stale)}\n")
    return int(bool(stale))


if __name__ == "__main__":
    sys.exit(main())
