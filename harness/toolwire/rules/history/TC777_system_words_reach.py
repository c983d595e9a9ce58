"""TC777: system-words-reach."""

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
    id="TC777",
    name="system-words-reach",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "The system prompt reaches the model, whole: asked to repeat lines of it and a line of the "
        "question itself, a reply that has a word of the last has one of each, each of which stands "
        "nowhere else in the request. A model may leave it out; a run in which every such reply "
        "does is the server's doing."
    ),
    why=(
        "An agent's rules and what it has to know stand in the system prompt. Dropped by a gateway, "
        "nothing tells of it but a model that does otherwise."
    ),
    breaks="every agent with a system prompt",
    workaround="Say it in the first words of the user as well.",
    source=Source(
        "docs",
        "OpenAI, text generation: instructions tell the model how it should behave",
        "https://developers.openai.com/api/docs/guides/text",
        "2026-11-28",
    ),
    check=repeated_of(
        LinePlace.SYSTEM,
        "The answer has no word of the system prompt, of which it was to repeat a line.",
    ),
    subject=Subject.CONVERSATION,
    needs_again=True,
    needs_request=True,
    variance=repeating(
        "replies that repeat a line of the question and were to repeat one of the system prompt",
        LinePlace.SYSTEM,
        in_parts=True,
    ),
    mutations=(
        *mutations_for("line_of_system", here_alone_of(LinePlace.SYSTEM)),
        *mutations_for("line_of_system", cut_of(LinePlace.SYSTEM, 1), fault="no middle"),
    ),
    cases="""
opencode-llm-proxy | a system prompt that is a list of blocks is dropped | https://github.com/KochC/opencode-llm-proxy/issues/46 | issue open 2026-04
CLIProxyAPI | a system prompt that is a string is dropped | https://github.com/router-for-me/CLIProxyAPI/issues/1994 | issue closed
d-inference | /v1/responses drops instructions, for all models | https://github.com/Layr-Labs/d-inference/issues/731 | issue open 2026-08
""",
)
