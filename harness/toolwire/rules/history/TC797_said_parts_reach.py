"""TC797: said-parts-reach."""

from __future__ import annotations

from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.said_parts import said_in_parts
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.line_forms import in_said_parts
from toolwire.rules.views.lines_of_before import (
    LinePlace,
    here_alone_of,
    repeated_of,
    repeating,
)

RULE = Rule(
    id="TC797",
    name="said-parts-reach",
    severity={"openai-chat": Severity.WARNING},
    statement=(
        "What the model said beside an earlier call reaches it also as a list of parts, where a "
        "format has a text there as well: asked to repeat a line of it and a line of the question "
        "itself, a reply that has a word of the second has one of the first, each of which stands "
        "nowhere else in the request. A model may leave it out; a run in which every such reply "
        "does is the server's doing. That such a list is refused is TC762's."
    ),
    why=(
        "Some clients write lists of parts everywhere. A gateway that reads a text alone beside "
        "calls makes the model forget what it told the user, with them and with no others."
    ),
    breaks="clients that send the content of every message as parts, LiteLLM's and LangChain's among them",
    workaround="Send the words as one text.",
    source=Source(
        "docs",
        "OpenAI, create chat completion: the content of an assistant message is a string or an array of parts",
        "https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create",
        "2026-11-29",
    ),
    check=repeated_of(
        LinePlace.SAID,
        "The answer has no word of what was said in parts beside an earlier call, which it was to repeat.",
        in_said_parts,
    ),
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    question=said_in_parts,
    variance=repeating(
        "replies that repeat a line of the question and were to repeat one said in parts beside an earlier call",
        LinePlace.SAID,
        in_said_parts,
    ),
    mutations=mutations_for("line_of_said", here_alone_of(LinePlace.SAID, in_said_parts)),
    cases="""
CommandCode's gateway | content in parts of an assistant message with tool_calls is dropped, a string is kept | https://github.com/CommandCodeAI/command-code/issues/807 | issue closed 2026-09
""",
)
