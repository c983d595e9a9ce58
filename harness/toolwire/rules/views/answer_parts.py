"""The parts of Gemini's candidates, and those with a call, each with its signature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from toolwire.io.json_text import items_of, object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import Reading
from toolwire.rules.views.chat import chunks
from toolwire.rules.views.memoize import memoize


class AnswerPart(NamedTuple):
    """A part of a candidate, and where it stands."""

    pointer: str
    value: JsonObject

    @property
    def signature(self) -> str:
        """Return the signature beside what the part holds; "" where there is none."""
        return string_of(self.value.get("thoughtSignature")) or ""


@memoize
def answer_parts(reading: Reading) -> tuple[AnswerPart, ...]:
    """Return the parts of a body, or of all messages of a stream, in order."""
    if isinstance(reading.body, dict):
        return tuple(parts_of("", reading.body))
    found = (parts_of(f"event[{number}]", chunk) for number, chunk in chunks(reading))
    return tuple(part for each in found for part in each)


def call_parts(reading: Reading) -> tuple[AnswerPart, ...]:
    """Return the parts with a call."""
    return tuple(part for part in answer_parts(reading) if "functionCall" in part.value)


def parts_of(root: str, document: Json) -> Iterator[AnswerPart]:
    """Yield the parts of one body or message, whose pointers begin with `root`."""
    for place, candidate in enumerate(items_of(object_of(document).get("candidates"))):
        content = object_of(object_of(candidate).get("content"))
        for number, part in enumerate(items_of(content.get("parts"))):
            pointer = f"{root}/candidates/{place}/content/parts/{number}"
            yield AnswerPart(pointer, object_of(part))
