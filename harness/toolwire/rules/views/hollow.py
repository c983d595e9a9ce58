"""Members of a reply that have the published type and not what it stands for.

An empty name names nothing, a time in milliseconds is tens of thousands of years away, and no
reply was made next year.
"""

from __future__ import annotations

from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import Final, NamedTuple

from toolwire.io.clock import now
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import EvidenceLevel, Exchange
from toolwire.model.observation import Severity

#: What holds a reply inside of an event: the whole document is meant by "".
_HOLDERS: Final = ("", "response", "message")
_MODELS: Final = frozenset({"model", "modelVersion"})
_IDS: Final = frozenset({"generation_id", "id", "responseId", "response_id"})
_TIMES: Final = frozenset({"created", "created_at"})
#: Seconds since 1970 of the year 5138; milliseconds passed it in 1973.
FAR: Final = 100_000_000_000
#: The end of November 2026, when this was written: of a time before it no clock has to be asked.
_COME: Final = 1_795_996_800
#: Two days, in seconds: as far as a clock may be ahead of ours.
_AHEAD: Final = 172_800
_OURS: Final = frozenset({EvidenceLevel.LIVE, EvidenceLevel.RECORDED})
#: Thirty days, in seconds: longer than caches keep an answer.
_KEPT: Final = 2_592_000


class Hollow(NamedTuple):
    """A member without meaning: its path in the document, what is wrong, what is expected."""

    path: tuple[str, ...]
    message: str
    expected: str
    actual: Json
    severity: Severity | None


def hollow(document: JsonObject, sent: str | None = None) -> Iterator[Hollow]:
    """Yield the members of a body or event that say nothing.

    That an id is empty or a time is zero is information: Hugging Face's router says no id in whole
    replies, xAI's Responses no time in streams, and both are read (recorded answers, 2026-11).

    Args:
        document: the body, or an event.
        sent: when it was sent, as its header has it; None where that is not known.
    """
    yield from _long_past(document, sent)
    for holder in _HOLDERS:
        held = document.get(holder) if holder else document
        for member, value in held.items() if isinstance(held, dict) else ():
            path = (holder, member) if holder else (member,)
            if value == "" and member in _MODELS:
                yield Hollow(path, "The name of the model is empty.", "a name", value, None)
            elif value == "" and member in _IDS:
                yield Hollow(path, "The id of the reply is empty.", "an id", value, Severity.INFO)
            elif member in _TIMES and type(value) in (int, float):
                yield from (Hollow(path, *said) for said in _time(value))


def to_come(value: Json) -> bool:
    """Return whether a time in seconds is one that has not come: no answer was made then."""
    if not isinstance(value, int | float) or not _COME < value < FAR:
        return False
    return value > now().timestamp() + _AHEAD


def sent_new(exchange: Exchange) -> str | None:
    """Return when a new answer was sent; None for one that was asked for again.

    Recordings of others may have been put together of several, or edited.
    """
    request, ours = exchange.request, exchange.evidence.level in _OURS
    fresh = ours and request is not None and request.method == "POST"
    return exchange.response.header("date") if fresh else None


def _long_past(document: JsonObject, sent: str | None) -> Iterator[Hollow]:
    """Yield the time of a reply that was long past when the reply was sent, by its `Date`.

    A cache may answer with what was said days ago.
    """
    if sent is None:
        return
    for holder in _HOLDERS:
        held = document.get(holder) if holder else document
        for member in _TIMES & held.keys() if isinstance(held, dict) else ():
            value = held[member] if isinstance(held, dict) else None
            if type(value) is int and 0 < value < (_seconds(sent) or 0) - _KEPT:
                path = (holder, member) if holder else (member,)
                message = "The time of the reply was long past when it was sent."
                yield Hollow(path, message, f"about {_seconds(sent)}", value, None)


@lru_cache(maxsize=64)
def _seconds(sent: str) -> int | None:
    """Return the seconds since 1970 of a `Date` header; None where it is none."""
    try:
        return int(parsedate_to_datetime(sent).timestamp())
    except (OverflowError, TypeError, ValueError):
        return None


def _time(value: Json) -> Iterator[tuple[str, str, Json, Severity | None]]:
    wanted = "seconds since 1970"
    if isinstance(value, int | float) and value >= FAR:
        yield "The time is in a smaller unit than seconds.", wanted, value, None
    elif to_come(value):
        yield "The time of the reply has not come.", wanted, value, None
    elif isinstance(value, int | float) and value <= 0:
        yield "The time of the reply is not said.", wanted, value, Severity.INFO
