"""TC776: earlier-words-reach."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.line_forms import in_parts, otherwise
from toolwire.rules.views.lines_of_before import (
    LinePlace,
    cut_of,
    here_alone_of,
    repeated_of,
    repeating,
)

_SAID: Final = "The answer has no word of what the user said before, {}which it was to repeat."
#: Several texts in one message: where they are lost, a text alone may well reach the model.
_CHECKS: Final = (
    repeated_of(LinePlace.WORDS, _SAID.format("in several parts, "), in_parts),
    repeated_of(LinePlace.WORDS, _SAID.format(""), otherwise(in_parts)),
)


def _reached(reading: Reading) -> Iterator[Violation]:
    for check in _CHECKS:
        yield from check(reading)


RULE = Rule(
    id="TC776",
    name="earlier-words-reach",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "What the user said in an earlier turn still reaches the model, also behind a result, whole "
        "and many turns later, as `verify` writes it: asked to repeat lines of it and a line of the "
        "question itself, a reply that has a word of the last has one of each, each of which stands "
        "nowhere else in the request. A model may leave it out; a run in which every such reply "
        "does is the server's doing."
    ),
    why=(
        "A gateway that sends on the last message alone, or that joins a history and loses a part, "
        "has the model answer as if nothing had been said."
    ),
    breaks="every conversation of more than one turn",
    workaround="Send what was said before in the last message.",
    source=Source(
        "docs",
        "OpenAI, conversation state: earlier messages go with the request, so that the model knows them",
        "https://developers.openai.com/api/docs/guides/conversation-state",
        "2026-11-28",
    ),
    check=_reached,
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    variance=repeating(
        "replies that repeat a line of the question and were to repeat one of the user's earlier words",
        LinePlace.WORDS,
        in_parts=True,
    ),
    mutations=(
        *mutations_for("line_of_words", here_alone_of(LinePlace.WORDS)),
        *mutations_for("line_of_words", cut_of(LinePlace.WORDS, 1), fault="no middle"),
    ),
    cases="""
copilot-proxy-api (Responses) | 248 older items of the input were replaced by placeholders, with HTTP 200 and no word of it | https://github.com/voidsteed/copilot-proxy-api/issues/5 | issue closed 2026-09
""",
)
