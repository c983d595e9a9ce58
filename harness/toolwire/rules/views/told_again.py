"""A stream that tells a text again: each piece has what was sent before, or comes twice, or one is the whole text.

What such a stream adds up to is not what the model said. Rules about a text leave it to the one that tells of it
(TC929).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.model.reply import UnreadKind
from toolwire.rules.rule import Reading, Violation
from toolwire.rules.views.chat import joined_choice
from toolwire.rules.views.memoize import memoize

#: Steps to a text in an event.
TextPath: TypeAlias = "tuple[str | int, ...]"

#: The longest first piece that is looked for: servers begin with a word or two.
_LONGEST: Final = 200
#: A text that begins with something twice: most do not, and need no second look.
_REPEATS: Final = re.compile(rf"(.{{1,{_LONGEST}}}?)\1", re.DOTALL)
#: Pieces that grow this often do so on purpose, and so do two that have as many characters alike.
_OFTEN: Final = 3
_LONG: Final = 8
#: So many different pieces that come twice each, one after the other, are no words of a model.
_PAIRS: Final = 4
#: What is said of a stream that has the text in pieces, and in one.
WHOLE_AGAIN: Final = "A piece is the whole text, which came in other pieces as well."
#: Members that hold pieces of a text.
TEXTS: Final = ("text", "content")
#: Why a call is none of its own -> what is said of it.
_AGAIN: Final = {
    UnreadKind.TOLD_AGAIN: "A call that was sent before is sent again under its id.",
    UnreadKind.IN_PARTS: "A call that was sent before goes on in another under its id.",
}


def calls_again(reading: Reading) -> tuple[tuple[str, str], ...]:
    """Return where a call stands that was sent before under its id, whole or in part, and what is said of it."""
    parts = reading.reply.unread
    return tuple((one.pointer, _AGAIN[one.kind]) for one in parts if one.kind in _AGAIN)


@memoize
def texts_again(reading: Reading) -> tuple[tuple[str, Violation], ...]:
    """Return the text and the reasoning of a stream that are told again, each with where that is."""
    if reading.mode is not Mode.STREAMING:
        return ()
    texts = (reading.reply.text, reading.reply.reasoning)
    found = ((text, next(_again(reading, text), None)) for text in texts if text)
    return tuple((text, one) for text, one in found if one is not None)


def tells_again(reading: Reading, text: str | None) -> bool:
    """Return whether a text of a stream, or its reasoning, is told again."""
    return bool(text) and any(text == one for one, _ in texts_again(reading))


def strings_in(value: Json, path: TextPath = ()) -> Iterator[tuple[TextPath, str]]:
    """Yield the texts of a value, each with the steps to it."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from strings_in(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from strings_in(item, (*path, number))


def _growing(reading: Reading, text: str) -> Iterator[tuple[TextPath, list[tuple[int, str]]]]:
    """Yield the places whose every piece goes on from the one before, and begins the text."""
    told: dict[TextPath, list[tuple[int, str]]] = {}
    others: set[TextPath] = set()
    whole: set[TextPath] = set()
    for event in reading.events:
        for path, piece in strings_in(event.json) if isinstance(event.json, dict) else ():
            if not piece or path in others:
                continue
            rows = told.setdefault(path, [])
            before = rows[-1][1] if rows else ""
            # What was whole may be told once more: a last line says all of it again.
            again = piece == before and path not in whole
            grown = len(piece) > len(before) and piece.startswith(before) and path not in whole
            if grown or again if before else text.startswith(piece):
                rows.append((event.number, piece))
                whole.update((path,) if again else ())
                continue
            del told[path]
            others.add(path)
            if rows and not told:
                return  # what began the text does not grow
    yield from told.items()


def _again(reading: Reading, text: str) -> Iterator[Violation]:
    """Yield where a text, or a reasoning, is told again."""
    if text[: len(text) // 2] == text[len(text) // 2 :] and len(text) >= 2 * _LONG:
        yield from _twice(reading, text[: len(text) // 2])
    if _REPEATS.match(text) is None:
        return
    for path, rows in _growing(reading, text):
        pieces = [piece for _, piece in rows]
        grown = len({*pieces})
        often = grown > _OFTEN or (grown > 1 and len(pieces[0]) >= _LONG)
        if often and "".join(pieces) == text:
            pointer = f"event[{rows[1][0]}]/" + "/".join(map(str, path))
            message = "Each piece of the text repeats what was sent before."
            yield Violation(pointer, message, "the next piece only", pieces[1][:_LONGEST])
            return
    # Two choices of one number say all twice, and are another matter.
    if joined_choice(reading) is None:
        yield from _doubled(reading, text)


def _doubled(reading: Reading, text: str) -> Iterator[Violation]:
    """Yield the second piece of a text each piece of which comes twice."""
    told: dict[TextPath, list[tuple[int, str]]] = {}
    for event in reading.events:
        for path, piece in strings_in(event.json) if isinstance(event.json, dict) else ():
            if piece and path[-1] in TEXTS:
                told.setdefault(path, []).append((event.number, piece))
    for path, rows in told.items():
        pieces = [piece for _, piece in rows]
        twice = pieces[::2] == pieces[1::2] and len({*pieces}) >= _PAIRS
        if twice and "".join(pieces) == text:
            pointer = f"event[{rows[1][0]}]/" + "/".join(map(str, path))
            message = "Each piece of the text is sent twice."
            yield Violation(pointer, message, "the next piece only", pieces[1][:_LONGEST])
            return


def _twice(reading: Reading, half: str) -> Iterator[Violation]:
    """Yield the piece that is the whole text, where other pieces are the text as well.

    A model that says something twice says it in pieces both times.
    """
    whole, parts = [], 0
    for event in reading.events:
        for path, piece in strings_in(event.json) if isinstance(event.json, dict) else ():
            if piece == half:
                whole.append((event.number, path))
            elif piece and path[-1] in TEXTS and piece in half:
                parts += 1
    if len(whole) == 1 and parts > 1:
        number, path = whole[0]
        message = WHOLE_AGAIN
        pointer = f"event[{number}]/" + "/".join(map(str, path))
        yield Violation(pointer, message, "the text once", half[:_LONGEST])
