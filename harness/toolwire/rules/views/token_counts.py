"""Where a reply has its counts of tokens, how they are written, and what they add up to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.count import count_of
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.reply import Reading

#: How the names of counts end.
COUNTED: Final = ("_tokens", "Tokens", "TokenCount", "eval_count")
#: How formats call the tokens of a prompt, and those of an answer.
PROMPT: Final = frozenset(
    {"input_tokens", "inputTokens", "promptTokenCount", "prompt_tokens", "prompt_eval_count"}
)
ANSWER: Final = frozenset(
    {"output_tokens", "outputTokens", "candidatesTokenCount", "completion_tokens", "eval_count"}
)
#: Members that hold counts, and those that are counts by themselves.
HOLDERS: Final = frozenset({"meta", "usage", "usageMetadata"})
COUNTS: Final = frozenset({"eval_count", "prompt_eval_count"})
_AROUND: Final = HOLDERS | {"message", "response", "delta", "metadata", "tokens", "billed_units"}
#: A whole number with a fraction of none; and what stands before one that is a count.
_WRITTEN: Final = re.compile(rb"\.0(?<=[0-9]\.0)")
_NAMED: Final = re.compile(rb'(?:_tokens|Tokens|TokenCount|eval_count)"\s*:\s*[0-9]+\Z')
_NAME_AND_NUMBER: Final = 48
#: Counts of one answer may differ by this many tokens, or by half (TC147).
ALIKE: Final = 20


def fraction(reading: Reading) -> float | None:
    """Return a count that is written as `12.0`, which a reader of integers refuses; None for none."""
    if not _may_have_one(reading.exchange.response.body):
        return None
    whole = [reading.body] if isinstance(reading.body, dict) else []
    streamed = [one.json for one in reading.events if isinstance(one.json, dict)]
    holders = (holder_of(one) for one in whole or streamed)
    return next((count for holder in holders for count in _fractions(holder)), None)


def _may_have_one(body: bytes) -> bool:
    """Return whether a count is written with a fraction as the bytes go: few bodies are looked into."""
    return any(
        _NAMED.search(body, max(0, found.start() - _NAME_AND_NUMBER), found.start())
        for found in _WRITTEN.finditer(body)
    )


def _fractions(holder: JsonObject) -> Iterator[float]:
    for key, value in holder.items():
        if isinstance(value, float) and value.is_integer() and key.endswith(COUNTED):
            yield value


def holder_of(document: JsonObject) -> JsonObject:
    """Return the object that has the counts of a body or an event, which may be itself."""
    for holder in (document, *(object_of(document.get(one)) for one in ("message", "response"))):
        for key in sorted(HOLDERS & holder.keys()):
            return object_of(holder[key])
    return document


def counts_at(reading: Reading) -> str:
    """Return where the counts are that stand last; "" where there are none."""
    if isinstance(reading.body, dict):
        return next((f"/{path}" for path in held_counts(reading.body)), "")
    found = ((event.number, held_counts(event.json)) for event in reversed(reading.events))
    return next((f"event[{number}]/{path}" for number, paths in found for path in paths), "")


def held_counts(value: object) -> Iterator[str]:
    """Yield the paths of counts, at most two members below a document."""
    inner = value if isinstance(value, dict) else {}
    for key, member in inner.items():
        if key in HOLDERS or key in COUNTS:
            yield key
        elif isinstance(member, dict):
            yield from (f"{key}/{name}" for name in member if name in HOLDERS)


def zeros_at(reading: Reading, names: frozenset[str]) -> tuple[str, ...]:
    """Return where counts of these names are nothing, in the order told."""
    if isinstance(reading.body, dict):
        return tuple(f"/{path}" for path in _zeros(reading.body, names))
    told = ((f"event[{event.number}]", event.json) for event in reading.events)
    return tuple(f"{root}/{path}" for root, one in told for path in _zeros(one, names))


def _zeros(value: object, names: frozenset[str]) -> Iterator[str]:
    for key, member in value.items() if isinstance(value, dict) else ():
        if key in names and count_of(member) == 0:
            yield key
        elif key in _AROUND:
            yield from (f"{key}/{path}" for path in _zeros(member, names))


def counts_no_prompt(reading: Reading) -> bool:
    """Return whether a reply counts no token of its prompt, nor in its total, nor out of a cache."""
    usage = reading.reply.usage
    if usage is None or prompt_tokens(reading) != 0:
        return False
    return not usage.total or usage.total == (usage.output or 0)


def prompt_tokens(reading: Reading) -> int | None:
    """Return how many tokens of its prompt a reply counts, with those that a cache had; None for none told."""
    usage = reading.reply.usage
    if usage is None or usage.input is None:
        return None
    documents = [reading.body, *(event.json for event in reading.events)]
    told = [counts for one in documents if isinstance(one, dict) for counts in _usages(one)]
    beside = load_dialect(reading.dialect).wire.cached
    return usage.input + sum(
        max((count_of(counts.get(name)) or 0 for counts in told), default=0) for name in beside
    )


def far_apart(one: int, other: int) -> bool:
    """Return whether two counts are too far from each other to be of one answer."""
    apart = abs(one - other)
    return apart > ALIKE and 2 * apart >= max(one, other)


def exchanged(reading: Reading) -> bool:
    """Return whether a stream counts the prompt where its whole reply counts the answer, and the reverse."""
    replies = [one.reply for one in (reading, reading.twin) if one is not None]
    told = [one.usage for one in replies if one.usage is not None and not one.reasoning]
    counts = [one or 0 for usage in told for one in (usage.input, usage.output)]
    if len(counts) < 4 or not all(counts):
        return False
    asked, made, whole_asked, whole_made = counts
    right = asked == whole_made and not far_apart(made, whole_asked)
    return right and far_apart(asked, made)


def _usages(document: JsonObject) -> Iterator[JsonObject]:
    yield object_of(document.get("usage"))
    yield object_of(object_of(document.get("message")).get("usage"))
