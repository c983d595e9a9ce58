"""Calls that a prompt writes out, as `tool_name({...})`: found in time linear in its length.

An object is looked for behind each `name({`. It would be quadratic to try each closing brace, or
to count brackets from each opener to the end of the text; so brackets are counted outside of
strings, and the look ends at the first character that no JSON has there. That bounds the work of
all looks together. Of two looks that stand at one place in the text one is inside a string and
the other outside, since both see the same quotes; each further `name({` ends the one outside, at
its `(`, and begins one outside. So never more than two are under way, and no character is looked
at more than twice. Escapes do not let two become one: a backslash outside of a string ends a look.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from itertools import islice
from typing import Final

from toolwire.dialects.dialect import PlannedCall
from toolwire.io.json_text import JsonError, object_of, parse
from toolwire.model.conversation import JsonObject

#: Beginnings of calls, `name({"`, that are looked at in a prompt.
MOST_LOOKS: Final = 20_000

#: The end of a name, and an object that begins as one can; possessive, to pass blanks once.
_OPENER: Final = re.compile(r"(?<=[A-Za-z0-9_.:-])\(\{(?=[ \t\n\r]*+[\"}])", re.ASCII)
_LONGEST_NAME: Final = 128
_NAME: Final = string.ascii_letters + string.digits + "_.:-"
_NOT_FIRST: Final = string.digits + ".:-"
#: A string, a bracket, or what ends a look: a quote that closes nowhere, and what is no JSON.
_STEP: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[{}\[\]"(\\]', re.DOTALL)


def spelt_out(prompt: str) -> Iterator[PlannedCall]:
    """Yield the calls that a prompt writes out, in its order, whoever offers the tools.

    A name is a letter or `_` and up to 127 more letters, digits, `_`, `.`, `:` and `-`; what
    follows it in parentheses is one JSON object, of any length. Behind the first `MOST_LOOKS`
    beginnings of calls nothing is looked for (`crowded` says whether there are more).
    """
    behind = 0
    for opener in islice(_OPENER.finditer(prompt), MOST_LOOKS):
        name = _name(prompt, behind, opener.start())
        behind = opener.start() + 1
        arguments = _object_at(prompt, behind) if name else None
        if arguments is not None:
            yield PlannedCall(name, arguments)


def crowded(prompt: str) -> bool:
    """Return whether a prompt has more beginnings of calls than are looked at."""
    return next(islice(_OPENER.finditer(prompt), MOST_LOOKS, None), None) is not None


def _name(prompt: str, behind: int, end: int) -> str:
    """Return the name that ends at an offset; "" when there is none."""
    near = prompt[max(behind, end - _LONGEST_NAME) : end]
    return near[len(near.rstrip(_NAME)) :].lstrip(_NOT_FIRST)


def _object_at(text: str, start: int) -> JsonObject | None:
    depth = 0
    for step in _STEP.finditer(text, start):
        mark = step.group()
        if mark in "{[":
            depth += 1
        elif mark in "}]":
            depth -= 1
            if depth <= 0:
                return _parsed(text[start : step.end()])
        elif mark in '"(\\':
            return None
    return None


def _parsed(text: str) -> JsonObject | None:
    try:
        return object_of(parse(text))
    except JsonError:
        return None
