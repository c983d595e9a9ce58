"""Texts that end too soon: cut after a number of characters, or without their last or first one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.model.conversation import Json
from toolwire.rules.views.argument_values import same

#: Characters, or bytes, for which programs make room.
ROOM: Final = frozenset(
    {
        *(16, 20, 32, 40, 48, 50, 60, 64, 80, 100, 120, 127, 128, 140, 150, 160, 200, 250, 255),
        *(256, 300, 400, 500, 511, 512, 600, 700, 750, 800, 900, 999, 1000, 1023, 1024),
    }
)
#: What programs put where they cut.
_ENDS: Final = ("...", "\u2026", " ...", "[truncated]", "")
_DOTS: Final = ("...", "\u2026")
#: Characters from which on a text counts as a long one.
_LONG: Final = 40
#: Characters of an end by which it is known.
_END: Final = 12


def text_pairs(wanted: Json, came: Json) -> Iterator[tuple[str, str]]:
    """Yield each text with what came in its place; raise LookupError where anything else differs."""
    if isinstance(wanted, str) and isinstance(came, str):
        yield wanted, came
    elif isinstance(wanted, dict) and isinstance(came, dict) and wanted.keys() == came.keys():
        for name, value in wanted.items():
            yield from text_pairs(value, came[name])
    elif isinstance(wanted, list) and isinstance(came, list) and len(wanted) == len(came):
        for one, other in zip(wanted, came, strict=True):
            yield from text_pairs(one, other)
    elif not same(wanted, came):
        raise LookupError


def cut_of(wanted: Json, came: Json) -> str:
    """Return how the long texts of a value were cut, all alike and nothing else; "" for not."""
    try:
        pairs = [*text_pairs(wanted, came)]
    except LookupError:
        return ""
    if all(text == other for text, other in pairs):
        return ""
    lost = [(text, other) for text, other in pairs if text != other]
    kept = max((len(text) for text, other in pairs if text == other), default=0)
    # What is lost of a long text is lost of every text as long.
    if kept >= min(len(text) for text, _ in lost):
        return ""
    if all(other == text[:-1] for text, other in lost):
        return "long texts lost their last character"
    if all(other == text[1:] for text, other in lost):
        return "long texts lost their first character"
    return _cut(lost)


def _cut(lost: list[tuple[str, str]]) -> str:
    """Return where all of some texts were cut; "" where a model may just have stopped."""
    for end in _ENDS:
        if not all(other.endswith(end) for _, other in lost):
            continue
        kept = {len(other) - len(end) for _, other in lost}
        begins = all(text.startswith(other[: len(other) - len(end)]) for text, other in lost)
        if begins and len(kept) == 1 and _is_room(lost, len(end)):
            return "long texts were cut after a number of characters"
    return ""


def _is_room(lost: list[tuple[str, str]], end: int) -> bool:
    """Return whether texts were cut where programs do; two that were cut alike say so themselves."""
    _, other = lost[0]
    size = len(other.encode("utf-8", "replace"))
    return len(lost) > 1 or not ROOM.isdisjoint({len(other), len(other) - end, size, size - end})


def cut_in(words: str, text: str) -> str:
    """Return how words that a text repeats were cut in it; "" for not, or where other words stand.

    A slip in the middle leaves both ends.
    """
    kept, rest = _longest(words, text), _longest(words[::-1], text[::-1])
    if words[-_END:] not in text:
        dots = next((end for end in _DOTS if words[:kept] + end in text), "")
        return "they were cut" if _is_torn(words, kept, len(dots)) else ""
    if words[:_END] not in text:
        return "their beginning is gone" if _is_torn(words[::-1], rest) else ""
    return "their middle is gone" if _is_joined(words, text, kept, rest) else ""


def _is_torn(words: str, kept: int, dots: int = 0) -> bool:
    """Return whether words end where no writer ends them: inside a word, or where programs cut."""
    if not _LONG <= kept < len(words):
        return False
    # What stands around the words may go on as they do.
    sizes = {kept, kept + dots} | ({kept - 1} if words[kept - 1] in " ." else set())
    return not ROOM.isdisjoint(sizes) or (words[kept - 1].isalnum() and words[kept].isalnum())


def _is_joined(words: str, text: str, kept: int, rest: int) -> bool:
    """Return whether the two ends of words stand together, each torn off, with a mark between."""
    if len(words) - kept - rest < _LONG or min(kept, rest) < _LONG:
        return False
    behind = text.index(words[:kept]) + kept
    gap = text.find(words[len(words) - rest :], behind) - behind
    return 0 <= gap < _LONG and _is_torn(words, kept) and _is_torn(words[::-1], rest)


def _longest(words: str, text: str) -> int:
    """Return how many characters of some words a text repeats from their beginning."""
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if words[:middle] in text:
            low = middle
        else:
            high = middle - 1
    return low
