"""Members of a format that stand in an answer in another spelling, which is TC191's to tell."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from toolwire.model.reply import Reading
from toolwire.rules.views.unknown_members import unknown_members


@lru_cache(maxsize=4_096)
def folded(name: str) -> str:
    """Return what a name has in common with its other spellings: finishReason is finish_reason."""
    return "".join(filter(str.isalnum, name)).lower()


def stands_otherwise(name: str, members: Iterable[str]) -> bool:
    """Return whether another spelling of a name is among some, beside which it is absent."""
    there = frozenset(members)
    return name not in there and folded(name) in map(folded, there)


def is_spelled_otherwise(reading: Reading, names: Iterable[str]) -> bool:
    """Return whether an answer has one of some members in a spelling that the format does not know."""
    wanted = frozenset(map(folded, names))
    return any(
        name not in here.names and folded(name) in wanted
        for here, _, value in unknown_members(reading)
        for name in value
    )
