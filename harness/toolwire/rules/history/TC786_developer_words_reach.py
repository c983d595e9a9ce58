"""TC786: developer-words-reach."""

from __future__ import annotations

from toolwire.rules.mutate.developer_words import told_by_developer
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.lines_of_before import (
    LinePlace,
    here_alone_of,
    repeated_of,
    repeating,
)

RULE = Rule(
    id="TC786",
    name="developer-words-reach",
    severity=dict.fromkeys(
        ("anthropic-messages", "openai-chat", "openai-responses"), Severity.WARNING
    ),
    statement=(
        "A message of the developer reaches the model, beside `instructions` or in the place of a "
        "message of the system, and so does one of the system behind the user's words, beside "
        "`system`: asked to repeat a line of it and a line of the question itself, a "
        "reply that has a word of the second has one of the first, each of which stands nowhere "
        "else in the request. A model may leave it out; a run in which every such reply does, and "
        "no reply has any word of it, is the server's doing."
    ),
    why=(
        "Agents say in `instructions` what they are and in such messages what they may do. Many "
        "templates of open models know no developer, and servers that drop the message say nothing "
        "of it."
    ),
    breaks="Codex, which sends its permissions and a user's own rules so; Claude Code, whose reminders are such; clients that send all their rules to "
    "newer models of OpenAI's in that role",
    workaround="Say it in `instructions`, as the system or in words of the user as well.",
    source=Source(
        "docs",
        "OpenAI, text generation: messages of the developer come before those of the user",
        "https://developers.openai.com/api/docs/guides/text",
        "2026-11-29",
    ),
    check=repeated_of(
        LinePlace.DEVELOPER,
        "The answer has no word of a message of the developer or a later one of the system, of which it was to repeat a line.",
    ),
    subject=Subject.PROBE,
    needs_again=True,
    needs_request=True,
    question=told_by_developer,
    variance=repeating(
        "replies that repeat a line of the question and were to repeat one of the developer's",
        LinePlace.DEVELOPER,
    ),
    mutations=mutations_for("line_of_system", here_alone_of(LinePlace.DEVELOPER)),
    cases="""
Ollama | /v1/responses answers, and the developer's items of the input never reach the model | https://github.com/ollama/ollama/issues/18305 | issue open 2026-09
SGLang | templates without that role leave its messages out | https://github.com/sgl-project/sglang/issues/40082 | issue open 2026-09
9router | a developer's message is skipped by its translator to the Responses API | https://github.com/decolua/9router/issues/2432 | issue closed 2026-07
""",
)
