"""Replies cut into tokens, so that each token of a reply says where in the reply it stands.

Tags and line breaks between tags are tokens that many places share. All other pieces stand only
once in a reply: what comes next follows from the last such piece and the shared token after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from toolwire.model.errors import ToolwireError

#: Tags are one token each in models of this family; parsers of servers look for that token.
TAGS: Final = ("<tool_call>", "</tool_call>", "<think>", "</think>")
#: Tokens that stand more than once in a reply.
SHARED: Final = (*TAGS, "\n\n", "\n")

_TAG: Final = re.compile("(" + "|".join(map(re.escape, TAGS)) + ")")
_UNIT: Final = re.compile(r"\w{1,6}|\s+|[^\w\s]")
#: Characters of a piece at least, where the text gives that much.
_LEAST: Final = 4


class State(NamedTuple):
    """What is seen at a token: the last piece, and the shared token since; "" for none."""

    piece: str
    shared: str = ""


def cut(text: str, taken: Iterable[str] = ()) -> tuple[str, ...]:
    """Cut the text of one reply into tokens.

    Args:
        text: of the reply.
        taken: pieces that are not used, because they tell of places in another reply.

    Raises:
        ToolwireError: between tags stands a text too short to be told apart from an equal one.
    """
    used = set(taken)
    tokens: list[str] = []
    for part in _TAG.split(text):
        if part in SHARED:
            tokens.append(part)
        elif part:
            tokens.extend(_pieces(part, used))
    _refuse_repeats(tokens)
    return tuple(tokens)


def _pieces(part: str, used: set[str]) -> list[str]:
    """Cut a text without tags into pieces that are not used yet, and mark them used."""
    pieces: list[str] = []
    here = ""
    for unit in _UNIT.findall(part):
        here += unit
        if len(here) >= _LEAST and here not in used:
            used.add(here)
            pieces.append(here)
            here = ""
    # What is left at the end is short or used: it joins the piece before it.
    while here and (here in used or (len(here) < _LEAST and pieces)):
        if not pieces:
            what = f"the text {here!r} stands twice between tags and cannot be told apart"
            raise ToolwireError(what, hint="write more text there, or none")
        before = pieces.pop()
        used.discard(before)
        here = before + here
    if here:
        used.add(here)
        pieces.append(here)
    return pieces


def _refuse_repeats(tokens: list[str]) -> None:
    """Refuse a reply in which one place looks like another: the same tags after the same piece."""
    seen: set[State] = set()
    for state in states(tokens):
        if state in seen:
            what = f"{state.shared!r} stands twice in a row between tags"
            raise ToolwireError(what, hint="write some text between them")
        seen.add(state)


def states(tokens: Iterable[str], start: str = "") -> Iterator[State]:
    """Yield what each token of a reply lets see.

    Args:
        tokens: the tokens of one reply.
        start: what stands for the piece before the first one.
    """
    piece = start
    for token in tokens:
        if token in SHARED:
            yield State(piece, token)
        else:
            piece = token
            yield State(piece)
