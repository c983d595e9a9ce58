r"""A streamed JSON array: bytes to element texts and back.

Gemini's `streamGenerateContent` without `alt=sse` answers one JSON array whose elements
arrive over time, as `[{..}\n,\n{..}\n]` (google-genai 3.4.0; seen in recorded traffic). The decoder finds
where elements end by nesting and strings; it does not judge what is inside them, so a
malformed element is handed on as text. What is wrong between elements is told in `problem`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import msgspec

from toolwire.io.framing.incremental import IncrementalDecoder

_SPACE = " \t\r\n"
_TOKENS = re.compile(r'["\\\[\]{},]|[^"\\\[\]{},]+')
_ITEMS = msgspec.json.Decoder(list[msgspec.Raw])


@dataclass(frozen=True, slots=True)
class DecodedJsonArray:
    """A whole body, decoded.

    Attributes:
        elements: element texts in order, without the white space around them.
        unfinished: text that is no whole element (a cut-off one, or what stood outside the
            array); None when the array was closed and nothing followed.
        problem: the first thing wrong about the array itself; None when nothing is.
        replaced: number of places that were not UTF-8.
    """

    elements: tuple[str, ...]
    unfinished: str | None
    problem: str | None
    replaced: int


class _ArrayPlace(Enum):
    BEFORE = "before the array"
    FIRST = "after the opening bracket"
    COMMA = "after a comma"
    VALUE = "after an element"
    AFTER = "after the array"
    OUTSIDE = "not an array"


class JsonArrayDecoder(IncrementalDecoder[str]):
    """Incremental decoder; feed it bytes cut anywhere, get the same elements.

    An element that is an object or array is returned as soon as it is closed.

    Attributes:
        problem: the first thing wrong about the array itself; None when nothing is.
    """

    def __init__(self) -> None:
        super().__init__()
        self._place = _ArrayPlace.BEFORE
        self._ready: list[str] = []
        self._depth = 0
        self._quoted = False
        self._escaped = False
        self.problem: str | None = None

    def close(self) -> tuple[list[str], str | None]:
        """End the body; return texts completed by the end and the unfinished text, if any."""
        elements = self._take(self._text.feed(b"", final=True))
        rest = "".join(self._pieces).strip(_SPACE)
        self._pieces = []
        if self._place is _ArrayPlace.AFTER:
            return elements, rest or None
        self._note("no array" if self._place is _ArrayPlace.BEFORE else "the array is not closed")
        return elements, rest

    def _take(self, text: str) -> list[str]:
        for piece in _TOKENS.findall(text):
            if self._quoted:
                self._in_string(piece)
            elif self._depth:
                self._in_element(piece)
            else:
                self._between(piece)
        ready, self._ready = self._ready, []
        return ready

    def _in_string(self, piece: str) -> None:
        self._pieces.append(piece)
        if self._escaped:
            self._escaped = False
        elif piece == "\\":
            self._escaped = True
        elif piece == '"':
            self._quoted = False

    def _in_element(self, piece: str) -> None:
        self._pieces.append(piece)
        if piece == '"':
            self._quoted = True
        elif piece in "[{":
            self._depth += 1
        elif piece in "]}":
            self._depth -= 1
            if not self._depth:
                self._emit()

    def _between(self, piece: str) -> None:
        if self._place in {_ArrayPlace.BEFORE, _ArrayPlace.AFTER, _ArrayPlace.OUTSIDE}:
            self._around(piece)
        elif piece in {",", "]"}:
            self._end(piece)
        else:
            if self._place is _ArrayPlace.VALUE and piece.strip(_SPACE):
                self._note("no comma between two elements")
            self._pieces.append(piece)
            self._quoted = piece == '"'
            self._depth = int(piece in {"[", "{"})

    def _around(self, piece: str) -> None:
        if self._place is _ArrayPlace.BEFORE and piece == "[":
            self._place = _ArrayPlace.FIRST
            return
        self._pieces.append(piece)
        if not piece.strip(_SPACE):
            return
        if self._place is _ArrayPlace.BEFORE:
            self._place = _ArrayPlace.OUTSIDE
            self._note("not an array")
        else:
            self._note("text after the array")

    def _end(self, piece: str) -> None:
        if any(part.strip(_SPACE) for part in self._pieces):
            self._emit()
        elif self._place is _ArrayPlace.COMMA or (
            self._place is _ArrayPlace.FIRST and piece == ","
        ):
            self._note("a comma without an element")
        self._pieces = []
        self._place = _ArrayPlace.COMMA if piece == "," else _ArrayPlace.AFTER

    def _emit(self) -> None:
        self._ready.append("".join(self._pieces).strip(_SPACE))
        self._pieces = []
        self._place = _ArrayPlace.VALUE

    def _note(self, problem: str) -> None:
        self.problem = self.problem or problem


def decode(body: bytes) -> DecodedJsonArray:
    """Decode a whole body.

    A well-formed array is cut by msgspec, some fifty times faster; the incremental decoder
    gives the same elements (a property test holds the two together) and reads the rest.
    """
    try:
        elements = tuple(str(item, "utf-8") for item in _ITEMS.decode(body))
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return _decode_slowly(body)
    return DecodedJsonArray(elements, None, None, 0)


def _decode_slowly(body: bytes) -> DecodedJsonArray:
    decoder = JsonArrayDecoder()
    elements = decoder.feed(body)
    last, unfinished = decoder.close()
    return DecodedJsonArray((*elements, *last), unfinished, decoder.problem, decoder.replaced)


def encode(elements: Iterable[str]) -> bytes:
    """Write an array the way Gemini streams it: a comma on a line of its own, lines end in CRLF."""
    return ("[" + "\r\n,\r\n".join(elements) + "\r\n]").encode()
