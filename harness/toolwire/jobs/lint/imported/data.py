"""Reading the shipped observations, of all providers or of some."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path

from toolwire.io.opening import opened
from toolwire.jobs.lint.imported.form import unpack
from toolwire.jobs.lint.imported.origin import FOLDER, origin
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation

#: What follows a provider's id in the name of its file.
SUFFIX = ".jsonl.xz"
#: Most bytes of one file, packed as well as unpacked; the largest shipped one has 2 MB.
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
        folder: where the packed files lie.

    Raises:
        ToolwireError: a file is missing or damaged.
    """
    wanted = frozenset(providers)
    for provider in imported_providers(folder):
        if not wanted or provider in wanted:
            yield from unpack(_lines(folder / f"{provider}{SUFFIX}"), provider)


def _lines(path: Path) -> bytes:
    try:
        with opened(path, _MOST_BYTES) as file, lzma.LZMAFile(file) as plain:
            lines = plain.read(_MOST_BYTES + 1)
    except (OSError, EOFError, lzma.LZMAError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        hint = "install the package again"
        raise ToolwireError(f"cannot read: {why}", where=str(path), hint=hint) from None
    if len(lines) > _MOST_BYTES:
        raise ToolwireError(f"more than {_MOST_BYTES} bytes, unpacked", where=str(path))
    return lines
