"""TC145: prompt-counted-alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.rules.groups import COUNTING_IN_WORDS
from toolwire.rules.mutate.prompt_counts import recounted
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
from toolwire.rules.views.token_counts import counts_at, counts_no_prompt, exchanged, prompt_tokens

#: Cohere counts a request as it has it in both modes; Ollama leaves out what a cache had, before 2026.
_JUDGED: Final = (*COUNTING_IN_WORDS, "cohere-v1", "cohere-v2")
#: Counts may differ by this many tokens, or by a tenth: an id in the prompt is of another length, and
#: servers that estimate take the members that ask for the stream for a part of it.
_ALIKE: Final = 20
#: Shorter prompts may differ by all that they count: they show nothing, and clear nobody.
_SHOWING: Final = 2 * _ALIKE


def _counts(reading: Reading) -> tuple[int, int] | None:
    """Return the tokens of one prompt, in the stream and in the whole reply; None where one is not told."""
    return told_of_one_request(reading, prompt_tokens)


def _due(reading: Reading) -> bool:
    return max(_counts(reading) or (0, 0)) > _SHOWING


def _alike(reading: Reading) -> Iterator[Violation]:
    streamed, whole = _counts(reading) or (0, 0)
    # That a stream tells its two counts the wrong way round is TC147's, and that one of both has none TC124's.
    far = abs(streamed - whole) > max(_ALIKE, max(streamed, whole) / 10)
    none = any(counts_no_prompt(one) for one in (reading, reading.twin) if one is not None)
    if far and not none and not exchanged(reading):
        message = "The prompt of one request has another number of tokens when streamed."
        yield Violation(
            counts_at(reading) or reading.reply.stop_pointer or "event[0]", message, whole, streamed
        )


def _doubled(name: str) -> Mutation:
    mode = STREAMED[0]
    return Mutation(name, mode, "single_call", recounted(mode, lambda count: count * 2))


RULE = Rule(
    id="TC145",
    name="prompt-counted-alike",
    subject=Subject.AB,
    severity=dict.fromkeys(_JUDGED, Severity.WARNING),
    statement=(
        "A request and the same request streamed have a prompt of the same length: the tokens that "
        "the answers tell of it, with those read from or written to a cache, differ by no more than "
        "twenty, or a tenth. One pair may differ by chance (a cache that is told nowhere); a run in "
        "which each does of which one counts more than forty is the server's doing."
    ),
    why=(
        "Costs, budgets and the point at which an agent shortens its history hang on the mode: with "
        "nothing counted it never does."
    ),
    breaks="clients that compute costs or compact a history by what the last answer counted",
    workaround="Count the tokens of a prompt without a stream, or by a tokenizer.",
    source=Source(
        "docs",
        "OpenAI: if stream_options.include_usage is set, the last chunk has the token usage of the entire "
        "request; Anthropic: input tokens are those after the last cache breakpoint, beside "
        "cache_read and cache_creation",
        "https://platform.openai.com/docs/api-reference/chat/create",
        "2026-11-24",
    ),
    check=_alike,
    modes=STREAMED,
    needs_request=True,
    variance=Variance("pairs of answers that count a prompt of more than forty tokens", _due),
    mutations=tuple(map(_doubled, _JUDGED)),
    cases="""
KoboldCpp | a stream tells another usage than a whole reply | https://github.com/LostRuins/koboldcpp/issues/2481 | issue open 2026-11
""",
)
