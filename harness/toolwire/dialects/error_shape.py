"""What the body of an error is in a dialect."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorShape:
    """What an error body is.

    Attributes:
        at: the member that has the error object; None where the body is the object.
        members: of the object that have to be there -> their types.
        usual: members that the published type has besides.
        also: another spelling of a member, which SDKs take too.
        typed: whether the body has the `type` "error".
        in_array: whether a stream that is a JSON array has its error in an array.
        name: the header that names the error, and the members that may do so instead; None
            where nothing has to.
        word: the member of the object that says of which kind the error is; None where that is
            the header of `name`, or nothing.
        kinds: word for a kind -> the statuses it comes with, as documented; a word that is not a
            key may come with any.
        numbers: members of the object that repeat the status where they are the number of one.
        others: words besides `kinds`, where both together are all there are; None where vendors add
            words of their own.
        kept: members that need not be there -> their types.
        spelt: how every word is spelt, also of those that are added; None where nobody says.
        foreign: words that are spelt so and are known to be others' -> whose they are.
        coded: how names are spelt that programs have for their own exceptions, which are no words
            of the format and which servers of it are known to answer with; None where `spelt` tells
            them.
    """

    at: str | None
    members: Mapping[str, type]
    usual: tuple[str, ...]
    also: Mapping[str, str]
    typed: bool
    in_array: bool
    name: tuple[str, tuple[str, ...]] | None
    word: str | None
    kinds: Mapping[str, Collection[int]]
    numbers: tuple[str, ...]
    others: frozenset[str] | None = None
    kept: Mapping[str, type] = field(default_factory=dict)
    spelt: re.Pattern[str] | None = None
    foreign: Mapping[str, str] = field(default_factory=dict)
    coded: re.Pattern[str] | None = None
