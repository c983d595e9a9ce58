"""Members of a reply that have the published type and not what it stands for.

An empty name names nothing, a time in milliseconds is tens of thousands of years away, and no
reply was made next year.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from toolwire.io.clock import now
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.observation import Severity

#: What holds a reply inside of an event: the whole document is meant by "".
_HOLDERS: Final = ("", "response", "message")
_MODELS: Final = frozenset({"model", "modelVersion"})
_IDS: Final = frozenset({"generation_id", "id", "responseId", "response_id"})
#: Of these the one that no recorded answer has empty.
_NEVER_EMPTY: Final = "responseId"
_TIMES: Final = frozenset({"completed_at", "created", "created_at"})
_JUDGED: Final = _MODELS | _IDS | _TIMES
#: Seconds since 1970 of the year 5138; milliseconds passed it in 1973.
FAR: Final = 100_000_000_000
#: The end of November 2026, when this was written: of a time before it no clock has to be asked.
_COME: Final = 1_795_996_800
#: Two days, in seconds: as far as a clock may be ahead of ours.
_AHEAD: Final = 172_800


class Hollow(NamedTuple):
    """A member without meaning: its path in the document, what is wrong, what is expected."""

    path: tuple[str, ...]
    message: str
    expected: str
    actual: Json
    severity: Severity | None


def hollow(document: JsonObject) -> Iterator[Hollow]:
    """Yield the members of a body or event that say nothing.

    That an id is empty or a time is zero is information: Hugging Face's router says no id in whole
    replies, xAI's Responses no time in streams, and both are read (recorded answers, 2026-11).
    """
    for holder in _HOLDERS:
        held = document.get(holder) if holder else document
        for member, value in held.items() if isinstance(held, dict) else ():
            if member not in _JUDGED:
                continue
            path = (holder, member) if holder else (member,)
            if value == "" and member in _MODELS:
                yield Hollow(path, "The name of the model is empty.", "a name", value, None)
            elif isinstance(value, str) and member in _MODELS and value != value.strip():
                message = "The name of the model has blanks around it."
                yield Hollow(path, message, value.strip()[:200], value[:200], None)
            elif value == "" and member in _IDS:
                grave = None if member == _NEVER_EMPTY else Severity.INFO
                yield Hollow(path, "The id of the reply is empty.", "an id", value, grave)
            elif member in _TIMES and type(value) in (int, float):
                yield from (Hollow(path, *said) for said in _time(value))


def to_come(value: Json) -> bool:
    """Return whether a time in seconds is one that has not come: no answer was made then."""
    if not isinstance(value, int | float) or not _COME < value < FAR:
        return False
    return value > now().timestamp() + _AHEAD


def _time(value: Json) -> Iterator[tuple[str, str, Json, Severity | None]]:
    wanted = "seconds since 1970"
    if isinstance(value, int | float) and value >= FAR:
        yield "The time is in a smaller unit than seconds.", wanted, value, None
    elif to_come(value):
        yield "The time of the reply has not come.", wanted, value, None
    elif isinstance(value, int | float) and value <= 0:
        yield "The time of the reply is not said.", wanted, value, Severity.INFO
