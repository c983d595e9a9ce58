"""TC772: said-words-reach."""

from __future__ import annotations

from typing import Final

from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.line_forms import in_said_parts, otherwise
from toolwire.rules.views.lines_of_before import (
    LinePlace,
    here_alone_of,
    repeated_of,
    repeating,
)

#: Cohere's v2 has a plan beside its calls, which is not said to anybody.
_BESIDE: Final = tuple(name for name in EVERY_FORMAT if name != "cohere-v2")
#: Parts in the place of a text are another matter (TC797).
_AS_USUAL: Final = otherwise(in_said_parts)

RULE = Rule(
    id="TC772",
    name="said-words-reach",
    severity=dict.fromkeys(_BESIDE, Severity.WARNING),
    statement=(
        "What the model said beside an earlier call still reaches it: asked to repeat a line of it "
        "and a line of the question itself, a reply that has a word of the second has one of the "
        "first, each of which stands nowhere else in the request. A model may leave it out; a run "
        "in which every such reply does is the server's doing."
    ),
    why=(
        "A gateway, or a chat template, that passes on the calls of a message and not its words "
        "makes the model forget what it told the user and what it planned, with every call that it "
        "makes."
    ),
    breaks="agents that say what they do before they call a tool",
    workaround="Send the words in a message of their own before the one with the calls.",
    source=Source(
        "docs",
        "Anthropic, handle tool calls: the assistant message goes back whole, the text before its tool_use too",
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
        "2026-11-28",
    ),
    check=repeated_of(
        LinePlace.SAID,
        "The answer has no word of what was said beside an earlier call, which it was to repeat.",
        _AS_USUAL,
    ),
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    variance=repeating(
        "replies that repeat a line of the question and were to repeat one said beside an earlier call",
        LinePlace.SAID,
        _AS_USUAL,
    ),
    mutations=mutations_for("line_of_said", here_alone_of(LinePlace.SAID, _AS_USUAL)),
    cases="""
new-api, Messages to Chat Completions | text of an assistant message with tool calls is dropped | https://github.com/QuantumNous/new-api/issues/6615 | issue open 2026-08
""",
)
