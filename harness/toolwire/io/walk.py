"""Folders, walked: everything below one, in order, however deep, wide or strange it is."""

# ruff: noqa: PTH110, PTH118 - names stay texts: a Path for each of a million takes seconds
from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

_LINK: Final = "a link to a folder, which is not followed"
_DANGLING: Final = "a link to nothing"
_FILE: Final = "a link to a file"


@dataclass(frozen=True, slots=True)
class Entry:
    """Something in a folder that is no folder, or a folder that is not walked.

    Attributes:
        path: of it, below the folder as that was named.
        link: it is a symbolic link.
        refused: why it was not looked at: a folder that cannot be listed; "" for none.
        passed: why there is nothing to look at: a link to a folder, or to nothing; "" else.
    """

    path: str
    link: bool = False
    refused: str = ""
    passed: str = ""


def below(folder: str, without: Collection[str] = ()) -> Iterator[Entry]:
    """Yield what is below a folder: names in order, what a folder holds before its folders.

    Links to folders are not followed, so that it ends; nothing is opened. Memory grows with the
    entries of one folder. `os.walk` of Python 3.11 ends in a RecursionError where a thousand
    folders lie in each other.

    Args:
        folder: which.
        without: names of folders that are passed over.
    """
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        files, folders, refused = _listed(here)
        if refused:
            yield Entry(here, refused=refused)
        for name, kind in sorted(files):
            yield _entry(os.path.join(here, name), kind)
        waiting += (
            os.path.join(here, name)
            for name in sorted(folders, reverse=True)
            if name not in without
        )


def _listed(folder: str) -> tuple[list[tuple[str, str]], list[str], str]:
    """Return the names that are no folders with what kind of link each is, folders, and an error."""
    files: list[tuple[str, str]] = []
    folders: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry.name)
                else:
                    files.append((entry.name, _link(entry)))
    except OSError as error:
        return files, folders, error.strerror or type(error).__name__
    return files, folders, ""


def _link(entry: os.DirEntry[str]) -> str:
    if not entry.is_symlink():
        return ""
    try:
        return _LINK if entry.is_dir() else _FILE if os.path.exists(entry.path) else _DANGLING
    except OSError:
        return _DANGLING


def _entry(path: str, link: str) -> Entry:
    return Entry(path, bool(link), passed=link if link in {_LINK, _DANGLING} else "")
