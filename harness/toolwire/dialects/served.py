"""Tools that a server itself runs: how answers tell of their use, and how requests offer them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from toolwire.model.conversation import JsonObject


def _never(_body: JsonObject) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class ServedTools:
    """Tools that a server itself runs.

    Attributes:
        used: a body, or the payload of an event -> pointers in it of parts that are the use, or
            the result, of such a tool.
        offered: a request's body -> whether it offers any, or may: what it refers to and does
            not say itself (a prompt, a cache) may.
        nameless: a request's body -> whether it offers tools that the client runs and whose names
            it does not say.
    """

    used: Callable[[JsonObject], Iterator[str]]
    offered: Callable[[JsonObject], bool]
    nameless: Callable[[JsonObject], bool] = _never
