"""The shape of an opaque id, as a short pattern that is the same for ids made alike."""

from __future__ import annotations

import re
import string

_LONGEST = 128
#: Characters from which on a tool's name does not come about in random letters.
_TELLING = 6
_UUID_LENGTH = 36
_ALLOWED = re.compile(r"[A-Za-z0-9_.:-]+", re.ASCII)
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", re.ASCII)
_TOKEN = re.compile(r"([A-Za-z0-9]*)([_.:-])", re.ASCII)
_WORD = re.compile(r"[a-z]{1,10}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,2}", re.ASCII)
_SEPARATORS = "_.:-"
_LETTERS = frozenset(string.ascii_letters + string.digits)
#: Narrowest first; the first class that holds every letter and digit is the one shown.
_CLASSES = tuple(
    (word, re.compile(rf"[{word}{_SEPARATORS}]+", re.ASCII)) for word in ("0-9", "0-9a-f", "a-z0-9")
)


def id_shape(value: str, name: str | None = None) -> str:
    """Describe an id as a pattern, for example `call_[A-Za-z0-9]{24}`.

    Leading lower-case words and short numbers stay readable, the called tool's name becomes
    `<name>`, a UUID becomes `uuid`, and what is left becomes its character class and length.
    The result holds nothing from the wire but words of at most ten lower-case letters.

    Args:
        value: the id; hostile.
        name: the called tool's name, which some providers put into the id.

    Returns:
        The pattern; `""` in quotes for an empty id; `other` for one that is longer than 128
        characters or has characters outside letters, digits and `_ . : -`.
    """
    if not value:
        return '""'
    if len(value) > _LONGEST or _ALLOWED.fullmatch(value) is None:
        return "other"
    before, found, after = value.partition(name) if name and name != value else (value, "", "")
    if not found or not _stands_apart(found, before, after):
        return _pattern(value)
    return f"{_pattern(before)}<name>{_pattern(after)}"


def _stands_apart(name: str, before: str, after: str) -> bool:
    """Return whether a name is there on purpose: a short one also comes about by chance."""
    apart = before[-1:] not in _LETTERS and after[:1] not in _LETTERS
    return apart or len(name) >= _TELLING


def _pattern(text: str) -> str:
    """Return the pattern of a text without the tool's name."""
    shown = []
    at = 0
    while (token := _TOKEN.match(text, at)) is not None and not _is_uuid(text, at):
        word, separator = token.groups()
        plain = _WORD.fullmatch(word)
        if (word and not plain and not _NUMBER.fullmatch(word)) or (not word and at):
            break
        shown.append((word if plain else _class(word)) + separator)
        at = token.end()
    return "".join(shown) + ("uuid" if _is_uuid(text, at) else _class(text[at:]))


def _is_uuid(text: str, at: int) -> bool:
    return len(text) - at == _UUID_LENGTH and _UUID.fullmatch(text, at) is not None


def _class(text: str) -> str:
    """Return the character class and length of a text; "" for an empty one."""
    if not text:
        return ""
    word = "A-Za-z0-9"
    for narrower, signs in _CLASSES:
        if signs.fullmatch(text) is not None:
            word = narrower
            break
    others = "".join([sign for sign in _SEPARATORS if sign in text])
    length = f"{{{len(text)}}}" if len(text) > 1 else ""
    return f"[{word}{others}]{length}"
