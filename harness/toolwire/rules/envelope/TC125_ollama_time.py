"""TC125: ollama-time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from toolwire.io.clock import now
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.places import Place
from toolwire.rules.views.rewritten import is_rewritten

#: RFC 3339 as Go's `time.Time` reads it.
_TIME: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:\d{2})", re.ASCII
)


#: Before the first version of Ollama: what lies there is a clock's or a language's zero.
_FIRST_YEAR: Final = 2023
#: What recorders put for each time; Go's own zero is of the year 1.
_EPOCH: Final = "1970-01-01T00:00:00"
#: No machine writes a token in so few nanoseconds; the first one is none of the time that is told.
_LEAST_OF_A_TOKEN: Final = 10_000
_FEWEST: Final = 5
_TOTAL: Final = "total_duration"
_PARTS: Final = ("load_duration", "prompt_eval_duration", "eval_duration")


def _is_a_time(reading: Reading) -> Iterator[Violation]:
    documents = (
        [("", reading.body)]
        if isinstance(reading.body, dict)
        else [(f"event[{event.number}]", event.json) for event in reading.events]
    )
    for root, document in documents:
        told = document.get("created_at") if isinstance(document, dict) else None
        if isinstance(told, str) and _TIME.fullmatch(told) is None:
            message = "The time is not written as RFC 3339 has it."
            yield Violation(f"{root}/created_at", message, "2026-11-23T08:00:00Z", told[:60])
            return
        if isinstance(told, str) and not _FIRST_YEAR <= int(told[:4]) <= now().year + 1:
            later = int(told[:4]) > _FIRST_YEAR
            message = "The time has not come." if later else "The time is a zero of a clock."
            taken = told.startswith(_EPOCH) and is_rewritten(reading)
            severity = Severity.INFO if taken else Severity.WARNING
            yield Violation(f"{root}/created_at", message, None, told[:60], severity)
            return
        if isinstance(document, dict) and (wrong := _wrong_duration(document)) is not None:
            message = "A duration is longer than the whole, or the whole took no time."
            pointer = f"{root}/{wrong}"
            yield Violation(pointer, message, None, document[wrong], Severity.WARNING)
            return
        if isinstance(document, dict) and (broken := _fraction(document)) is not None:
            message = "A duration is written with a fraction, which Go's integers refuse."
            told = document[broken]
            yield Violation(f"{root}/{broken}", message, "nanoseconds", told, Severity.WARNING)
            return
        if isinstance(document, dict) and (short := _too_short(document)) is not None:
            message = "No machine writes the tokens in that time: it is told in another unit than nanoseconds."
            took = document[short]
            yield Violation(f"{root}/{short}", message, "nanoseconds", took, Severity.WARNING)
            return


def _fraction(document: JsonObject) -> str | None:
    """Return the first duration written as `12.0`, which JSON Schema (TC118) takes; None for none."""
    told = [(member, document.get(member)) for member in (_TOTAL, *_PARTS)]
    whole = (one for one, took in told if isinstance(took, float) and took.is_integer())
    return next(whole, None)


def _too_short(document: JsonObject) -> str | None:
    """Return the member by which the tokens took no time that any model takes; None where they did."""
    count, took = document.get("eval_count"), document.get("eval_duration")
    if type(count) is not int or type(took) is not int or count < _FEWEST:
        return None
    return "eval_duration" if 0 < took < count * _LEAST_OF_A_TOKEN else None


def _wrong_duration(document: JsonObject) -> str | None:
    """Return the member with a duration that cannot be; None where all can."""
    total, count = document.get(_TOTAL), document.get("eval_count")
    if not isinstance(total, int):
        return None
    if total == 0:
        return _TOTAL if isinstance(count, int) and count > 0 else None
    told = [(member, document.get(member)) for member in _PARTS]
    return next((one for one, took in told if isinstance(took, int) and took > total), None)


def _made(time: str) -> Callable[[str, Place], None]:
    return _with(created_at=time)


def _with(**members: Json) -> Callable[[str, Place], None]:
    def change(_name: str, where: Place) -> None:
        for document in [where] if isinstance(where, dict) else [payload for _, payload in where]:
            object_of(document).update(members)

    return change


RULE = Rule(
    id="TC125",
    name="ollama-time",
    severity={"ollama-chat": Severity.ERROR},
    statement="`created_at` of Ollama's answers is a time as RFC 3339 writes it. One "
    "that lies years ahead, or before there was any Ollama, is a warning (an info where somebody's "
    "recorder put the first second of 1970 for it); so is a part of "
    "`total_duration` that is longer than it, a whole that took no time though tokens were made, tokens faster than a hundred thousand a second, and a duration "
    "with a fraction.",
    why=(
        "Ollama's own Go client reads it as a time, and gives up the whole object over one that is "
        "none: text, calls and `done` are gone with it. Tokens a second are made of the durations."
    ),
    breaks="Ollama's Go client (paiml/aprender#2371), and what is built on it",
    workaround="Read the member as text.",
    source=Source(
        "spec",
        "ollama api/types.go ChatResponse.CreatedAt: time.Time; docs/openapi.yaml, created_at: "
        "ISO 8601",
        "https://github.com/ollama/ollama/blob/main/api/types.go",
        "2026-11-23",
    ),
    check=_is_a_time,
    needs_ids=True,
    mutations=(
        *mutations_for("single_call", changed(_made("0001-01-01T00:00:00Z")), fault="zero"),
        *mutations_for(
            "single_call",
            changed(_with(total_duration=5, eval_duration=9)),
            fault="a long part",
        ),
        *mutations_for("single_call", changed(_with(total_duration=0)), fault="no time"),
        *mutations_for("single_call", changed(_with(load_duration=7.0)), fault="a fraction"),
        *mutations_for("single_call", changed(_with(eval_duration=90)), fault="milliseconds"),
        *mutations_for("single_call", changed(_made("1795420800.000000000Z")), fault="seconds"),
        *mutations_for("single_call", changed(_made("3000-01-01T00:00:00Z")), fault="to come"),
    ),
    cases="""
aprender, an Ollama-compatible server | seconds for the time: the Go client reads nothing of the answer | https://github.com/paiml/aprender/issues/2371 | PR merged 2026-08
""",
)
