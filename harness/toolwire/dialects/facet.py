"""Words that facets of several formats have in common.

They hold nothing from the wire but member names and stop words that look like such.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from toolwire.dialects.body import media_of
from toolwire.dialects.events import AWS_EVENT_STREAM, DONE
from toolwire.io.framing.kind import is_messages
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Fidelity, Mode
from toolwire.model.reply import ABSENT, Absent, Event, Reading

_MEMBER: Final = re.compile(r"[A-Za-z_]{1,24}", re.ASCII)
_MOST_MEMBERS: Final = 8
_FIRST_EVENTS: Final = 8
#: How a stream of AWS is framed.
MESSAGES: Final = "AWS event stream"
#: Texts that say "no arguments".
_NOTHING: Final = ("", "{}", "null")


def tells_absence(reading: Reading) -> bool:
    """Return whether absent can be told from null: not where an SDK's objects were stored."""
    return reading.exchange.fidelity is not Fidelity.DUMPED


def tells_framing(reading: Reading) -> bool:
    """Return whether the framing is the provider's: a stream that nobody put together again."""
    return reading.mode is Mode.STREAMING and reading.exchange.fidelity is not Fidelity.REBUILT


def framing(events: Sequence[Event]) -> str:
    """Describe server-sent events, by the first ones and the last."""
    named = any(event.name is not None for event in events[:_FIRST_EVENTS])
    done = bool(events) and events[-1].data == DONE
    return ("SSE, named events" if named else "SSE, data only") + (f", {DONE}" if done else "")


def stop_word(pattern: re.Pattern[str] = _MEMBER) -> Callable[[Reading], str | None]:
    """Return what reads the stop reason, if it looks like one of the format's."""

    def read(reading: Reading) -> str | None:
        stop = reading.reply.stop
        return None if stop is None else known_word(stop, pattern)

    return read


def text_word(text: str | None) -> str:
    """Return whether text stands beside a call: `text`, `""` or `absent`."""
    if text is None:
        return "absent"
    return "text" if text else '""'


def text_beside(reading: Reading) -> str:
    """Return whether text stands in a reply, as `text_word` has it."""
    return text_word(reading.reply.text)


def text_beside_if_told(reading: Reading) -> str | None:
    """Return whether text stands in a reply; None where its absence cannot be told."""
    known = reading.reply.text is not None or tells_absence(reading)
    return text_word(reading.reply.text) if known else None


def known_word(word: str, pattern: re.Pattern[str] = _MEMBER) -> str:
    """Return a word of the wire if it looks like one of the format's, else `other`."""
    return word if pattern.fullmatch(word) else "other"


def nothing_word(value: Json | Absent) -> str | None:
    """Return how "no arguments" is written; None when there are arguments."""
    if value is ABSENT:
        return "absent"
    if value is None:
        return "null"
    if isinstance(value, str):
        text = value.strip()
        return f'"{text}"' if text in _NOTHING else None
    return "{}" if value == {} else None


def nothing_of(values: Iterable[Json | Absent]) -> str | None:
    """Return how the first of these that are none says "no arguments"; None where none is."""
    return next((word for value in values if (word := nothing_word(value)) is not None), None)


def encoding_of(values: Iterable[Json | Absent]) -> str | None:
    """Return how the first arguments there are are written: `JSON string` or `object`."""
    for value in values:
        if value is not ABSENT and value is not None:
            return "JSON string" if isinstance(value, str) else "object"
    return None


def has_messages(reading: Reading) -> bool:
    """Return whether a stream came as messages of AWS."""
    response = reading.exchange.response
    return is_messages(response.body) or media_of(response) == AWS_EVENT_STREAM


def events_framing(reading: Reading) -> str:
    """Describe the server-sent events of a stream, or say that they are messages of AWS."""
    return MESSAGES if has_messages(reading) else framing(reading.events)


def members_word(error: JsonObject, first: tuple[str, ...]) -> str:
    """Write member names as `{message,type}`, the usual ones first; odd names are left out."""
    known = [key for key in first if key in error]
    others = sorted(key for key in error if key not in first and _MEMBER.fullmatch(key))
    return f"{{{','.join([*known, *others][:_MOST_MEMBERS])}}}"


def error_holder(reading: Reading) -> Json:
    """Return what holds the error of a reading, a body or an event's payload; None if neither."""
    value: Json | Absent = reading.body
    if reading.mode is Mode.STREAMING:
        pointer = "" if reading.reply.error is None else reading.reply.error.pointer
        number = pointer.partition("[")[2].partition("]")[0]
        value = reading.events[int(number)].json if number else ABSENT
    return None if isinstance(value, Absent) else value
