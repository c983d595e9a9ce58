"""TC147: answer-counted-alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from toolwire.dialects import load_dialect
from toolwire.io.json_text import JsonError, dump
from toolwire.model.exchange import Exchange
from toolwire.rules.groups import COUNTING_IN_WORDS
from toolwire.rules.mutate.prompt_counts import ANSWER, PROMPT, recounted
from toolwire.rules.rule import (
    Mutation,
    Reading,
    Rule,
    Severity,
    Source,
    Subject,
    Variance,
    Violation,
)
from toolwire.rules.stop.pair_rules import STREAMED, told_of_one_request
from toolwire.rules.views.token_counts import ALIKE, counts_at, exchanged, far_apart

#: Ollama's count of the answer is whole; that of its prompt lacks what a cache had, before 2026.
_JUDGED: Final = (*COUNTING_IN_WORDS, "cohere-v2", "ollama-chat")
#: Shorter answers may differ by all that they count: they show nothing, and clear nobody.
_SHOWING: Final = 2 * ALIKE
_Said: TypeAlias = tuple[str | None, tuple[tuple[str | None, bytes], ...]]


def _counts(reading: Reading) -> tuple[int, int] | None:
    """Return the tokens of one answer, in the stream and in the whole reply; None where one is not told.

    Nor is anything known where they say different things, or thought first.
    """
    told = told_of_one_request(reading, _told)
    if told is None or told[0][0] != told[1][0]:
        return None
    return told[0][1], told[1][1]


def _told(reading: Reading) -> tuple[_Said, int] | None:
    reply = reading.reply
    if reply.usage is None or reply.usage.output is None or reply.reasoning or not reply.complete:
        return None
    try:
        calls = tuple((call.name, dump(call.arguments)) for call in reply.tool_calls)
    except (JsonError, UnicodeError):
        return None
    return (reply.text or None, calls), reply.usage.output


def _due(reading: Reading) -> bool:
    return max(_counts(reading) or (0, 0)) > _SHOWING


def _alike(reading: Reading) -> Iterator[Violation]:
    streamed, whole = _counts(reading) or (0, 0)
    # That an answer has none is told by TC124 and TC153.
    if min(streamed, whole) and far_apart(streamed, whole):
        message, chance = "The same answer has another number of tokens when streamed.", True
        if exchanged(reading):
            message = "A stream tells the tokens of its prompt as the answer's, and the reverse."
            chance = False
        pointer = counts_at(reading) or reading.reply.stop_pointer or "event[0]"
        yield Violation(pointer, message, whole, streamed, variance=chance)


def _tenfold(name: str) -> Mutation:
    mode = STREAMED[0]
    change = recounted(mode, lambda count: count * 10, ANSWER)
    return Mutation(name, mode, "single_call", change)


def _exchanged(name: str) -> Mutation:
    """Have both counts of the whole reply told by the stream, each as the other."""
    mode = STREAMED[0]

    def apply(exchange: Exchange) -> Exchange:
        usage = load_dialect(name).decode(exchange).reply.usage
        assert usage is not None
        asked, made = usage.input or 0, usage.output or 0
        told = recounted(mode, lambda _: made, PROMPT)(exchange)
        return recounted(mode, lambda _: asked, ANSWER)(told)

    return Mutation(name, mode, "single_call", apply, "exchanged")


RULE = Rule(
    id="TC147",
    name="answer-counted-alike",
    subject=Subject.AB,
    severity=dict.fromkeys(_JUDGED, Severity.WARNING),
    statement=(
        "Where a request and the same request streamed are answered with the same text and calls, "
        "and no thoughts, both answers count as many tokens of themselves; they differ by no more "
        "than twenty, or by less than half. One pair may differ by chance (thoughts that are counted and not "
        "told); a run in which each does of which one counts more than forty is the server's doing; "
        "so are the two counts of a stream told each as the other."
    ),
    why="Costs and budgets hang on the mode: tokens of the prompt are counted twice, or each piece is one.",
    breaks="clients that compute costs by what the answer counted",
    workaround="Count the tokens of an answer without a stream, or by a tokenizer.",
    source=Source(
        "docs",
        "Anthropic: the token counts in the usage of message_delta are cumulative; OpenAI: the last chunk has "
        "the token usage of the entire request",
        "https://platform.claude.com/docs/en/build-with-claude/streaming",
        "2026-11-28",
    ),
    check=_alike,
    modes=STREAMED,
    needs_request=True,
    variance=Variance("pairs of answers that say the same and count it", _due, partly=True),
    mutations=(*map(_tenfold, _JUDGED), *map(_exchanged, _JUDGED)),
    cases="""
TensorZero | the counts of a stream are added up, though each is the sum so far | https://github.com/tensorzero/tensorzero/issues/5481 | issue closed 2025-12
""",
)
