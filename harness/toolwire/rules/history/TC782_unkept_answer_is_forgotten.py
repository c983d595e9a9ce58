"""TC782: unkept-answer-is-forgotten."""

from __future__ import annotations

from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.said_lines import UNKEPT_LINE
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.line_of_nowhere import known, question, unknown

RULE = Rule(
    id="TC782",
    name="unkept-answer-is-forgotten",
    severity={"openai-responses": Severity.WARNING},
    statement=(
        "What was said up to an answer that was not to be kept (`store: false`) is not known to a "
        "request that goes on from its id: the request is refused, or answered by what it says "
        "itself. Asked for a line of those first words, no reply has a word of it."
    ),
    why=(
        "Who says `store: false` does so because nothing may stay on the server: a session store that "
        "passes it over keeps what the client was promised is gone."
    ),
    breaks="whoever relies on store: false, as clients under zero data retention do",
    workaround="Keep what must not be kept away from the server, or delete each response after it.",
    source=Source(
        "docs",
        "OpenAI, WebSocket mode: with store=false there is no persisted fallback, and the request "
        "returns previous_response_not_found; so it answers over HTTP, with status 400 "
        "(https://github.com/bigduu/Bamboo-agent/issues/64, issue closed 2026-07)",
        "https://developers.openai.com/api/docs/guides/websocket-mode",
        "2026-12-01",
    ),
    check=unknown(
        UNKEPT_LINE, "The answer knows what was said before one that was not to be kept."
    ),
    subject=Subject.PROBE,
    question=question(UNKEPT_LINE, "Oven: tiled, poker u6e2"),
    mutations=mutations_for("plain_text", known(UNKEPT_LINE)),
)
