"""File patterns: what `*`, `?`, `[...]` and `**` match, as a shell with globstar says.

`glob.glob` follows links to folders below `**`: two links to `.` in one folder keep it busy for
ever. What it matches where there are no such links is matched here (a property test compares).
"""

# ruff: noqa: PTH112, PTH118 - names stay texts: a Path for each of a million takes seconds
from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator
from fnmatch import translate
from itertools import islice

from toolwire.model.errors import ToolwireError

#: Most files that one pattern may match; a folder that is named instead has no bound.
MOST_MATCHES = 1_000_000

_ANY_DEPTH = "**"
_SEPARATORS = re.escape(os.sep + (os.altsep or ""))


def is_pattern(text: str) -> bool:
    """Return whether a name holds what patterns are made of."""
    return glob.has_magic(text)


def matches(pattern: str) -> list[str]:
    """Return the names that match, sorted; hidden ones where the pattern begins with a dot.

    Raises:
        ToolwireError: there are more than `MOST_MATCHES`.
    """
    drive, rest = os.path.splitdrive(pattern)
    root = rest[: len(rest) - len(rest.lstrip(os.sep))]
    parts = [part for part in re.split(f"[{_SEPARATORS}]+", rest.lstrip(os.sep)) if part]
    found = {drive + root}
    folders = rest.endswith(os.sep)
    for number, part in enumerate(parts, start=1):
        last = number == len(parts) and not folders
        step = (one for base in sorted(found) for one in _step(base, part, last=last))
        found = set(islice(step, MOST_MATCHES + 1))
        if len(found) > MOST_MATCHES:
            reported = f"matches more than {MOST_MATCHES:,} names"
            raise ToolwireError(reported, where=pattern, hint="name the folder itself")
    if folders:
        found = {os.path.join(one, "") for one in found if os.path.isdir(one)}
    return sorted(found)


def _step(base: str, part: str, *, last: bool) -> Iterator[str]:
    """Yield what one part of a pattern matches below a folder."""
    if part == _ANY_DEPTH:
        yield from _any_depth(base, last=last)
    elif not glob.has_magic(part):
        path = os.path.join(base, part)
        if os.path.lexists(path):
            yield path
    else:
        fits = re.compile(translate(os.path.normcase(part))).match
        hidden = part.startswith(".")
        for name, _ in _names(base):
            if (hidden or not name.startswith(".")) and fits(os.path.normcase(name)):
                yield os.path.join(base, name)


def _any_depth(base: str, *, last: bool) -> Iterator[str]:
    """Yield a folder and all folders below it, and files where it is the last part."""
    if base and not os.path.isdir(base):
        return
    waiting = [base]
    first = True
    while waiting:
        here = waiting.pop()
        if here or not last:
            yield os.path.join(here, "") if first and last else here
        first = False
        for name, folder in _names(here):
            if name.startswith("."):
                continue
            path = os.path.join(here, name)
            if folder:
                waiting.append(path)
            elif last:
                yield path


def _names(folder: str) -> list[tuple[str, bool]]:
    """Return the names in a folder, and whether each is a folder and no link to one."""
    try:
        with os.scandir(folder or os.curdir) as entries:
            return [(one.name, one.is_dir(follow_symlinks=False)) for one in entries]
    except OSError:
        return []
