"""Where a finding stands.

The command line finds this out and hands it in: the report layer does not open what was judged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from toolwire.model.observation import Finding, Observation


@dataclass(frozen=True, slots=True)
class Place:
    """Where the bytes of a finding were read.

    Attributes:
        path: file, with forward slashes: relative to the working directory when it is below
            it, else absolute; "" when there is no file here (stdin, somebody else's
            repository).
        line: line where the exchange begins, from 1; None when it is not known.
        url: address of the exchange when it is in a public repository; "" when it is not.
    """

    path: str = ""
    line: int | None = None
    url: str = ""


NOWHERE = Place()

#: (observation, one of its findings, or None for the whole of it) -> where that is.
PlaceOf = Callable[[Observation, Finding | None], Place]
