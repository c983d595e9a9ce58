"""TC161: counts-only-grow."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.dialects.count import count_of
from toolwire.dialects.wire import Bill
from toolwire.io.json_text import object_of
from toolwire.io.pointer import at
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation


def _only_grow(reading: Reading) -> Iterator[Violation]:
    for bill in load_dialect(reading.dialect).wire.bills:
        before = 0
        for event in reading.events:
            now = _made(event.json, bill) if isinstance(event.json, dict) else None
            if now is not None and now < before:
                where = "/".join((f"event[{event.number}]", *bill.path, bill.parts[1]))
                message = "Fewer tokens of the answer are counted than in an event before."
                yield Violation(where, message, f"{before} or more", now)
                return
            before = before if now is None else now


def _made(document: JsonObject, bill: Bill) -> int | None:
    """Return the tokens that an event counts as made; None where it counts none of the answer.

    Thoughts are among them: Google tells tokens of the answer as tokens of thoughts later on.
    Those of the prompt are not: it counts these anew in its last message, and fewer.
    """
    counts = at(document, bill.path)
    if not isinstance(counts, dict) or count_of(counts.get(bill.parts[1])) is None:
        return None
    return sum(count_of(counts.get(name)) or 0 for name in bill.parts[1:])


def _by_piece(stream: list[Frame]) -> None:
    """Have each message count what is new in it."""
    before = 0
    for _, payload in stream:
        counts = object_of(object_of(payload).get("usageMetadata"))
        told = count_of(counts.get("candidatesTokenCount")) or 0
        mine, before = told - before, told
        # The last piece is the shortest here, as the one with the reason alone is elsewhere.
        mine = min(mine, 1) if payload is stream[-1][1] else mine
        total = (count_of(counts.get("promptTokenCount")) or 0) + mine
        counts.update(candidatesTokenCount=mine, totalTokenCount=total)


RULE = Rule(
    id="TC161",
    name="counts-only-grow",
    severity={"gemini-generate": Severity.WARNING},
    statement=(
        "Where several events of a stream count the tokens of its answer, its thoughts with it, each counts all "
        "so far: none counts fewer than one before it, and the last counts the whole answer."
    ),
    why=(
        "Clients keep the last count that they read. Where each message counts its own piece, that is the "
        "length of the last piece, and a long answer costs next to nothing."
    ),
    breaks="google-genai's users and gateways that bill by the last usageMetadata of a stream",
    workaround="Add the counts up where they fall.",
    source=Source(
        "docs",
        "Gemini API, UsageMetadata: candidatesTokenCount is the total number of tokens across all the "
        "generated response candidates",
        "https://ai.google.dev/api/generate-content#UsageMetadata",
        "2026-11-28",
    ),
    check=_only_grow,
    modes=(Mode.STREAMING,),
    needs_wire=True,
    mutations=(Mutation("gemini-generate", Mode.STREAMING, "plain_text", frames(_by_piece)),),
)
