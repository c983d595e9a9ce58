"""The signature of the reference's thoughts: it says whose it is, and shows where it or the thoughts were altered.

Anthropic's is opaque to everybody; what others signed nobody but they can check, so that is taken as it is.
"""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Final

from toolwire.model.conversation import JsonObject

#: As many bytes as make whole letters of base64, so that it shows without decoding; then four for the turn.
_MARK: Final = b"toolwire:"
_BEGINS: Final = b64encode(_MARK).decode()
_TURN: Final = 4
#: So that all are 44 letters without padding.
_DIGEST: Final = 20


def sealed(turn: int, thoughts: str) -> str:
    """Return the signature of the thoughts of an answer.

    Args:
        turn: how many calls were made before, so that equal thoughts have several.
        thoughts: their text.
    """
    number = (turn % 2 ** (8 * _TURN)).to_bytes(_TURN, "big")
    return b64encode(_MARK + number + _digest(number, thoughts)).decode()


def is_altered(block: JsonObject) -> bool:
    """Return whether a block of a history has a signature of the reference's that is not that of its thoughts."""
    signature, thoughts = block.get("signature"), block.get("thinking")
    if not isinstance(signature, str) or not signature.startswith(_BEGINS):
        return False
    try:
        whole = b64decode(signature, validate=True)
    except (binascii.Error, ValueError):
        return True
    number, digest = whole[len(_MARK) :][:_TURN], whole[len(_MARK) + _TURN :]
    return digest != _digest(number, thoughts if isinstance(thoughts, str) else "")


def _digest(number: bytes, thoughts: str) -> bytes:
    return sha256(number + thoughts.encode(errors="surrogatepass")).digest()[:_DIGEST]
