"""Text of strangers made safe to show: on a line of a terminal or page, in a block, in JSON.

What acts on a terminal, a reader or a parser without being seen is written as an escape: control
characters (ESC, NUL, C1 and DEL among them), format characters (what turns the direction of
writing, and what has no width), lone surrogates, line and paragraph separators, what is no
character, and letters that Unicode draws as nothing. All else stays as it is. Sources: Unicode
17.0, chapter 23 (special areas and format characters); UAX #44, general categories; UTS #55 on text
that is not what it looks like. Read 2026-11-21.

Every error and every writer of text takes one of these functions at its border, and nobody
has another idea of what is harmless.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

#: Letters and marks that are drawn as nothing (UAX #44, `Default_Ignorable_Code_Point`) and are
#: of no category that says so.
_UNSEEN: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]")
_SEPARATORS: Final = frozenset({"Zl", "Zp"})
#: Code points of which each table keeps what stands for them.
_MOST_KNOWN: Final = 4096


def line(text: str) -> str:
    """Return text that is one line and shows all it holds; what would not show is escaped.

    An escape is `U+001B` as a backslash, `u001b`; beyond the first plane it is `U000e0041`.
    """
    return text if _shows(text) else text.translate(_LINE)


def block(text: str) -> str:
    """Return text of several lines, each as `line` returns it; tabs stay, too."""
    return text if _shows(text) else text.translate(_BLOCK)


def json_bytes(document: bytes) -> bytes:
    """Return the same JSON document without a character that acts; they become its escapes.

    Args:
        document: UTF-8; JSON has such characters inside of strings only, white space but for
            that between its parts (RFC 8259, sections 2 and 7).
    """
    if document.isascii() and b"\x7f" not in document:
        return document
    text = document.decode("utf-8", "surrogatepass")
    if text.isprintable() and _UNSEEN.search(text) is None:
        return document
    return text.translate(_JSON).encode()


def _shows(text: str) -> bool:
    """Return whether text is one line of which everything shows; most text of a page is."""
    return text.isprintable() and (text.isascii() or _UNSEEN.search(text) is None)


def _acts(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] == "C" or category in _SEPARATORS or _UNSEEN.match(char) is not None


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _json_escape(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


class _Shown(dict[int, int | str]):
    """Code point -> what stands for it, made when it is first met: texts of a megabyte use few.

    Args:
        escape: returns what stands for a character that acts.
        kept: characters that act and stay.
    """

    def __init__(self, escape: Callable[[str], str], kept: str = "") -> None:
        super().__init__((ord(char), ord(char)) for char in kept)
        self._escape = escape

    def __missing__(self, code: int) -> int | str:
        char = chr(code)
        found = self._escape(char) if _acts(char) else code
        # A text that uses all there are is not worth their memory.
        if len(self) < _MOST_KNOWN:
            self[code] = found
        return found


_LINE: Final = _Shown(_escape)
_BLOCK: Final = _Shown(_escape, "\n\t")
_JSON: Final = _Shown(_json_escape, "\n\r\t")
