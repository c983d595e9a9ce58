"""What tells the bytes of one recording from those of another."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

#: Hex characters that are kept of a digest: a quarter is enough, and thousands of whole ones would
#: be half of a compressed results file.
_KEPT: Final = 16


def digest_of(body: bytes) -> str:
    """Return the first hex characters of the SHA-256 of the body of a response."""
    return sha256(body).hexdigest()[:_KEPT]
