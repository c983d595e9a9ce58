"""Views of the openai-chat wire that several rules share; each is built once a reading."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from toolwire.dialects import load_dialect
from toolwire.dialects.count import count_of
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.reply import Reading
from toolwire.rules.views.memoize import memoize
from toolwire.rules.views.native import native_calls

#: Members of a delta that brings a piece of text, or of reasoning, and no call.
_OF_TEXT: Final = frozenset({"content", "reasoning", "reasoning_content", "refusal", "role"})


class ChoicePart(msgspec.Struct, frozen=True, gc=False):
    """One object in a `choices` array: of the body, or of one chunk.

    Attributes:
        event: number of the chunk; None in a blocking body.
        place: position in the array.
        number: its `index`, where that is a number; else its position.
        choice: the object.
        message: its `message` or `delta` as it stands; None when absent.
    """

    event: int | None
    place: int
    number: int
    choice: JsonObject
    message: Json

    def at(self, path: str = "") -> str:
        """Return the pointer of a member of the choice."""
        root = "" if self.event is None else f"event[{self.event}]"
        return f"{root}/choices/{self.place}{path}"

    @property
    def key(self) -> str:
        """Return the name under which this mode carries the message."""
        return "message" if self.event is None else "delta"


class RawCall(NamedTuple):
    """One object in `message.tool_calls` of a blocking body, and its pointer."""

    pointer: str
    call: JsonObject


@memoize
def chunks(reading: Reading) -> tuple[tuple[int, JsonObject], ...]:
    """Return the chunks of a stream that are JSON objects, with their event numbers."""
    return tuple([(e.number, e.json) for e in reading.events if isinstance(e.json, dict)])


def has_messages(reading: Reading) -> bool:
    """Return whether a choice holds a message; a text completion has its text in the choice."""
    calls = load_dialect(reading.dialect).wire.text_calls
    return calls is None or calls.body[1] is not None


@memoize
def parts(reading: Reading) -> tuple[ChoicePart, ...]:
    """Return every choice object of a body or a stream, in wire order."""
    found: list[ChoicePart] = []
    if reading.mode is Mode.STREAMING:
        for number, chunk in chunks(reading):
            _collect(number, chunk, "delta", found)
    elif isinstance(reading.body, dict):
        _collect(None, reading.body, "message", found)
    return tuple(found)


@memoize
def telling_parts(reading: Reading) -> tuple[ChoicePart, ...]:
    """Return the parts that hold anything but a piece of text.

    Nearly all of a stream hold nothing else, of which rules about calls, content that is no text
    and finish reasons have nothing to say.
    """
    return tuple([part for part in parts(reading) if not _is_text(part.choice, part.message)])


@memoize
def ends_twice(reading: Reading) -> bool:
    """Return whether a choice of a stream tells two finish reasons, of which clients take either."""
    told: dict[int, Json] = {}
    for part in telling_parts(reading):
        word = part.choice.get("finish_reason")
        if word is not None and told.setdefault(part.number, word) != word:
            return True
    return False


@memoize
def joined_choice(reading: Reading) -> ChoicePart | None:
    """Return what opens a second choice under the number of the first, where several were asked for.

    As many say who speaks, and end, as were asked for. A server that makes one may say both again as it ends.
    """
    wanted = count_of(object_of(reading.request).get("n")) or 1
    if wanted < 2 or reading.mode is not Mode.STREAMING:
        return None
    found = parts(reading)
    opened = [part for part in found if object_of(part.message).get("role") is not None]
    ends = [part for part in found if part.choice.get("finish_reason") is not None]
    alike = len({part.number for part in found}) == 1
    if not (alike and len(opened) == len(ends) == wanted) or opened[-1] in ends:
        return None
    return opened[1]


def _is_text(choice: JsonObject, delta: Json) -> bool:
    if not isinstance(delta, dict) or choice.get("finish_reason") is not None:
        return False
    content = delta.get("content")
    return (content is None or isinstance(content, str)) and _OF_TEXT.issuperset(delta)


def _collect(event: int | None, holder: JsonObject, key: str, found: list[ChoicePart]) -> None:
    choices = holder.get("choices")
    if isinstance(choices, list):
        for place, choice in enumerate(choices):
            if isinstance(choice, dict) and (key in choice or not _is_verdict(choice, event)):
                index = choice.get("index")
                number = index if isinstance(index, int) else place
                found.append(ChoicePart(event, place, number, choice, choice.get(key)))


def _is_verdict(choice: JsonObject, event: int | None) -> bool:
    """Return whether a choice of a stream is a filter's verdict on what was said before.

    Azure's asynchronous filter sends its annotations in chunks of their own, without a delta,
    an id and a time (Microsoft Learn, content streaming, read 2026-11-23).
    """
    told = event is not None and choice.get("finish_reason") is None
    return told and _is_annotation(choice)


def _is_annotation(choice: JsonObject) -> bool:
    return "delta" not in choice and any(member.startswith("content_filter") for member in choice)


def is_verdict(chunk: JsonObject) -> bool:
    """Return whether all choices of a chunk are verdicts of a filter, also one that ends it."""
    choices = chunk.get("choices")
    if not isinstance(choices, list) or not choices:
        return False
    if isinstance(choices[0], dict) and "delta" in choices[0]:
        return False  # as in nearly all
    return all(isinstance(c, dict) and _is_annotation(c) for c in choices)


@memoize
def raw_calls(reading: Reading) -> tuple[RawCall, ...]:
    """Return the tool calls of a blocking body as they stand, of all choices.

    Cohere's v2 has calls of the same shape in its one message.
    """
    if reading.mode is Mode.STREAMING:
        return ()
    paths = load_dialect(reading.dialect).wire.calls
    if paths is not None and paths.find is not None:
        native = native_calls(reading)
        return tuple(RawCall(at, call) for at, call in native if isinstance(call, dict))
    return tuple(
        RawCall(part.at(f"/message/tool_calls/{place}"), call)
        for part in parts(reading)
        for place, call in enumerate(_tool_calls(part.message))
        if isinstance(call, dict)
    )


def _tool_calls(message: Json) -> list[Json]:
    calls = message.get("tool_calls") if isinstance(message, dict) else None
    return calls if isinstance(calls, list) else []
