"""TC769: earlier-arguments-reach."""

from __future__ import annotations

from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.lines_of_before import (
    LinePlace,
    here_alone_of,
    repeated_of,
    repeating,
)

RULE = Rule(
    id="TC769",
    name="earlier-arguments-reach",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "What a tool was called with in an earlier turn still reaches the model: asked to repeat a "
        "line of it and a line of the question itself, a reply that has a word of the second has "
        "one of the first, each of which stands nowhere else in the request. A model may leave it "
        "out; a run in which every such reply does is the server's doing."
    ),
    why=(
        "A gateway that writes earlier calls anew with no arguments, or with empty ones, makes the "
        "model forget what it asked for: it cannot tell which result is which, and writes its next "
        "calls as empty."
    ),
    breaks="agents of more than one turn",
    workaround="Have each tool return what it was called with.",
    source=Source(
        "docs",
        "OpenAI, function calling: append the calls and their outputs to the input, and send it with each "
        "request",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-29",
    ),
    check=repeated_of(
        LinePlace.CALLED,
        "The answer has no word of what an earlier call was made with, of which it was to repeat a line.",
    ),
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    variance=repeating(
        "replies that repeat a line of the question and were to repeat one of an earlier call",
        LinePlace.CALLED,
    ),
    mutations=mutations_for("line_of_call", here_alone_of(LinePlace.CALLED)),
)
