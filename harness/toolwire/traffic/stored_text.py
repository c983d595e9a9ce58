"""Bodies that a recorder stored as text.

Text is UTF-8, but for bodies that are no text at all: recorders that know no base64 write each
byte of them as the character of its number (latin-1). Where one decoded them, bytes are lost.
"""

from __future__ import annotations

from typing import Final

from toolwire.traffic.unreadable import RefusedError

#: How bodies begin that are no text: messages of an Amazon event stream, gzip, zstd.
_BEGINNINGS: Final = ("\0", "\x1f\x8b", "\x28\xb5\x2f\xfd")
_LOST: Final = "a binary body was stored as text, and bytes of it are lost"


def bytes_of(text: str) -> bytes:
    """Return the bytes of a body that was stored as text.

    Raises:
        RefusedError: it is no text, and what stands there is not what came.
    """
    if not text.startswith(_BEGINNINGS) and not _torn(text):
        return text.encode()
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        raise RefusedError(_LOST) from None


def _torn(text: str) -> bool:
    """Return whether a body was decoded that begins as gzip or zstd does, and is none now."""
    return text.startswith(("\x1f\ufffd", "(\ufffd/\ufffd"))
