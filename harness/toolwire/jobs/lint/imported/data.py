"""Reading the shipped observations, of all providers or of some."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from toolwire.io.coding import CodingError, unpacked_file
from toolwire.io.opening import opened
from toolwire.jobs.lint.imported.form import unpack
from toolwire.jobs.lint.imported.origin import FOLDER, origin
from toolwire.model.errors import ToolwireError
from toolwire.model.observation import Observation

#: What follows a provider's id in the name of its file.
SUFFIX = ".jsonl.gz"
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
        with opened(path, _MOST_BYTES) as file, unpacked_file(file, _MOST_BYTES) as plain:
            return plain.read()
    except (OSError, CodingError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        hint = "install the package again"
        raise ToolwireError(f"cannot read: {why}", where=str(path), hint=hint) from None
