"""What the reference responders are made of: fragments, made-up ids, counts.

Everything follows from its arguments, so that the same request gets the same bytes.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256

from toolwire.dialects.body import sent_of
from toolwire.io.json_text import JsonError, dump
from toolwire.model.exchange import Request

_PIECE = 7


def pieces(text: str, size: int = _PIECE) -> Iterator[str]:
    """Cut a text into streamed fragments of at most `size` characters."""
    return (text[start : start + size] for start in range(0, len(text), size))


def token(seed: str, length: int) -> str:
    """Return letters and digits that follow from a seed and look random."""
    text = b64encode(sha256(seed.encode()).digest() * 2).decode()
    return "".join(letter for letter in text if letter.isalnum())[:length]


def drawn(seed: str, alphabet: str, length: int) -> str:
    """Return letters of an alphabet that follow from a seed and look random."""
    number = int.from_bytes(sha256(seed.encode()).digest())
    letters = []
    for _ in range(length):
        number, digit = divmod(number, len(alphabet))
        letters.append(alphabet[digit])
    return "".join(letters)


def size_of(request: Request) -> int:
    """Return the bytes of what a request says, without the blanks that stand around its values."""
    try:
        return len(dump(sent_of(request)))
    except (JsonError, UnicodeError):
        return len(request.body)


def token_count(value: object) -> int:
    """Count the tokens of a value, four bytes taken for a token: near enough for a reference."""
    return len(dump(value)) // 4 + 1
