"""From what the shipped observations were made: version, rules, corpora, counts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from toolwire.io.opening import content
from toolwire.model.errors import ToolwireError

#: The folder of the packed files, and the name of the file that says what they are.
FOLDER: Final = Path(__file__).with_name("packed")
NAME: Final = "origin.json"
_MOST_BYTES: Final = 1 << 20


class Corpus(msgspec.Struct, frozen=True):
    """A folder of recorded traffic.

    Attributes:
        name: its name, without the folders above it.
        sha256: of names and contents of all its files.
        exchanges: how many were judged; `unknown` of them are of no dialect.
    """

    name: str
    sha256: str
    exchanges: int
    unknown: int


class Share(msgspec.Struct, frozen=True):
    """What is of one provider: exchanges, observations, the newest date, digest of its lines."""

    exchanges: int
    observations: int
    newest: str | None
    sha256: str


class Origin(msgspec.Struct, frozen=True):
    """What the shipped observations were made by, and from what.

    Attributes:
        toolwire: version that judged.
        rules: number of rules that version had.
        corpora: what was read.
        fixtures: reason -> exchanges that are evidence of nothing and were left out.
        providers: provider id -> what is of it.
    """

    toolwire: str
    rules: int
    corpora: tuple[Corpus, ...]
    fixtures: Mapping[str, int]
    providers: Mapping[str, Share]

    @property
    def observations(self) -> int:
        """Return how many there are of all providers."""
        return sum(share.observations for share in self.providers.values())

    @property
    def newest(self) -> str | None:
        """Return the date (ISO 8601) of the newest exchange; None when there is none."""
        return max((s.newest for s in self.providers.values() if s.newest), default=None)


@cache
def origin(folder: Path = FOLDER) -> Origin:
    """Return what the observations in a folder of packed files were made from.

    Raises:
        ToolwireError: the file is missing or not of the form.
    """
    path = folder / NAME
    try:
        return msgspec.json.decode(content(path, _MOST_BYTES), type=Origin)
    except OSError as error:
        raise ToolwireError(
            f"cannot read: {error.strerror}", where=str(path), hint="install the package again"
        ) from error
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise ToolwireError(f"not an origin of observations: {error}", where=str(path)) from None
