"""TC156: time-of-this-zone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate.edit import header, objects
from toolwire.rules.mutate.faults import Change, changed, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Variance, Violation
from toolwire.rules.views.places import Place

_TIMES: Final = ("created", "created_at")
_CLOCK: Final = re.compile(r"([0-9]{2}):([0-9]{2}):([0-9]{2})")
#: Zones lie whole halves of an hour apart, and none further from Greenwich.
_HALF_HOUR: Final = 1_800
_FURTHEST: Final = 14 * 3_600
#: Seconds by which the header may be later than the time of the answer, and earlier.
_LATER, _EARLIER = 30, 3
_AT: Final = datetime(2026, 11, 24, 12, 0, 0, tzinfo=UTC)


def _date(reading: Reading) -> float | None:
    """Return when the server says that it answered, in seconds since 1970; None where it does not."""
    told = reading.exchange.response.header("date")
    try:
        return None if told is None else parsedate_to_datetime(told).timestamp()
    except (ValueError, OverflowError):
        return None


def _times(reading: Reading) -> Iterator[tuple[str, Json]]:
    """Yield the times that an answer tells first, with their places."""
    first = next((event for event in reading.events if isinstance(event.json, dict)), None)
    root = "" if first is None else f"event[{first.number}]"
    document = reading.body if first is None else first.json
    if isinstance(document, dict):
        held = object_of(document.get("response"))
        yield from ((f"{root}/{name}", document[name]) for name in _TIMES if name in document)
        yield from ((f"{root}/response/{name}", held[name]) for name in _TIMES if name in held)


def _seconds(told: Json) -> float | None:
    if isinstance(told, str):
        try:
            moment = datetime.fromisoformat(told)
            return moment.timestamp() if moment.tzinfo is not None else None
        except (ValueError, OverflowError):
            return None
    return told if isinstance(told, int | float) and not isinstance(told, bool) else None


def _apart(reading: Reading) -> Iterator[tuple[str, Json, float]]:
    """Yield the times of an answer that can be held to its header, with the seconds between."""
    times = [(pointer, told, _seconds(told)) for pointer, told in _times(reading)]
    date = _date(reading) if times else None  # dear to read, and many answers tell no time
    for pointer, told, seconds in times:
        if seconds is not None and date is not None and abs(seconds - date) < 2 * _FURTHEST:
            yield pointer, told, seconds - date


def _same_time_of_day(reading: Reading) -> bool:
    """Return whether header and answer agree in what is cheap to read; zones' answers do not."""
    told = [told for _, told in _times(reading)]
    if not told:
        return True
    clock = _CLOCK.search(reading.exchange.response.header("date") or "")
    if clock is None:
        return False
    hours, minutes, seconds = map(int, clock.groups())
    of_day = hours * 3_600 + minutes * 60 + seconds
    return all(isinstance(one, int) and abs(one % 86_400 - of_day) <= _EARLIER for one in told)


def _of_this_zone(reading: Reading) -> Iterator[Violation]:
    if _same_time_of_day(reading):
        return
    for pointer, told, apart in _apart(reading):
        halves = round((apart + _LATER / 2) / _HALF_HOUR)
        rest = apart - halves * _HALF_HOUR
        if halves and abs(halves) * _HALF_HOUR <= _FURTHEST and -_LATER <= rest <= _EARLIER:
            message = "The time of the answer is hours from the one in its header, as zones are."
            yield Violation(pointer, message, reading.exchange.response.header("date"), told)
            return


def _due(reading: Reading) -> bool:
    return next(_apart(reading), None) is not None


def _behind(dialect: str, mode: Mode) -> Change:
    """Plant a time that is two hours before that of the header."""
    earlier = _AT.replace(hour=_AT.hour - 2)

    def put(_name: str, where: Place) -> None:
        for document in objects(where):
            for holder in (document, object_of(document.get("response"))):
                _set(holder, earlier)

    plant = changed(put)(dialect, mode)
    dated = header("date", _AT.strftime("%a, %d %b %Y %H:%M:%S GMT"))

    def apply(exchange: Exchange) -> Exchange:
        return dated(plant(exchange))

    return apply


def _set(holder: JsonObject, later: datetime) -> None:
    if "completed_at" in holder:
        holder["completed_at"] = int(later.timestamp()) + 1
    for name in _TIMES:
        if isinstance(holder.get(name), str):
            holder[name] = later.strftime("%Y-%m-%dT%H:%M:%SZ")
        elif name in holder:
            holder[name] = int(later.timestamp())


RULE = Rule(
    id="TC156",
    name="time-of-this-zone",
    severity=dict.fromkeys(("ollama-chat", "openai-chat", "openai-responses"), Severity.WARNING),
    statement=(
        "`created` and `created_at` are of the zone that they say, seconds since 1970 of Greenwich: "
        "not whole hours or halves from the `Date` of the same answer, as a local clock's are. One "
        "answer may have been kept so long; that every one of a run lies so is the server's clock. "
        "A time of another day is not judged."
    ),
    why="Logs, caches and limits that are sorted by it put the answer hours before or behind its request.",
    breaks="whoever reads the time: the official SDKs hand it on as it came",
    workaround="Take the time at which the answer came.",
    source=Source(
        "docs",
        "OpenAI: created is the Unix timestamp (in seconds); Ollama: created_at is an ISO 8601 time; "
        "RFC 9110, 6.6.1: Date is when the message was made",
        "https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1",
        "2026-11-25",
    ),
    check=_of_this_zone,
    needs_ids=True,
    variance=Variance("answers whose time can be held to their header", _due),
    mutations=mutations_for("plain_text", _behind),
)
