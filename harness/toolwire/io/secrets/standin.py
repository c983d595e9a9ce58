"""Stand-ins: what is written in the place of a secret, taking up exactly as much room.

A stand-in keeps the length, the class of each letter and digit and every other sign, so that JSON,
event framing, chunk boundaries and checksummed lengths around it stay what they were, so that what
was an id still has the form of one, and so that two secrets seldom share theirs. Nothing random
goes into it: the same secret has the same stand-in wherever it stands (in a delta, in the reply
put together from deltas, in the next request that sends the reply back) and in every process.
"""

from __future__ import annotations

import re

from toolwire.io.secrets.entity import NAMED

#: A letter or digit that no stand-in has, this form's or the older one's.
MEANT = re.compile(rb"[A-WYZa-wyz1-9]")


def _class(code: int) -> str:
    sign = chr(code)
    if not sign.isascii() or not sign.isalnum():
        return sign
    return "0" if sign.isdigit() else "X" if sign.isupper() else "x"


_CLASSES = "".join(map(_class, range(256))).encode("latin-1")
#: Group of `_SIGN` with a decimal number.
_DECIMAL = 3
_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
_X = rb"[0-9A-Fa-f]"
#: Letters and digits in the clear, and what spells one character: the number of it, if it may be
#: that of a letter or digit, is the last group that matched; the third group in decimals, others in hex.
_SIGN = re.compile(
    rb"[A-Za-z0-9]+|(?:\\+(?:u00|x)|%(?:25)*)(?=[0-7])("
    + _X
    + rb"{2})|&#(?:[xX]0*(?="
    + _X
    + rb")("
    + _X
    + rb"{2})(?!"
    + _X
    + rb")|([0-9]{2,8})(?![0-9]))|\\+(?:u"
    + _X
    + rb"{4}|[\"'/nrtbf])|%[89A-Fa-f]"
    + _X
    + b"|&(?:"
    + b"|".join(NAMED)
    + b");"
)
#: The older form had an `x` for every letter and digit.
_OLDER = bytes.maketrans(b"X0", b"xx")
_ESCAPED = re.compile(rb"(%|u00)(?:58|30)")


def stand_in(text: bytes) -> bytes:
    """Return text with `x` for small letters, `X` for capitals, `0` for digits.

    Escapes of JSON, URLs and HTML stay escapes, and what else there is stays.
    """
    return _SIGN.sub(_classed, text)


def _classed(match: re.Match[bytes]) -> bytes:
    sign, group = match[0], match.lastindex
    if group is None:
        return sign.translate(_CLASSES) if sign[0] in _PLAIN else sign
    digits = match[group]
    code = int(digits, 10 if group == _DECIMAL else 16)
    if code > 127 or _CLASSES[code] == code:
        return sign
    return sign[: -len(digits)] + _number(_CLASSES[code], digits, decimal=group == _DECIMAL)


def _number(code: int, like: bytes, *, decimal: bool) -> bytes:
    if not decimal:
        return b"%02x" % code
    number = b"%d" % code
    # The number of an `x` has three digits, those of the first small letters have two.
    return (number if len(number) <= len(like) else b"88").rjust(len(like), b"0")


def folded(text: bytes) -> bytes:
    """Return text in which a stand-in and the older form of it are the same: for comparing."""
    return _ESCAPED.sub(rb"\g<1>78", text).translate(_OLDER)
