"""TC120: gemini-stop-has-parts."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.rule import (
    Mode,
    Mutation,
    Reading,
    Rule,
    Severity,
    Shim,
    Source,
    Variance,
    Violation,
)
from toolwire.rules.views.chance import ended
from toolwire.rules.views.chat import chunks


def _says_something(reading: Reading) -> Iterator[Violation]:
    answers = [("", reading.body)] if isinstance(reading.body, dict) else []
    found = answers or [(f"event[{number}]", chunk) for number, chunk in chunks(reading)]
    ended: str | None = None
    for root, answer in found:
        for place, candidate in enumerate(map(object_of, items_of(answer.get("candidates")))):
            if _has_part(candidate):
                return
            if candidate.get("finishReason") == "STOP":
                ended = f"{root}/candidates/{place}/content"
    if ended is not None:
        message = "The candidate ended of its own accord and has no part."
        yield Violation(ended, message, "at least one part", None)


def _has_part(candidate: JsonObject) -> bool:
    content = object_of(candidate.get("content"))
    return any(
        object_of(part).keys() - {"thought", "thoughtSignature"}
        for part in items_of(content.get("parts"))
    )


def _silent(document: Json) -> None:
    for candidate in items_of(object_of(document).get("candidates")):
        object_of(candidate)["content"] = {"role": "model"}


RULE = Rule(
    id="TC120",
    name="gemini-stop-has-parts",
    severity={"gemini-generate": Severity.WARNING},
    statement="A candidate that ends with STOP has at least one part, over the whole answer.",
    why="An empty turn passes for an answer: the agent stops in the middle of its work.",
    breaks="pydantic-ai (content field missing), breadboard, which asks again",
    workaround="Ask again.",
    source=Source(
        "observed",
        "breadboard-ai/breadboard#6505; all 612 recorded answers that end with STOP have one",
        "https://github.com/breadboard-ai/breadboard/pull/6505",
        "2026-11-21",
    ),
    check=_says_something,
    variance=Variance("replies that say why they ended", ended),
    mutations=(
        Mutation("gemini-generate", Mode.BLOCKING, "single_call", edit.body(_silent)),
        Mutation("gemini-generate", Mode.STREAMING, "single_call", edit.payloads(_silent)),
    ),
    shim=Shim("treat_as_failed"),
)
