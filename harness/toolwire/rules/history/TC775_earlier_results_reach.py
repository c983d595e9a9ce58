"""TC775: earlier-results-reach."""

from __future__ import annotations

from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.lines_of_before import (
    LinePlace,
    cut_of,
    here_alone_of,
    repeated_of,
    repeating,
)

RULE = Rule(
    id="TC775",
    name="earlier-results-reach",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "What a tool returned in an earlier turn still reaches the model, whole: asked to repeat "
        "lines of it and a line of the question itself, a reply that has a word of the last has one "
        "of each, each of which stands nowhere else in the request. A model may leave it out; a run "
        "in which every such reply does is the server's doing."
    ),
    why=(
        "A gateway that sends on the newest results alone makes the model forget what it looked up: "
        "it calls the same tool again, or makes up what it returned."
    ),
    breaks="agents of more than one turn",
    workaround="Say in words of the user what the tools returned before.",
    source=Source(
        "docs",
        "OpenAI, function calling: append the calls and their outputs to the input, and send it with each "
        "request",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-28",
    ),
    check=repeated_of(
        LinePlace.RESULT,
        "The answer has no word of an earlier result that it was to repeat.",
    ),
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    variance=repeating(
        "replies that repeat a line of the question and were to repeat one of an earlier result",
        LinePlace.RESULT,
        in_parts=True,
    ),
    mutations=(
        *mutations_for("line_of_result", here_alone_of(LinePlace.RESULT)),
        *mutations_for("line_of_result", cut_of(LinePlace.RESULT, 1), fault="no middle"),
    ),
    cases="""
hermes-agent (proxy) | calls and results of the history are left out, only words are sent on | https://github.com/NousResearch/hermes-agent/issues/14316 | PR open 2026-04
claw-orchestrator | results that its engine had not seen were discarded: 715 requests in 18 days | https://github.com/Enderfga/claw-orchestrator/issues/85 | PR merged
""",
)
