"""Changes of a streamed body: of a member in one event, of the events, of the bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from toolwire.dialects.exempt import Operator
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.document_edit import changes, respelled
from toolwire.rules.mutate.document_place import place_of, walk
from toolwire.rules.mutate.edit import Frame, framing_of
from toolwire.rules.mutate.other_values import NO_WORDS, Words

#: Operator, place and the changed body.
_Changed = tuple[Operator, str, bytes]
#: Members that say what kind of event a payload is, where the frame has no name.
_KINDS = ("type", "event_type")
#: Members that carry a fragment of a text.
_FRAGMENTS = ("partial_json",)


@dataclass(frozen=True, slots=True)
class _FramedStream:
    """A stream, taken apart: its frames, their bytes, and what writes another one."""

    frames: Sequence[Frame]
    pieces: Sequence[bytes]
    write: Callable[[Frame], bytes]

    def put(self, start: int, end: int, *pieces: bytes) -> bytes:
        """Return the body with other pieces in place of some."""
        return b"".join([*self.pieces[:start], *pieces, *self.pieces[end:]])


def streamed(
    body: bytes, closed: Callable[[str], bool], words: Words = NO_WORDS
) -> Iterator[_Changed]:
    """Yield a stream with one change, for every operator and place.

    Events of one kind are alike: of those with the same members the first and the last are
    changed.
    """
    take, write = framing_of(body)
    frames = take(body)
    stream = _FramedStream(frames, [write(frame) for frame in frames], write)
    for number in _chosen([_signature(frame) for frame in frames]):
        yield from _inside(stream, number, closed, words)
        yield from _around(stream, number)
    for number in _chosen([(_signature(a), _signature(b)) for a, b in pairwise(frames)]):
        first, second = stream.pieces[number : number + 2]
        place = f"{_kind(frames[number])},{_kind(frames[number + 1])}"
        yield Operator.REORDER, place, stream.put(number, number + 2, second, first)
    yield Operator.TRUNCATE, "in-an-event", body[: len(body) * 2 // 3]
    yield Operator.TRUNCATE, "in-the-last-event", body[:-3]


def _inside(
    stream: _FramedStream, number: int, closed: Callable[[str], bool], words: Words
) -> Iterator[_Changed]:
    """Change a member of one event."""
    (name, payload), kind = stream.frames[number], _kind(stream.frames[number])
    if isinstance(payload, dict):
        for change in changes(payload, lambda path: closed(kind + place_of(path)), words):
            piece = stream.write((name, change.document))
            place = kind + place_of(change.path)
            yield change.operator, place, stream.put(number, number + 1, piece)


def _around(stream: _FramedStream, number: int) -> Iterator[_Changed]:
    """Change the event as a whole."""
    (name, payload), kind = stream.frames[number], _kind(stream.frames[number])
    piece = stream.pieces[number]
    yield Operator.DROP, kind, stream.put(number, number + 1)
    yield Operator.DUPLICATE, kind, stream.put(number, number + 1, piece, piece)
    if name is not None:
        renamed = stream.write((respelled(name), payload))
        yield Operator.RENAME, kind, stream.put(number, number + 1, renamed)
    if number:
        yield Operator.TRUNCATE, kind, stream.put(number, len(stream.pieces))


def _chosen(signatures: Sequence[object]) -> list[int]:
    """Return the numbers of the first and the last of each kind, in order."""
    last = {signature: number for number, signature in enumerate(signatures)}
    first = {signatures[number]: number for number in range(len(signatures) - 1, -1, -1)}
    return sorted({*first.values(), *last.values()})


def _signature(frame: Frame) -> object:
    """Return what events of one kind have in common: name and members that are not null."""
    name, payload = frame
    if isinstance(payload, str):
        return payload
    return name, tuple(place_of(path) for path, value in walk(payload) if value is not None)


def _kind(frame: Frame) -> str:
    """Return what to call an event: its name, what its payload says it is, and its state."""
    name, payload = frame
    if isinstance(payload, str):
        return payload
    members = object_of(payload)
    kind = next((members[key] for key in _KINDS if isinstance(members.get(key), str)), None)
    return (name or (str(kind) if kind is not None else "chunk")) + _state(members)


def _state(members: JsonObject) -> str:
    """Return what sets an event apart from others of its kind, in parentheses."""
    if any(path[-1] in _FRAGMENTS and value == "" for path, value in walk(members)):
        return "(empty)"
    if members.get("done") is True or any(
        path[-1] == "finish_reason" and value is not None for path, value in walk(members)
    ):
        return "(end)"
    return ""
