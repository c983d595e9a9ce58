"""Stand-ins: what is written in the place of a secret, taking up exactly as much room.

A stand-in keeps the length, the class of each letter and digit and every other sign, so that JSON,
event framing, chunk boundaries and checksummed lengths around it stay what they were, so that what
was an id still has the form of one, and so that two secrets seldom share theirs. Nothing random
goes into it: the same secret has the same stand-in wherever it stands (in a delta, in the reply
put together from deltas, in the next request that sends the reply back) and in every process.
"""

from __future__ import annotations

import re

__all__ = ["MEANT", "folded", "stand_in"]

#: A letter or digit that no stand-in has, this form's or the older one's.
MEANT = re.compile(rb"[A-WYZa-wyz1-9]")


def _class(code: int) -> str:
    sign = chr(code)
    if not sign.isascii() or not sign.isalnum():
        return sign
    return "0" if sign.isdigit() else "X" if sign.isupper() else "x"


_CLASSES = "".join(map(_class, range(256))).encode("latin-1")
_SIGN = re.compile(rb"\\+(?:u[0-9A-Fa-f]{4}|.)|%[0-9A-Fa-f]{2}|[A-Za-z0-9]", re.DOTALL)
#: The older form had an `x` for every letter and digit.
_OLDER = bytes.maketrans(b"X0", b"xx")
_ESCAPED = re.compile(rb"(%|u00)(?:58|30)")


def stand_in(text: bytes) -> bytes:
    """Return text with `x` for small letters, `X` for capitals, `0` for digits.

    Escapes stay escapes, and what else there is stays.
    """
    return _SIGN.sub(_classed, text)


def _classed(match: re.Match[bytes]) -> bytes:
    sign = match[0]
    if len(sign) == 1:
        return sign.translate(_CLASSES)
    if sign[:1] == b"%":
        return b"%" + _hex(sign[1:])
    if sign[-5:-4] == b"u" and sign[-4:-2] == b"00":
        return sign[:-2] + _hex(sign[-2:])
    return sign


def _hex(digits: bytes) -> bytes:
    code = int(digits, 16)
    return b"%02x" % _CLASSES[code] if _CLASSES[code] != code else digits


def folded(text: bytes) -> bytes:
    """Return text in which a stand-in and the older form of it are the same: for comparing."""
    return _ESCAPED.sub(rb"\g<1>78", text).translate(_OLDER)
