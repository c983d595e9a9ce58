"""A submission as files: which there may be, how many, and how large; nothing else is opened."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from toolwire.io.opening import content, size_in_words
from toolwire.io.shown import line
from toolwire.io.walk import Entry, below
from toolwire.model.errors import ToolwireError

STATEMENT: Final = "statement.yaml"
PROVIDER: Final = "provider.yaml"
CASSETTES: Final = "cassettes"
RESULTS: Final = ("results.jsonl", "results.jsonl.gz")
_CASSETTE: Final = re.compile(
    r"cassettes/[a-z0-9][a-z0-9.-]{0,99}/[A-Za-z0-9][A-Za-z0-9._-]{0,199}"
    r"/[a-z0-9_]{1,100}\.[A-Za-z0-9_-]{1,150}\.(?:blocking|streaming)\.yaml",
    re.ASCII,
)
#: Files of one submission: every suite of twenty targets is less.
MOST_FILES: Final = 10_000
#: Bytes of a cassette, of the other files, and of all.
MOST_OF_CASSETTE: Final = 4 * 1024 * 1024
MOST_OF_OTHERS: Final = 16 * 1024 * 1024
MOST_OF_ALL: Final = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class SubmissionProblem:
    """Why something in a submission is not taken: its path below the submission, and one line."""

    path: str
    why: str

    def __str__(self) -> str:
        """Return `cassettes/x: is a link`, so that nothing in it can act on a terminal."""
        return line(f"{self.path}: {self.why}")


@dataclass(frozen=True, slots=True)
class SubmittedFiles:
    """The files of a submission that may be opened.

    Attributes:
        folder: of the submission.
        cassettes: paths below `folder / CASSETTES`, with forward slashes, sorted.
        provider: the provider file; None for none.
        results: the results that were handed in; None for none.
        digest: SHA-256 of the paths and bytes of all files.
    """

    folder: Path
    cassettes: tuple[PurePosixPath, ...]
    provider: Path | None
    results: Path | None
    digest: str

    @property
    def every(self) -> tuple[Path, ...]:
        """Return all of them."""
        others = (self.folder / STATEMENT, self.provider, self.results)
        cassettes = (self.folder / CASSETTES / path for path in self.cassettes)
        return (*(one for one in others if one is not None), *cassettes)


def files_of(folder: Path) -> tuple[SubmittedFiles | None, tuple[SubmissionProblem, ...]]:
    """Look at what a submission holds, without following links; nothing is read of what is refused.

    Returns:
        The files, or None and why not.

    Raises:
        ToolwireError: there is no such folder, or a file cannot be read.
    """
    if folder.is_symlink() or not folder.is_dir():
        hint = "name the folder of one submission, such as submissions/acme"
        raise ToolwireError("no such folder", where=str(folder), hint=hint)
    names: list[str] = []
    refused: list[SubmissionProblem] = []
    total = 0
    for entry in below(str(folder)):
        name = PurePosixPath(os.path.relpath(entry.path, folder)).as_posix()
        why, size = _looked_at(entry, name)
        total += size
        names.append(name)
        if why:
            refused.append(SubmissionProblem(name, why))
        if len(names) > MOST_FILES:
            return None, (*refused, SubmissionProblem(".", f"more than {MOST_FILES} files"))
    refused += _of_all(names, total)
    if refused:
        return None, tuple(refused)
    cassettes = tuple(sorted(PurePosixPath(n).relative_to(CASSETTES) for n in names if "/" in n))
    results = next((folder / name for name in RESULTS if name in names), None)
    provider = folder / PROVIDER if PROVIDER in names else None
    return SubmittedFiles(folder, cassettes, provider, results, _digest(folder, names)), ()


def _of_all(names: list[str], total: int) -> Iterator[SubmissionProblem]:
    if STATEMENT not in names:
        yield SubmissionProblem(STATEMENT, "is missing: it says who hands in what")
    if not any("/" in name for name in names):
        yield SubmissionProblem(
            CASSETTES, "there are none: results without the bytes prove nothing"
        )
    if total > MOST_OF_ALL:
        yield SubmissionProblem(".", f"more than {size_in_words(MOST_OF_ALL)} in all")
    if {*RESULTS} <= {*names}:
        yield SubmissionProblem(RESULTS[0], f"there is also {RESULTS[1]}: hand in one of them")


def _looked_at(entry: Entry, name: str) -> tuple[str, int]:
    """Return why an entry is refused, "" where it is not, and its size."""
    if entry.refused:
        return entry.refused, 0
    if entry.link or entry.passed:
        return "is a link: hand in files only", 0
    known = os.lstat(entry.path)
    if not stat.S_ISREG(known.st_mode):
        return "is no file", 0
    of_cassette = _CASSETTE.fullmatch(name)
    if not of_cassette and name not in {STATEMENT, PROVIDER, *RESULTS}:
        return "is no file of a submission (docs/submissions.md lists them)", 0
    most = MOST_OF_CASSETTE if of_cassette else MOST_OF_OTHERS
    if known.st_size > most:
        return f"is larger than {size_in_words(most)}", 0
    return "", known.st_size


def _digest(folder: Path, names: list[str]) -> str:
    whole = hashlib.sha256()
    for name in sorted(names):
        try:
            data = content(folder / name, MOST_OF_OTHERS)
        except OSError as error:
            raise ToolwireError(f"cannot read: {error.strerror}", where=name) from error
        whole.update(f"{name}\n{hashlib.sha256(data).hexdigest()}\n".encode())
    return whole.hexdigest()
