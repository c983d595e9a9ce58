"""TC165: answer-counted-whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import JsonError, dump
from toolwire.model.reply import Reply
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.prompt_counts import ANSWER, recounted
from toolwire.rules.rule import Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.latin_words import SHORTEST, WORDS_OF_A_TOKEN, latin_words
from toolwire.rules.views.went_on import new_text

#: Fewer words say little: how a tokenizer cuts them would weigh as much.
_ENOUGH: Final = 60


def _counted_whole(reading: Reading) -> Iterator[Violation]:
    reply, usage = reading.reply, reading.reply.usage
    # That none is counted is TC124's and TC153's.
    if usage is None or not usage.output or not reply.complete:
        return
    texts = [new_text(reading), *_arguments(reply)]
    # Most answers are too short for so many words, whatever they say.
    if sum(map(len, texts)) < max(_ENOUGH, usage.output * WORDS_OF_A_TOKEN) * SHORTEST:
        return
    words = sum(map(latin_words, texts))
    least = words // WORDS_OF_A_TOKEN
    # Some count thoughts apart, and none of what was said.
    beside = usage.total is not None and usage.total - (usage.input or 0) >= least
    if words >= _ENOUGH and usage.output < least and not beside:
        message = "Fewer tokens are counted of the answer than its words take."
        yield Violation(reply.stop_pointer, message, f"at least {least}", usage.output)


def _arguments(reply: Reply) -> Iterator[str]:
    for call in reply.tool_calls:
        try:
            yield call.raw or dump(call.arguments).decode()
        except (JsonError, UnicodeError):
            yield ""


RULE = Rule(
    id="TC165",
    name="answer-counted-whole",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "An answer counts no fewer tokens of itself than half the words that its text and the arguments of its "
        "calls have in Latin letters; words that it was to go on with, and tells again, are not among them. Judged of 60 words or more."
    ),
    why=(
        "A part was not counted: the calls, or all but the last piece of a stream. Costs and budgets that go by "
        "the count are far too small."
    ),
    breaks="clients that compute costs or keep budgets by what the answer counted",
    workaround="Count the tokens of an answer by a tokenizer.",
    source=Source(
        "docs",
        "OpenAI: completion_tokens, number of tokens in the generated completion; Ollama: eval_count, number of "
        "tokens in the response",
        "https://platform.openai.com/docs/api-reference/chat/object",
        "2026-11-28",
    ),
    check=_counted_whole,
    mutations=mutations_for(
        "spelt_fully", lambda _name, mode: recounted(mode, lambda _count: 1, ANSWER)
    ),
    cases="""
TensorZero | of a stream the counts of one piece are told | https://github.com/tensorzero/tensorzero/issues/5481 | issue closed 2025-12
""",
)
