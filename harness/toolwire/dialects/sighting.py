"""How a format is recognised: by the path of a request, then by the bytes of its response."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import msgspec

from toolwire.dialects.body import sent_of
from toolwire.dialects.dialect import Recognition
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange

#: A byte order mark, which stored bodies may begin with.
BOM: Final = b"\xef\xbb\xbf"
#: What an answer shows by itself, and no error does.
_SURE: Final = 0.7
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


def recognised(
    exchange: Exchange,
    at_path: Callable[[Exchange], Recognition | None],
    shown: Callable[[Exchange], Recognition],
    most: float | None = 0.6,
    asked: Callable[[JsonObject], Recognition | None] | None = None,
) -> Recognition:
    """Return how sure it is that an exchange speaks a format, and why.

    Args:
        exchange: it, with or without a request.
        at_path: what a request with a URL says; None where it says nothing of the format.
        shown: what the rest of the exchange shows then.
        most: how sure that is at most, at the path of another format; None where paths do not
            lower it.
        asked: what the body of a request says, where no URL was kept and what is shown is not
            sure; None where it says nothing of the format.
    """
    request = exchange.request
    if request is None or not request.url:
        seen = shown(exchange)
        if asked is None or request is None or seen.confidence >= _SURE:
            return seen
        said = asked(object_of(sent_of(request)))
        return said if said is not None and said.confidence > seen.confidence else seen
    found = at_path(exchange)
    if found is not None:
        return found
    seen = shown(exchange)
    return seen if most is None else elsewhere(seen, most)


def at_end(exchange: Exchange, paths: tuple[str, ...]) -> bool:
    """Return whether the path of a request ends in one of these."""
    return exchange.request is not None and path_of(exchange.request.url).endswith(paths)


def path_ending(paths: tuple[str, ...]) -> Callable[[Exchange], Recognition | None]:
    """Return what recognises a format by the end of a path alone, which is the first of these."""
    found = Recognition(0.97, f"path ends in {paths[0]}")
    return lambda exchange: found if at_end(exchange, paths) else None


def opening_of(body: bytes, size: int) -> bytes:
    """Return the first bytes of a body, after a byte order mark and white space."""
    return body[:size].removeprefix(BOM).lstrip()
