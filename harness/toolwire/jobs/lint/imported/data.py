"""Reading the shipped observations, of all providers or of some."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path

from toolwire.io.opening import opened
from toolwire.io.packing import unpacked
from toolwire.jobs.lint.imported.columns import together
from toolwire.jobs.lint.imported.form import unpack
from toolwire.jobs.lint.imported.origin import FOLDER, origin
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation

#: The file of all of them: packed one by one they would take a quarter more.
PACKED = "observations.files.xz"
#: Most bytes of the file, packed as well as unpacked; the shipped one has 5 MB.
_MOST_BYTES = 64 * 1024 * 1024


def imported_providers(folder: Path = FOLDER) -> tuple[str, ...]:
    """Return the ids of the providers of whom traffic is shipped, in order.

    Raises:
        ToolwireError: the folder does not say.
    """
    return tuple(origin(folder).providers)


def imported(*providers: str, folder: Path = FOLDER) -> Iterator[Observation]:
    """Yield the shipped observations of recorded traffic, in `lint`'s order.

    Args:
        providers: ids; none for all. One of whom nothing is shipped yields nothing.
        folder: where the packed file lies.

    Raises:
        ToolwireError: the file is missing or damaged.
    """
    wanted = frozenset(providers)
    named = [one for one in imported_providers(folder) if not wanted or one in wanted]
    if named:
        path = folder / PACKED
        members = _members(path)
        for provider in named:
            try:
                lines = together(members, provider)
            except ValueError as error:
                raise _unreadable(path, error) from None
            if not lines:
                raise _unreadable(path, f"nothing of {provider} is in it")
            yield from unpack(lines, provider)


def _members(path: Path) -> dict[str, bytes]:
    """Return the files of the packed one: name -> bytes."""
    try:
        with opened(path, _MOST_BYTES) as file, lzma.LZMAFile(file) as plain:
            whole = plain.read(_MOST_BYTES + 1)
        if len(whole) > _MOST_BYTES:
            raise ToolwireError(f"more than {_MOST_BYTES} bytes, unpacked", where=str(path))
        return unpacked(whole)
    except (OSError, EOFError, lzma.LZMAError, ValueError) as error:
        raise _unreadable(path, error.strerror if isinstance(error, OSError) else error) from None


def _unreadable(path: Path, why: object) -> ToolwireError:
    hint = "install the package again"
    return ToolwireError(f"cannot read: {why}", where=str(path), hint=hint)
