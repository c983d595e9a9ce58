"""Dialects on the same paths: one offers tools as members, the other in words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from toolwire.dialects import Dialect, dialects, load_dialect


@dataclass(frozen=True, slots=True)
class Sharing:
    """The dialects on one path: with tools as members of the request, and in words."""

    members: Dialect
    words: Dialect


def in_words(name: str) -> str | None:
    """Return the dialect in words on the paths of one with members; None where there is none."""
    shared = sharing(name)
    return shared.words.name if shared is not None and shared.members.name == name else None


@cache
def sharing(name: str) -> Sharing | None:
    """Return the two on the first path of a dialect, its own; None where it has it for itself."""
    own, *_ = load_dialect(name).wire.serving.paths
    beside = [one for one in dialects() if one.wire.serving.paths[0] == own]
    members = next((one for one in beside if not one.in_words), None)
    words = next((one for one in beside if one.in_words), None)
    return None if members is None or words is None else Sharing(members, words)
