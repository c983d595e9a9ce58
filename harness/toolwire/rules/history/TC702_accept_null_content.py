"""TC702: accept-null-content."""

from __future__ import annotations

from toolwire.rules.history.probe_result import CONTENT, calling_message
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Rule, Severity, Subject
from toolwire.rules.views.probe_answer import taken, turned_away

RULE = Rule(
    id="TC702",
    name="accept-null-content",
    severity={"openai-chat": Severity.ERROR},
    statement="An assistant message with calls and `content: null` is taken in the history.",
    why="It is how OpenAI itself sends such a message, so most clients send it back so.",
    breaks="openai-python users that send `message` back as it came",
    workaround="Send an empty string where the server needs text.",
    source=CONTENT,
    check=taken("A history with `content: null` beside calls is refused."),
    subject=Subject.PROBE,
    always=True,
    question=calling_message(lambda message: message.update(content=None)),
    mutations=mutations_for("round_trip", turned_away()),
    cases="""
mlx-openai-server | assistant message with content null dropped | https://github.com/cubist38/mlx-openai-server/issues/205 | PR merged 2026-02
mistral-common app | content null rejected by request model | https://github.com/mistralai/mistral-common/issues/324 | fixed by #327 2026-09
""",
)
