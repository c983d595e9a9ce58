"""Copies of a folder as it was between every two acts on it: what a kill at that moment leaves."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

__all__ = ["Moments", "moments", "tree"]

_ACTS = ("replace", "unlink", "rmdir")


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder with its bytes."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@dataclass
class Moments:
    """The copies, in order; each is named by what was done next."""

    folder: Path
    place: Path
    since: Callable[[str], bool]
    names: list[str] = field(default_factory=list)
    begun: bool = False

    def take(self, act: str, path: str) -> None:
        """Copy the folder before an act, from the first one on that is looked for."""
        self.begun = self.begun or self.since(path)
        if self.begun and Path(path).is_relative_to(self.folder):
            self.names.append(f"before {act} {Path(path).relative_to(self.folder)}")
            _copy(self.folder, self.place / str(len(self.names) - 1))

    def restore(self, number: int) -> None:
        """Put a copy in the place of the folder."""
        shutil.rmtree(self.folder)
        _copy(self.place / str(number), self.folder)


def _copy(folder: Path, place: Path) -> None:
    """Copy a folder: what is put in place whole is linked, what is added to line by line is copied."""

    def copied(source: str, target: str) -> None:
        (shutil.copyfile if source.endswith(".jsonl") else os.link)(source, target)

    shutil.copytree(folder, place, copy_function=copied)


@contextmanager
def moments(folder: Path, place: Path, since: Callable[[str], bool]) -> Iterator[Moments]:
    """Copy a folder before every file in it is put in place, moved or removed by this process.

    Args:
        folder: what is copied.
        place: where copies go.
        since: told the target of an act; the first that it says yes to is the first copied.
    """
    found = Moments(folder, place, since)

    def watched(act: str) -> Callable[..., None]:
        real = getattr(os, act)

        def do(path: Any, *more: Any, **named: Any) -> None:
            found.take(act, os.fspath(more[0] if act == "replace" else path))
            real(path, *more, **named)

        return do

    with patch.multiple(os, **{act: watched(act) for act in _ACTS}):
        yield found
