"""What is wrong with a body that is no JSON document, as far as its bytes say."""

from __future__ import annotations

import re
from typing import Final

from toolwire.io.json_text import JsonError, ends_within, halved_character, parse

#: JavaScript cuts texts between the two halves of a character, and writes each as an escape.
HALVED: Final = (
    "A character came apart: the JSON of {} holds half of it, which strict parsers refuse."
)
#: The mark of Chat Completions' streams, as the last line of a body.
_MARK: Final = re.compile(rb"\n\s*data:\s*\[DONE\]\s*$")
#: How far from its end that line begins at most.
_TAIL: Final = 64


def wrong_with(body: bytes) -> str:
    """Return what is said of a body that is no JSON document."""
    if halved_character(body.decode(errors="replace")):
        return HALVED.format("the body")
    if ends_within(body):
        return "The body is cut off in the middle of its JSON."
    if _ends_as_a_stream(body):
        return "The body is one JSON document with the mark behind it that ends a stream."
    return "The body is not one JSON document."


def _ends_as_a_stream(body: bytes) -> bool:
    """Return whether an object is whole, and nothing but the mark is too much."""
    mark = _MARK.search(body, max(0, len(body) - _TAIL))
    if mark is None:
        return False
    try:
        return isinstance(parse(body[: mark.start()]), dict)
    except JsonError:
        return False
