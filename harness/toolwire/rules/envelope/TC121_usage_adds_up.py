"""TC121: usage-adds-up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.count import count_of
from toolwire.dialects.wire import Bill
from toolwire.io.json_text import items_of, object_of
from toolwire.io.pointer import at
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.places import Place

#: After the name of a count: the object that tells what is in it.
_DETAILS: Final = "_details"
#: Of what is told there what is in the count itself.
_CACHED: Final = "cached_tokens"
_WITHIN: Final = (_CACHED, "reasoning_tokens", "audio_tokens")


def _bills(dialect: str) -> tuple[Bill, ...]:
    return load_dialect(dialect).wire.bills


def _adds_up(reading: Reading) -> Iterator[Violation]:
    yield from _only_grow(reading)
    bills = _bills(reading.dialect)
    for pointer, document in _documents(reading, bills):
        for bill in bills:
            counts = _counts(document, bill)
            more = next(_more_than_all(counts, bill), None)
            if more is not None:
                where = "/".join((pointer, *bill.path, more[0]))
                message = "More tokens of a kind are told than tokens in all."
                # OpenRouter and OpenAI tell so of reasoning tokens; of cached ones Azure's Grok alone.
                mild = None if more[0].endswith(_CACHED) else Severity.INFO
                yield Violation(where, message, more[1], more[2], mild)
            yield from _of_kinds(counts, bill, pointer)
            total = count_of(counts.get(bill.total))
            if total is None:
                continue
            parts = [count_of(counts.get(name)) for name in bill.parts]
            if parts[0] is None or parts[1] is None:
                continue
            found = sum(part or 0 for part in parts)
            if total != found and total != found + _beside(bill, counts):
                where = "/".join((pointer, *bill.path, bill.total))
                yield _unequal(where, found, total, counts)
                return


def _more_than_all(counts: JsonObject, bill: Bill) -> Iterator[tuple[str, int, int]]:
    """Yield what is a part of a count, where it is more than that: its path, the count, and itself."""
    for name, details in counts.items():
        if not name.endswith(_DETAILS):
            continue
        whole = count_of(counts.get(name.removesuffix(_DETAILS)))
        for kind in _WITHIN:
            part = count_of(object_of(details).get(kind)) or 0
            if whole is not None and part > whole and not _counted_beside(counts, bill, part):
                yield f"{name}/{kind}", whole, part
    for name, around in bill.within:
        part, whole = count_of(counts.get(name)) or 0, count_of(counts.get(around))
        if whole is not None and part > whole:
            yield name, whole, part


def _of_kinds(counts: JsonObject, bill: Bill, pointer: str) -> Iterator[Violation]:
    """Yield the first count whose kinds of content, told one by one, come to more than it."""
    for name, around in bill.kinds:
        told = [count_of(object_of(one).get(bill.kind_count)) for one in items_of(counts.get(name))]
        part, whole = sum(one or 0 for one in told), count_of(counts.get(around))
        if whole is not None and part > whole:
            where = "/".join((pointer, *bill.path, name))
            message = "The kinds of content come to more tokens than there are in all."
            yield Violation(where, message, whole, part)
            return


def _counted_beside(counts: JsonObject, bill: Bill, part: int) -> bool:
    """Return whether the total holds a part besides the counts: xAI counts thoughts so."""
    total = count_of(counts.get(bill.total))
    return total == part + sum(count_of(counts.get(name)) or 0 for name in bill.parts)


def _unequal(where: str, found: int, total: int, counts: JsonObject) -> Violation:
    """Return the breach; milder where the total holds the thoughts that are told beside.

    xAI's total does on every answer of a model that thinks, and its guide says so: with them
    the counts do add up.
    """
    details = (object_of(value) for value in counts.values())
    thoughts = sum(count_of(held.get("reasoning_tokens")) or 0 for held in (*details, counts))
    if thoughts and total == found + thoughts:
        message = "Reasoning tokens are in the total and in neither of its parts."
        return Violation(where, message, found, total, Severity.INFO)
    return Violation(where, "The counts of tokens do not add up to the total.", found, total)


def _beside(bill: Bill, counts: JsonObject) -> int:
    return sum(count_of(counts.get(name)) or 0 for name in bill.beside)


def _documents(reading: Reading, bills: tuple[Bill, ...]) -> Iterator[tuple[str, JsonObject]]:
    if isinstance(reading.body, dict):
        yield "", reading.body
    # Counts grow over a stream; the last ones are the reply's.
    for event in reversed(reading.events):
        data = event.json
        if isinstance(data, dict):
            for bill in bills:
                if bill.path[0] in data and _counts(data, bill):
                    yield f"event[{event.number}]", data
                    return


def _counts(document: JsonObject, bill: Bill) -> JsonObject:
    found = at(document, bill.path)
    return found if isinstance(found, dict) else {}


def _billed(dialect: str, where: Place) -> Iterator[tuple[JsonObject, Bill]]:
    for document in edit.objects(where):
        for bill in _bills(dialect):
            yield _counts(document, bill), bill


def _cached(dialect: str, where: Place) -> None:
    for counts, bill in _billed(dialect, where):
        name = bill.parts[0]
        if bill.within:
            counts.update({name: 90_000 for name, _ in bill.within})
        elif name in counts:
            counts[f"{name}{_DETAILS}"] = {"cached_tokens": 90_000}


def _many_of_a_kind(dialect: str, where: Place) -> None:
    for counts, bill in _billed(dialect, where):
        for name, around in bill.kinds[:1]:
            whole = count_of(counts.get(around)) or 0
            counts[name] = [{"modality": "TEXT", bill.kind_count: whole + 100}]


def _too_many(dialect: str, where: Place) -> None:
    for counts, bill in _billed(dialect, where):
        if (total := count_of(counts.get(bill.total))) is not None:
            counts[bill.total] = total + 100


def _only_grow(reading: Reading) -> Iterator[Violation]:
    served = load_dialect(reading.dialect).wire.served
    for bill in _bills(reading.dialect):
        before = 0
        for event in reading.events:
            # Most events of most streams count nothing.
            if not isinstance(event.json, dict) or bill.path[0] not in event.json:
                continue
            now = _made(event.json, bill)
            if now is not None and now < before:
                where = "/".join((f"event[{event.number}]", *bill.path, bill.parts[1]))
                message = "Fewer tokens of the answer are counted than in an event before."
                yield Violation(where, message, f"{before} or more", now)
                return
            before = before if now is None else now
            if served is not None and any(served.used(event.json)):
                # Gemini 3 counts each round of the model alone, and all of them in its last event.
                before = 0


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


_TOLD_APART: Final = ("openai-chat", "openai-responses", "gemini-generate")

RULE = Rule(
    id="TC121",
    name="usage-adds-up",
    severity=dict.fromkeys(
        (
            "openai-chat",
            "chatml",
            "prompted",
            "openai-responses",
            "bedrock-converse",
            "gemini-generate",
        ),
        Severity.WARNING,
    ),
    statement="The total of the token counts is the sum of its parts: input and output, with "
    "Gemini also thoughts and the results of its own tools. What is told to be in a count (cached, "
    "reasoning and audio tokens) is not more than the count; that it is, is information, but for "
    "OpenAI's cached tokens. Nor do kinds of content that are "
    "told one by one (Gemini's details) come to more than it. Where several events of a stream count the "
    "answer, none counts fewer than one before it, unless the service ran a tool of its own between them. Thoughts that are counted in the "
    "total and told beside its parts (xAI) are reported as info.",
    why="Bills, limits and caches are computed from the parts or from the total.",
    breaks="Cost trackers that add up the parts.",
    workaround="Take the total less the input for the output.",
    source=Source(
        "spec",
        "openai 3.52.0 CompletionUsage: total_tokens is prompt + completion; google-genai "
        "UsageMetadata: total_token_count is the sum of prompt, candidates, tool use and "
        "thoughts; botocore TokenUsage",
        "https://ai.google.dev/api/generate-content#UsageMetadata",
        "2026-11-21",
    ),
    check=_adds_up,
    mutations=(
        *mutations_for("single_call", changed(_too_many), fault="a total"),
        *mutations_for("single_call", changed(_cached), _TOLD_APART, fault="a part"),
        *mutations_for(
            "single_call", changed(_many_of_a_kind), ("gemini-generate",), fault="a kind"
        ),
        Mutation(
            "gemini-generate", Mode.STREAMING, "plain_text", edit.frames(_by_piece), "by piece"
        ),
    ),
)
