"""UTF-8 text out of bytes cut anywhere, shared by the text framings.

Replacement is Python's own, which is meant to follow the WHATWG Encoding standard (from
knowledge): each maximal ill-formed sequence becomes one U+FFFD, one leading byte order mark
is dropped. Replacements are counted apart from U+FFFD characters that were really sent.
"""

from __future__ import annotations

import codecs

_REPLACEMENT = "\ufffd"
_SENT_REPLACEMENT = _REPLACEMENT.encode()


class TextDecoder:
    """Incremental decoder; `replaced` counts the places that were not UTF-8."""

    __slots__ = ("_begun", "_decode", "_last", "replaced")

    def __init__(self) -> None:
        # Not utf-8-sig: a body of EF alone, half a mark, would vanish (CPython 3.11).
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._begun = False
        self._last = b""
        self.replaced = 0

    def feed(self, data: bytes, *, final: bool = False) -> str:
        """Take the next bytes and return the characters they complete."""
        text = self._decode(data, final)
        if _REPLACEMENT in text:
            # A sent U+FFFD is three bytes and may straddle two feeds.
            sent = (self._last + data).count(_SENT_REPLACEMENT)
            self.replaced += text.count(_REPLACEMENT) - sent
        self._last = data[-2:] if len(data) > 1 else (self._last + data)[-2:]
        if not self._begun and text:
            self._begun = True
            return text.removeprefix("\ufeff")
        return text
