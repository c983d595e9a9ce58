"""What a client is asked to do, and what its program then has."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

#: Name of the tool, its arguments, and whether the call has an id.
Call = tuple[str | None, object, bool]


@dataclass(frozen=True, slots=True)
class Job:
    """One try.

    Attributes:
        id: of the try.
        doing: `reply`: read one; `loop`: run the tools until there is an answer; `typed`: have
            the answer as an object of a type; `legacy`: read one, asked with `functions`.
        dialect: what is spoken.
        mode: `blocking` or `streaming`.
        choice: `none`, `required`, a tool's name, or "" where the model is free.
        url: root of a server that answers this try only.
    """

    id: str
    doing: str
    dialect: str
    mode: str
    choice: str
    url: str

    @property
    def streams(self) -> bool:
        """Return whether the answer is asked for as a stream."""
        return self.mode == "streaming"


@dataclass(frozen=True, slots=True)
class Seen:
    """What the program has: of a loop, `calls` are those that were run."""

    calls: tuple[Call, ...] = ()
    text: str = ""
    stop: str = ""


class NotTriedError(Exception):
    """The client cannot ask what the try asks."""


#: What is done, and in which dialect -> how.
Readers = Mapping[tuple[str, str], Callable[[Job], Seen]]


def decoded(arguments: object) -> object:
    """Return arguments as a program would use them; text that is no JSON as it is."""
    if not isinstance(arguments, str):
        return arguments
    try:
        return json.loads(arguments)
    except ValueError:
        return f"no JSON: {arguments}"
