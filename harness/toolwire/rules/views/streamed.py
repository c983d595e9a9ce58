"""Views of streamed tool calls: the pieces of each call, and what they add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from toolwire.dialects import load_dialect
from toolwire.io.json_text import JsonError, parse
from toolwire.model.reply import ABSENT, CallDelta, Reading
from toolwire.rules.views.memoize import memoize

# A server may repeat the name in each of very many pieces: look back over this many only.
_FEW = 200


class Streamed(NamedTuple):
    """The pieces of one call.

    Attributes:
        choice, number: choice and index on the wire (Anthropic: 0 and the block's index).
        pieces: in wire order, at least one.
        second: another call had this index before.
    """

    choice: int
    number: int
    pieces: list[CallDelta]
    second: bool


def filled(value: object) -> bool:
    """Return whether a member is a non-empty string."""
    return isinstance(value, str) and value != ""


def is_late(call: Streamed, member: Callable[[CallDelta], object]) -> bool:
    """Return whether the piece that opens a call lacks a member which a later piece brings."""
    opening = member(call.pieces[0])
    return (opening is ABSENT or opening is None) and any(
        filled(member(piece)) for piece in call.pieces
    )


def fragments(pieces: Iterable[CallDelta]) -> list[str]:
    """Return the fragments of arguments that are not empty."""
    return [p.arguments for p in pieces if isinstance(p.arguments, str) and p.arguments]


@memoize
def streamed(reading: Reading) -> tuple[Streamed, ...]:
    """Return the streamed calls in the order in which they open.

    Pieces of the deprecated function_call and pieces without an integer index are left out;
    the latter are TC901's.
    """
    found: list[Streamed] = []
    current: dict[tuple[int, int], Streamed] = {}
    for piece in reading.deltas:
        index = piece.index
        if type(index) is not int or piece.legacy:
            continue
        key = (piece.choice, index)
        known = current.get(key)
        if known is not None and not (filled(piece.name) and _opens(known.pieces, piece)):
            known.pieces.append(piece)
        else:
            call = Streamed(piece.choice, index, [piece], known is not None)
            current[key] = call
            found.append(call)
    return tuple(found)


@memoize
def unopened(reading: Reading) -> frozenset[str]:
    """Return the pointers of calls of which no piece brings an id, a type or a name."""
    return frozenset(
        call.pieces[0].pointer
        for call in streamed(reading)
        if not any(filled(p.id) or filled(p.kind) or filled(p.name) for p in call.pieces[:_FEW])
    )


def _opens(before: Sequence[CallDelta], piece: CallDelta) -> bool:
    """Return whether a piece with a name begins another call on a known index.

    It does when it brings another id, and without an id when the arguments so far are
    already whole. It does not where nothing opened the pieces so far and it has no arguments.
    """
    few = before[:_FEW]
    identity = next((p.id for p in few if filled(p.id)), None)
    if identity is None and not filled(piece.arguments) and not any(filled(p.name) for p in few):
        return False
    if identity is not None and filled(piece.id):
        return piece.id != identity
    if len(before) > _FEW:
        return False
    text = "".join(fragments(few))
    return text != "" and _is_json(text)


def _is_json(text: str) -> bool:
    try:
        parse(text)
    except JsonError:
        return False
    return True


@memoize
def resent(reading: Reading) -> dict[str, CallDelta]:
    """Return calls whose fragments repeat what was sent: pointer of the call -> first such piece.

    A fragment repeats when it begins with all the text so far, and the whole is then not
    JSON: an honest fragment may by chance begin like the text before it.
    """
    found = {}
    for call in streamed(reading):
        piece = _repeats(call.pieces)
        if piece is not None and not _is_json("".join(fragments(call.pieces))):
            found[call.pieces[0].pointer] = piece
    return found


def _repeats(pieces: Sequence[CallDelta]) -> CallDelta | None:
    text = ""
    for piece in pieces:
        new = piece.arguments
        if isinstance(new, str) and new:
            # The text so far grows, so most fragments are settled by their length.
            if text and len(new) >= len(text) and new.startswith(text):
                return piece
            text += new
    return None


def goes_on(reading: Reading) -> bool:
    """Return whether a line that says that it is the last is not: what follows is not read."""
    end = load_dialect(reading.dialect).wire.stream.line_end
    if end is None:
        return False
    lines = [one.json for one in reading.events[:-1]]
    return any(isinstance(line, dict) and line.get(end.flag) is True for line in lines)
