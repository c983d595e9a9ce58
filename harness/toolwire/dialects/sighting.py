"""What recognising needs of an exchange: its path, and top-level members left unparsed."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from toolwire.dialects.dialect import Recognition

_MEMBERS: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


# Dialects ask about the same exchange, one after the other; a stranger's URL may be long.
@lru_cache(maxsize=1)
def path_of(url: str) -> str:
    """Return a URL without query, fragment and slashes at its end."""
    return url.partition("#")[0].partition("?")[0].rstrip("/")


def members_of(text: bytes) -> dict[str, msgspec.Raw] | None:
    """Return the members of an object, each in its own bytes; None for anything else."""
    try:
        return _MEMBERS.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


def elsewhere(seen: Recognition, most: float = 0.6) -> Recognition:
    """Lower the confidence of what was seen at another path.

    A path of another format weighs more than a body that could be several things.
    """
    if not seen.confidence:
        return seen
    return Recognition(min(seen.confidence, most), f"{seen.reason}, other path")
