"""Words that nobody knows: which known one was meant, or which command lists them all."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

from toolwire.io.lists import listed
from toolwire.model.errors import ToolwireError

#: How alike two words are, from 0 to 1, so that one may have been meant by the other.
_ALIKE: Final = 0.6
#: Words that are named where several are equally near.
_MOST_NEAREST: Final = 3
#: Known words that are named where none is near and no command lists them.
_MOST_KNOWN: Final = 8
#: Characters of a word that are compared: a longer one was not meant by anybody.
_LONGEST: Final = 100
#: Characters of a word that are repeated to whoever gave it.
_MOST_REPEATED: Final = 200
#: What the command line has a list of: `toolwire list providers`.
LISTED: Final = ("provider", "dialect", "suite", "case", "model", "rule", "fault")
#: Signs that are taken for each other.
_SAME: Final = str.maketrans("oil_. ", "011---")


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the known words that a word is nearest to: none, one, or several that are as near.

    Case, and signs that are easily taken for each other (O and 0, l and 1, _ and -), count little.
    """
    asked = _plain(word)
    matcher: SequenceMatcher[str] = SequenceMatcher(autojunk=False)
    matcher.set_seq2(asked)
    best, found = _ALIKE, list[str]()
    for name in dict.fromkeys(known):
        matcher.set_seq1(_plain(name))
        if matcher.real_quick_ratio() < best or matcher.quick_ratio() < best:
            continue
        ratio = matcher.ratio()
        if ratio > best:
            best, found = ratio, [name]
        elif ratio == best:
            found.append(name)
    return tuple(found[:_MOST_NEAREST])


def _plain(word: str) -> str:
    return word[:_LONGEST].casefold().translate(_SAME)


def meant(word: str, known: Iterable[str]) -> str:
    """Return the question `did you mean parallel_calls?`; "" where no known word is near."""
    found = nearest(word, known)
    if not found:
        return ""
    *others, last = found
    return f"did you mean {', '.join(others)}{' or ' if others else ''}{last}?"


def hint_for(word: str, known: Iterable[str]) -> str:
    """Return what to do about a word that no command lists: the nearest, else the first there are."""
    words = list(dict.fromkeys(known))
    return meant(word, words) or (f"known: {listed(words, _MOST_KNOWN)}" if words else "")


def unknown(
    kind: str, word: str, known: Iterable[str], *, where: str = "", listing: str = ""
) -> ToolwireError:
    """Return the error that there is no such thing: `no suite 'paralel'; did you mean parallel?`.

    Where no word is near it says which command lists them, and never all of them.

    Args:
        kind: what was looked for, as `provider`; the first word says what is listed.
        word: what was given.
        known: what could have been.
        where: option or file it was given in.
        listing: command that lists what there is; "" for that of the kind, if there is one.
    """
    words = tuple(known)
    thing = kind.partition(" ")[0]
    command = listing or (f"toolwire list {thing}s" if thing in LISTED else "")
    lists = f"`{command}` lists them" if command else ""
    remedy = meant(word, words) or lists or hint_for(word, words)
    short = word if len(word) <= _MOST_REPEATED else f"{word[:_MOST_REPEATED]}..."
    return ToolwireError(f"no {kind} {short!r}{remedy and f'; {remedy}'}", where=where)
