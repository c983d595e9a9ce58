"""TC125: ollama-time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from toolwire.io.clock import now
from toolwire.io.json_text import object_of
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.places import Place

#: RFC 3339 as Go's `time.Time` reads it.
_TIME: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:\d{2})", re.ASCII
)


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
        if isinstance(told, str) and int(told[:4]) > now().year + 1:
            message = "The time has not come."
            yield Violation(f"{root}/created_at", message, None, told[:60], Severity.WARNING)
            return


def _made(time: str) -> Callable[[str, Place], None]:
    def change(_name: str, where: Place) -> None:
        for document in [where] if isinstance(where, dict) else [payload for _, payload in where]:
            object_of(document)["created_at"] = time

    return change


RULE = Rule(
    id="TC125",
    name="ollama-time",
    severity={"ollama-chat": Severity.ERROR},
    statement="`created_at` of Ollama's answers is a time as RFC 3339 writes it. One "
    "that lies years ahead is a warning.",
    why=(
        "Ollama's own Go client reads it as a time, and gives up the whole object over one that is "
        "none: text, calls and `done` are gone with it."
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
        *mutations_for("single_call", changed(_made("1795420800.000000000Z")), fault="seconds"),
        *mutations_for("single_call", changed(_made("3000-01-01T00:00:00Z")), fault="to come"),
    ),
    cases="""
aprender, an Ollama-compatible server | seconds for the time: the Go client reads nothing of the answer | https://github.com/paiml/aprender/issues/2371 | PR merged 2026-08
""",
)
