"""What could not be read, told and not raised: the rest of the input goes on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A piece of the input that could not be read.

    Attributes:
        source: the file as the user named it (or as found below a folder); `-` for stdin.
        position: `line 12`, `interaction 3`, `entry 7`, `item 2` (counted from 1), or
            `whole file`.
        reason: why, on one line.
        foreign: it is well formed and something else: a file that happens to lie in the folder.
        raised: what a reader raised that is none of its own refusals: a fault of toolwire, whose
            text may quote the file; None when it read as it should.
    """

    source: str
    position: str
    reason: str
    foreign: bool = False
    raised: Exception | None = None


class RefusedError(Exception):
    """Why one piece cannot be read; readers turn it into an `Unreadable`."""


class ForeignError(RefusedError):
    """The piece is no damaged exchange, it is something else altogether."""
