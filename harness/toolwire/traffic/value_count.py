"""How many values a JSON document has, before any of them is made.

64 MiB of `{},` are twenty million values: a gigabyte of objects, and a line for each that is no
exchange. A quick count of signs clears real files; the others are looked at sign by sign, no
further than the limit.
"""

from __future__ import annotations

import re

from toolwire.traffic.unreadable import RefusedError

#: Most members of one of the outer lists or objects: exchanges, entries of an archive.
MOST_ITEMS = 100_000
#: Most signs (strings, commas, brackets) of a document that is parsed as a whole.
MOST_VALUES = 2_000_000

#: Levels of lists and objects whose members are made one by one: `{"log": {"entries": [`.
_OUTER = 3
# Possessive: a string that has no end must not be tried again from each of its signs.
_SIGN = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[\[\]{},]', re.DOTALL)
_OPEN, _CLOSE, _COMMA = frozenset(b"[{"), frozenset(b"]}"), ord(",")


def refuse_too_many(text: bytes, *, whole: bool = False) -> None:
    """Make sure that a document can be parsed within bounds.

    Args:
        text: the document.
        whole: all of it becomes values at once, and not one outer member after the other.

    Raises:
        RefusedError: it has more values than `MOST_VALUES` (`whole`), or `MOST_ITEMS` in one of its
            outer lists or objects.
    """
    if text.count(b",") < MOST_ITEMS:
        return
    depth = 0
    members = [0] * (_OUTER + 1)
    for signs, found in enumerate(_SIGN.finditer(text), start=1):
        sign = text[found.start()]
        if sign in _OPEN:
            depth += 1
            if depth <= _OUTER:
                members[depth] = 0
        elif sign in _CLOSE:
            depth -= 1
        elif sign == _COMMA and 0 < depth <= _OUTER:
            members[depth] += 1
            if members[depth] >= MOST_ITEMS:
                raise RefusedError(f"more than {MOST_ITEMS:,} entries in one list: split the file")
        if whole and signs > MOST_VALUES:
            raise RefusedError(f"more than {MOST_VALUES:,} values: split the file")
