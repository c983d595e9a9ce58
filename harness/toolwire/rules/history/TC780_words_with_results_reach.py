"""TC780: words-with-results-reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import place_of, whole
from toolwire.rules.views.lines_of_before import (
    LinePlace,
    asked_lines,
    before_alone_of,
    reached_at,
    read_at,
)

#: Whose results are parts of messages of the user, in which words may stand as well.
_AMID_WORDS: Final = ("anthropic-messages", "bedrock-converse", "gemini-generate")
_SHOWN: Final = 200
_has_result, _has_words = reached_at(LinePlace.BESIDE), read_at(LinePlace.BESIDE)


def _due(reading: Reading) -> bool:
    """Return whether a reply has a word of a result, asked for its line and one of the words beside it."""
    return _has_result(reading) and whole(reading)


def _words_reach(reading: Reading) -> Iterator[Violation]:
    lines = asked_lines(reading)
    if lines is None or not _due(reading) or _has_words(reading):
        return
    message = "The answer repeats the result alone: the words in one message with it may not reach the model."
    said = (reading.reply.text or "")[:_SHOWN]
    yield Violation(place_of(reading), message, lines.here.line[:_SHOWN], said)


RULE = Rule(
    id="TC780",
    name="words-with-results-reach",
    severity=dict.fromkeys(_AMID_WORDS, Severity.WARNING),
    statement=(
        "What the user says in the message of a result, behind it, reaches the model: asked there "
        "to repeat a line of the result and a line of the question itself, a reply that has a word "
        "of the first has one of the second, each of which stands nowhere else in the request. A "
        "model may leave it out; a run in which every such reply does, and no reply has any word of "
        "it, is the server's doing."
    ),
    why=(
        "A gateway that makes a message of each result, and of such a message nothing else, loses "
        "what the user adds while tools run: the model goes on as if nobody had said anything."
    ),
    breaks="coding assistants, which send reminders and what the user types meanwhile with the results",
    workaround="Send the words in the next message, behind an answer of the model.",
    source=Source(
        "docs",
        "Anthropic, handle tool calls: tool_result blocks come first in the content array, any text after all "
        "tool results",
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
        "2026-11-29",
    ),
    check=_words_reach,
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    variance=Variance(
        "replies that repeat a line of a result and were to repeat one of the question in its message",
        _due,
        shown=_has_words,
    ),
    mutations=mutations_for("line_beside", before_alone_of(LinePlace.BESIDE)),
    cases="""
claudex | Anthropic's route before Responses: what stands beside tool_result blocks is dropped, as what the user says meanwhile | https://github.com/StringKe/claudex/issues/8 | issue open 2026-07
9router | Gemini's route: a text in one content with a functionResponse is dropped | https://github.com/decolua/9router/issues/2393 | issue open 2026-07
OmniRoute | the same | https://github.com/diegosouzapw/OmniRoute/issues/6376 | PR merged 2026-07
""",
)
