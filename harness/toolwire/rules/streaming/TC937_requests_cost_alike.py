"""TC937: requests-cost-alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.model.conversation import Json
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.places import Place

#: Where a count of the request is all of it: others leave out what was in a cache.
_COUNTING: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "gemini-generate",
    "openai-chat",
    "openai-responses",
)
#: Tokens by which a template may differ, and the part of the smaller count.
_FEW: Final = 8
_PART: Final = 0.2
_INPUTS: Final = frozenset({"prompt_tokens", "input_tokens", "inputTokens", "promptTokenCount"})
_TOTALS: Final = frozenset({"total_tokens", "totalTokens", "totalTokenCount"})


def _counts(reading: Reading) -> tuple[int, int] | None:
    """Return how many tokens the same request had in both modes; None where one does not say."""
    twin = reading.twin
    if twin is None or not (reading.ok and twin.ok):
        return None
    before, after = twin.reply.usage, reading.reply.usage
    if before is None or after is None or not before.input or not after.input:
        return None
    return before.input, after.input


def _due(reading: Reading) -> bool:
    return _counts(reading) is not None


def _alike(reading: Reading) -> Iterator[Violation]:
    found = _counts(reading)
    if found is not None and max(found) - min(found) > max(_FEW, _PART * min(found)):
        message = "The same request has other numbers of tokens, streamed and not."
        yield Violation("event[0]", message, *found)


def _more(value: Json) -> None:
    """Add tokens to what is counted of the request."""
    for key, member in list(value.items()) if isinstance(value, dict) else ():
        assert isinstance(value, dict)
        if type(member) is int and key in _INPUTS | _TOTALS:
            value[key] = member + 500
        else:
            _more(member)


def _costlier(_dialect: str, where: Place) -> None:
    for document in [where] if isinstance(where, dict) else [payload for _, payload in where]:
        _more(document)


RULE = Rule(
    id="TC937",
    name="requests-cost-alike",
    subject=Subject.AB,
    severity=dict.fromkeys(_COUNTING, Severity.WARNING),
    statement=(
        "The same request has as many tokens in a stream as in a whole reply. A cache may hide some of "
        "them once; a run in which the two differ for every request is the server's doing."
    ),
    why="Budgets and compaction go by the count: in one mode they come too early, or never.",
    breaks="whoever adds up what a conversation costs",
    workaround="Count the tokens of a request yourself.",
    source=Source(
        "docs",
        "OpenAI: usage of a stream is that of the entire request, in its last chunk",
        "https://developers.openai.com/api/docs/api-reference/chat",
        "2026-11-24",
    ),
    check=_alike,
    modes=(Mode.STREAMING,),
    variance=Variance("pairs of answers that count the request", _due),
    mutations=mutations_for("single_call", changed(_costlier)),
)
