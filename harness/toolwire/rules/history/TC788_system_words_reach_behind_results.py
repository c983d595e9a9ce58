"""TC788: system-words-reach-behind-results."""

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
    id="TC788",
    name="system-words-reach-behind-results",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "The system prompt reaches the model behind a call and its result, too: asked to call and "
        "then to repeat a line of it and a line of the question itself, a reply to the result that "
        "has a word of the second has one of the first, each of which stands nowhere else in the "
        "request. A model may leave it out; a run in which every such reply does is the server's "
        "doing."
    ),
    why=(
        "Templates and gateways write a prompt of their own where a conversation has results, and "
        "leave out or replace the client's. An agent then keeps its rules up to its first call, and "
        "no further."
    ),
    breaks="every agent with a system prompt",
    workaround="Say it in the words of the user as well.",
    source=Source(
        "docs",
        "OpenAI, function calling: the input goes back with the call and its result, and all that was in it",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-29",
    ),
    check=repeated_of(
        LinePlace.SYSTEM_CALLED,
        "The answer to a result has no word of the system prompt, of which it was to repeat a line.",
    ),
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    variance=repeating(
        "replies to a result that repeat a line of the question and were to repeat one of the system prompt",
        LinePlace.SYSTEM_CALLED,
    ),
    mutations=mutations_for("line_of_system_called", here_alone_of(LinePlace.SYSTEM_CALLED)),
)
