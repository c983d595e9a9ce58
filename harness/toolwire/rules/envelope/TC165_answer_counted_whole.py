"""TC165: answer-counted-whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from toolwire.io.json_text import JsonError, dump, object_of, parse
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Reply, Usage
from toolwire.rules.groups import EVERY_FORMAT, EVERYWHERE
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.mutate.probe_edit import within
from toolwire.rules.mutate.prompt_counts import ANSWER, PROMPT, recounted
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.latin_words import SHORTEST, WORDS_OF_A_TOKEN, latin_words
from toolwire.rules.views.limit import LIMIT, most_tokens
from toolwire.rules.views.told_again import tells_again
from toolwire.rules.views.went_on import new_text

#: Fewer words say little: how a tokenizer cuts them would weigh as much.
_ENOUGH: Final = 60
#: A count so many times the limit is none of the answer; and tokens that vendors count around one.
_BEYOND, _AROUND = 3, 8
#: That an answer counts thoughts, which it need not show.
_THOUGHT: Final = re.compile(rb'(?:reasoning|thinking|thoughts)_?[tT]okens?(?:Count)?"\s*:\s*[1-9]')


def _counted_whole(reading: Reading) -> Iterator[Violation]:
    reply, usage = reading.reply, reading.reply.usage
    # That none is counted is TC124's and TC153's.
    if usage is None or not usage.output or not reply.complete:
        return
    if _beyond_limit(reading, usage):
        message = (
            "More tokens are counted of the answer than its request allows, and than it has words."
        )
        if _with_prompt(reading, usage):
            message = "The count of the answer is that of its prompt and itself, and more than its request allows."
        yield Violation(
            reply.stop_pointer, message, f"at most {most_tokens(reading)}", usage.output
        )
        return
    texts = [new_text(reading), *_arguments(reply)]
    # Most answers are too short for so many words, whatever they say.
    if sum(map(len, texts)) < max(_ENOUGH, usage.output * WORDS_OF_A_TOKEN) * SHORTEST:
        return
    # What a stream told again was said once (TC929), and so it is of arguments that are no JSON then (TC907).
    unread = any(call.parse_error is not None for call in reply.tool_calls)
    if unread or tells_again(reading, reply.text):
        return
    words = sum(map(latin_words, texts))
    least = words // WORDS_OF_A_TOKEN
    # Some count thoughts apart, and none of what was said.
    beside = usage.total is not None and usage.total - (usage.input or 0) >= least
    if words >= _ENOUGH and usage.output < least and not beside:
        message = "Fewer tokens are counted of the answer than its words take."
        yield Violation(reply.stop_pointer, message, f"at least {least}", usage.output)


def _beyond_limit(reading: Reading, usage: Usage) -> bool:
    """Return whether an answer of a few words counts far more than its limit allows."""
    limit = most_tokens(reading)
    if limit is None or not usage.output or usage.output <= limit * _BEYOND + _AROUND:
        return False
    # Thoughts may be counted beyond a limit (xAI), and be told by their number alone.
    if reading.reply.reasoning or _THOUGHT.search(reading.exchange.response.body) is not None:
        return False
    # What has that many words itself does not keep the limit: TC421 and TC422 have it.
    texts = (new_text(reading), *_arguments(reading.reply))
    return sum(map(latin_words, texts)) <= limit * WORDS_OF_A_TOKEN


def _with_prompt(reading: Reading, usage: Usage) -> bool:
    """Return whether a count beyond the limit is that of the prompt and of what the limit allows."""
    own = (usage.output or 0) - (usage.input or 0)
    return bool(usage.input) and 0 < own <= (most_tokens(reading) or 0) + _AROUND


def _arguments(reply: Reply) -> Iterator[str]:
    for call in reply.tool_calls:
        try:
            yield call.raw or dump(call.arguments).decode()
        except (JsonError, UnicodeError):
            yield ""


def _limited(counted: Callable[[int], int]) -> Callable[[str, Mode], Change]:
    """Allow so many tokens that the prompt has more, and count others as the answer's."""

    def made(name: str, mode: Mode) -> Change:
        ask = within(LIMIT)(name)
        prompt, answer = recounted(mode, _of_prompt, PROMPT), recounted(mode, counted, ANSWER)

        def apply(exchange: Exchange) -> Exchange:
            assert exchange.request is not None
            body = object_of(parse(exchange.request.body))
            ask(body)
            request = replace(exchange.request, body=dump(body))
            return answer(prompt(replace(exchange, request=request)))

        return apply

    return made


def _of_prompt(_count: int) -> int:
    return 200


def _of_both(_count: int) -> int:
    return 212


def _of_letters(_count: int) -> int:
    return 90


RULE = Rule(
    id="TC165",
    name="answer-counted-whole",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "An answer counts no fewer tokens of itself than half the words that its text and the "
        "arguments of its calls have in Latin letters; words that it was to go on with, and tells "
        "again, are not among them. Judged of 60 words or more. Nor does it count three times as many as its "
        "request allows, where it shows no thoughts and has no such number of words: those of its prompt, "
        "letters, or a sum that grows."
    ),
    why=(
        "A part was not counted: the calls, or all but the last piece of a stream. Costs and "
        "budgets that go by the count are far too small."
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
    mutations=(
        *mutations_for(
            "spelt_fully", lambda _name, mode: recounted(mode, lambda _count: 1, ANSWER)
        ),
        *mutations_for("plain_text", _limited(_of_both), EVERYWHERE, fault="with its prompt"),
        *mutations_for("plain_text", _limited(_of_letters), EVERYWHERE, fault="its letters"),
    ),
    cases="""
TensorZero | of a stream the counts of one piece are told | https://github.com/tensorzero/tensorzero/issues/5481 | issue closed 2025-12
""",
)
