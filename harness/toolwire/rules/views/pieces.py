"""The streamed pieces that belong to one call, found in linear time.

Pieces that share choice, index and API are one group. A stream may hold as many calls as pieces,
and all of them under one index, so that what is asked of a group is worked out once.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from toolwire.io.json_text import JsonError, canonical, parse
from toolwire.model.conversation import Json, ToolCall
from toolwire.model.reply import ABSENT, Absent, CallDelta, Reading
from toolwire.rules.views.memoize import memoize


@dataclass(slots=True)
class Pieces:
    """The pieces of one group.

    Attributes:
        texts: their fragments of arguments, in wire order.
        all_text: no piece has arguments that are neither text nor missing.
        there: some piece has an arguments member.
    """

    texts: list[str] = field(default_factory=list)
    all_text: bool = True
    there: bool = False
    _joined: str | None = None
    _whole: bool | None = None

    def take(self, delta: CallDelta) -> None:
        """Add the next piece."""
        if isinstance(delta.arguments, str):
            self.texts.append(delta.arguments)
        self.all_text = self.all_text and is_text(delta.arguments)
        self.there = self.there or delta.arguments is not ABSENT

    @property
    def text(self) -> str:
        """Return the fragments joined."""
        if self._joined is None:
            self._joined = "".join(self.texts)
        return self._joined

    @property
    def whole(self) -> bool:
        """Return whether the fragments joined are one JSON value."""
        if self._whole is None:
            self._whole = bool(self.text) and _is_json(self.text)
        return self._whole


#: What a call has that no piece opened.
NO_PIECES: Final = Pieces()
_Groups: TypeAlias = dict[str, Pieces]


def pieces_of(reading: Reading, call: ToolCall) -> Pieces:
    """Return the pieces of a call, found by the piece that opened it."""
    return _groups(reading).get(call.pointer, NO_PIECES)


@memoize
def _groups(reading: Reading) -> _Groups:
    """Return the group of each piece, by the piece's pointer; of equal pointers the first."""
    by_key: dict[Hashable, Pieces] = {}
    found: _Groups = {}
    for delta in reading.deltas:
        key = (delta.choice, key_of(delta.index), delta.legacy)
        group = by_key.setdefault(key, Pieces())
        group.take(delta)
        found.setdefault(delta.pointer, group)
    return found


def key_of(value: Json | Absent) -> Hashable:
    """Return something to find a value of the wire by; equal values have equal ones."""
    if isinstance(value, dict | list):
        try:
            return canonical(value)
        except (JsonError, UnicodeError):
            return id(value)
    # To Python `False` is `0`.
    return (bool, value) if isinstance(value, bool) else value


def is_text(value: Json | Absent) -> bool:
    """Return whether arguments are text, null or missing."""
    return value is None or value is ABSENT or isinstance(value, str)


def _is_json(text: str) -> bool:
    try:
        parse(text)
    except JsonError:
        return False
    return True
