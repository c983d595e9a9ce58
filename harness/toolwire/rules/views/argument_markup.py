"""Tool-call markup and control tokens that were left in the arguments of a call.

Arguments may be about markup: an agent writes a chat template, a parser and its tests, a page on
tokens. What stands in a string literal, in a sentence or in a template is written so, and no leak:
that stands at an edge of a value, or outside of all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.io.json_text import JsonError, parse
from toolwire.model.conversation import Json
from toolwire.rules.views.leaks import IN_ARGUMENTS, Heard, Leak, control_in, marker_in, quoted
from toolwire.rules.views.quoting import in_literal, in_prose

#: How calls begin that were cut out of a fence.
_FENCES: Final = ("```", "json\n", "json{", "json {")
#: Without one of these no marker can be there.
_SIGNS: Final = ("<", "[", "\uff5c")
#: What a template has where a prompt has words (Jinja).
_PLACEHOLDERS: Final = ("{{", "{%")
_HEAD: Final = 16
#: Places of one marker that are looked at in one value.
_LOOKS: Final = 8


def arguments_markup(text: str, heard: Heard) -> Leak | None:
    """Return the first delimiter, fence or control token in the text of a call's arguments."""
    head = text[:_HEAD].lstrip()
    if head.startswith(_FENCES):
        return Leak("fence", head[:7], 0)
    if not any(sign in text for sign in _SIGNS):
        return None
    found = marker_in(text, IN_ARGUMENTS, (), heard) or control_in(text, heard)
    if found is None:
        return None
    values = [*_texts(text)]
    for value in values:
        leak = _left_in(value, heard)
        if leak is not None:
            return replace(leak, at=max(text.find(leak.marker), 0))
    return None if any(found.marker in value for value in values) else found


def _texts(text: str) -> Iterator[str]:
    """Yield the texts among the values of arguments; none where they are no JSON."""
    try:
        rest: list[Json] = [parse(text)]
    except (JsonError, UnicodeError):
        return
    while rest:
        value = rest.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            rest.extend(reversed(value.values()))
        elif isinstance(value, list):
            rest.extend(reversed(value))


def _left_in(value: str, heard: Heard) -> Leak | None:
    """Return the first markup of a value that is not what the value is about."""
    if any(mark in value for mark in _PLACEHOLDERS):
        return None
    for marker, family in IN_ARGUMENTS:
        at = value.find(marker)
        for _ in range(_LOOKS):
            if at < 0 or not _is_spoken_of(value, at, marker):
                break
            at = value.find(marker, at + 1)
        else:
            continue
        if at >= 0 and not heard(marker):
            return Leak(family.name, marker, at, control=family.control)
    token = control_in(value, heard)
    return None if token is None or in_literal(value, token.at) else token


def _is_spoken_of(value: str, at: int, marker: str) -> bool:
    return quoted(value, at) or in_literal(value, at) or in_prose(value, at, at + len(marker))
