"""TC514: words-beside-calls-come."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import JsonError, dump
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Reply
from toolwire.rules.arguments.probe_echo import again, wanted_value
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.mutate.prompt_counts import ANSWER, recounted
from toolwire.rules.rule import (
    Mode,
    Reading,
    Rule,
    Severity,
    Source,
    Subject,
    Variance,
    Violation,
)
from toolwire.rules.views.asked_for import asked, place_of, whole
from toolwire.rules.views.latin_words import latin_words

#: Whose answers count their tokens, and have words and calls side by side. Cohere's words are its plan.
_COUNTED: Final = (
    "anthropic-messages",
    "bedrock-converse",
    "gemini-generate",
    "ollama-chat",
    "openai-chat",
    "openai-responses",
    # Completions have no place for thoughts: those that a server keeps back may be what it counts, in
    # calls without words too.
    "chatml",
    "prompted",
)
#: Fewer words may be as few tokens as a format writes around a call.
_ENOUGH: Final = 60
#: Tokens around a call at the most (Claude's formats take some forty), and characters of it that are one.
_AROUND, _OF_A_TOKEN = 40, 2
#: Of a text that was written and lost, so many tokens a word are counted at the least.
_LEAST: Final = 0.5
#: Thoughts that are counted and not told hide how many tokens the words had.
_THOUGHT: Final = re.compile(rb'(?i)reasoning_?tokens"\s*:\s*[1-9]')


def _due(reading: Reading) -> bool:
    """Return whether a reply has calls, and was asked for a long text beside them."""
    what, reply = asked(reading), reading.reply
    if what is None or what.since or not what.quoted or not wanted_value(reading):
        return False
    return bool(reply.tool_calls) and whole(reading) and latin_words(what.quoted) >= _ENOUGH


def _least(reading: Reading) -> int:
    """Return how many tokens a reply counts at least whose text was written, and lost on the way."""
    what = asked(reading)
    words = latin_words(what.quoted or "") if what is not None else 0
    return int(words * _LEAST) + _of_calls(reading.reply)


def _of_calls(reply: Reply) -> int:
    letters = 0
    for call in reply.tool_calls:
        try:
            letters += len(call.name or "") + len(call.raw or dump(call.arguments))
        except (JsonError, UnicodeError):
            continue
    return letters // _OF_A_TOKEN + _AROUND * len(reply.tool_calls)


def _is_lost(reading: Reading) -> bool:
    """Return whether such a reply has no word, and counts the tokens of the text all the same."""
    reply = reading.reply
    if not _due(reading) or (reply.text or "").strip() or reply.reasoning or reply.usage is None:
        return False
    counted = reply.usage.output
    if counted is None or counted < _least(reading):
        return False
    return _THOUGHT.search(reading.exchange.response.body) is None


def _clears(reading: Reading) -> bool:
    """Return whether a reply has words beside its calls, or counts more tokens than what it tells can be."""
    reply = reading.reply
    if not reply.tool_calls:
        return False
    return bool((reply.text or "").strip()) or _keeps_back(reading)


def _keeps_back(reading: Reading) -> bool:
    """Return whether a reply that was to have no words beside its calls counts tokens that it does not tell."""
    what, reply = asked(reading), reading.reply
    if what is None or what.quoted or reply.usage is None or reply.usage.output is None:
        return False
    told = len((reply.reasoning or "").encode("utf-8", "replace"))
    try:
        for call in reply.tool_calls:
            given = (call.raw or "").encode("utf-8", "replace") or dump(call.arguments)
            told += len(call.name or "") + len(given) + _AROUND
    except (JsonError, UnicodeError):
        return False
    # No token is less than a byte.
    return reply.usage.output > told


def _come(reading: Reading) -> Iterator[Violation]:
    if _is_lost(reading):
        message = "The tokens of a text beside the call are counted, and the text is not there."
        usage = reading.reply.usage
        counted = None if usage is None else usage.output
        yield Violation(
            place_of(reading), message, f"a text, or fewer than {_least(reading)} tokens", counted
        )


def _without_words(name: str, mode: Mode) -> Change:
    calls, count = again(lambda calls: calls)(name, mode), recounted(mode, lambda _: 400, ANSWER)

    def apply(exchange: Exchange) -> Exchange:
        return count(calls(exchange))

    return apply


RULE = Rule(
    id="TC514",
    name="words-beside-calls-come",
    severity=dict.fromkeys(_COUNTED, Severity.WARNING),
    statement=(
        "Words of a model beside its calls come with them. A model may leave them out; that in a "
        "run no reply with calls has any, and those that were asked for a text of 60 words or more "
        "count its tokens, is the server's doing. Not judged of replies whose thoughts are told or "
        "counted apart, nor where calls without a text count more tokens than they can be."
    ),
    why=(
        "What the agent was told before a tool runs is lost to the user and to the history, where "
        "the model looks for it: it says the same again."
    ),
    breaks="agents that show what a model says before it acts",
    workaround="Ask the model to say it in an argument of the call.",
    source=Source(
        "docs",
        "Anthropic, tool use: a reply may have text before its tool_use blocks; OpenAI: content beside tool_calls",
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview",
        "2026-11-28",
    ),
    check=_come,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    needs_calls=True,
    # Replies with words are not counted, but prove that they come; and where calls alone count more than
    # they tell, thoughts are kept back: then nothing is said of either mode.
    variance=Variance(
        "replies with calls that count a text and have none",
        _is_lost,
        shown=_clears,
        of_runs=True,
    ),
    mutations=mutations_for("said_at_length", _without_words, _COUNTED),
)
