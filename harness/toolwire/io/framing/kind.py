"""How a body is framed, by its first byte."""

from __future__ import annotations

from enum import Enum
from typing import Final

_BOM: Final = b"\xef\xbb\xbf"
_PEEK: Final = 256


class Framing(Enum):
    """What the first byte of a body says of what follows it."""

    MESSAGES = b"\0"
    ARRAY = b"["
    #: One JSON object, or one a line.
    LINES = b"{"
    #: Server-sent events, or anything else.
    OTHER = b""


_KINDS: Final = {kind.value: kind for kind in Framing}


def start_of(body: bytes) -> bytes:
    """Return the first bytes of a body after a byte order mark and white space."""
    return body[:_PEEK].removeprefix(_BOM).lstrip()


def framing_of(body: bytes) -> Framing:
    """Return how a body is framed; a byte order mark and white space say nothing."""
    return _KINDS.get(start_of(body)[:1], Framing.OTHER)


def is_messages(body: bytes) -> bool:
    """Return whether a body is messages of an AWS event stream: their length comes first."""
    return body[:1] == b"\0"
