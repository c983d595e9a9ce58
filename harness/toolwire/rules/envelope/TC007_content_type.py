"""TC007: content-type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolwire.io.framing.kind import Framing, framing_of
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.envelope.transport import JUDGED
from toolwire.rules.mutate.edit import header
from toolwire.rules.rule import Mutation, Rule, Shim, Source, Violation
from toolwire.rules.views.dialect_paths import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    CHATML,
    COHERE_V1,
    COHERE_V2,
    GEMINI,
    OLLAMA,
    PROMPTED,
    RESPONSES,
)

_JSON = "application/json"

_SSE = ("text/event-stream",)

#: Dialect -> content types of its streams; the first is the usual one.
_STREAMS: Mapping[str, tuple[str, ...]] = {
    ANTHROPIC: _SSE,
    BEDROCK: ("application/vnd.amazon.eventstream",),
    CHAT: _SSE,
    CHATML: _SSE,
    COHERE_V1: ("application/stream+json", "application/x-ndjson", *_SSE),
    COHERE_V2: _SSE,
    GEMINI: _SSE,
    OLLAMA: ("application/x-ndjson", "application/ndjson"),
    PROMPTED: _SSE,
    RESPONSES: _SSE,
}


def _content_type(reading: Reading) -> Iterator[Violation]:
    response = reading.exchange.response
    value = response.header("content-type")
    if value is None:
        return
    expected = _expected_types(reading)
    media = value.partition(";")[0].strip().lower()
    if not expected or media in expected or (expected == (_JSON,) and media.endswith("+json")):
        return
    yield Violation(
        "header[content-type]",
        "The content type does not say what the body is.",
        expected[0],
        value,
    )


def _expected_types(reading: Reading) -> tuple[str, ...]:
    framing = framing_of(reading.exchange.response.body)
    streamed = reading.mode is Mode.STREAMING
    if framing in (Framing.LINES, Framing.ARRAY):
        # Some streams are lines of JSON; one that is a JSON array is JSON.
        lines = streamed and framing is Framing.LINES and reading.dialect in _LINES
        return _STREAMS[reading.dialect] if lines else (_JSON,)
    if framing is Framing.MESSAGES:
        return _STREAMS[BEDROCK]
    if not streamed or not reading.events:
        return ()
    return _SSE


_LINES = frozenset({BEDROCK, COHERE_V1, OLLAMA})

RULE = Rule(
    id="TC007",
    name="content-type",
    severity=dict.fromkeys(JUDGED, Severity.INFO),
    statement=(
        "The content type says what the body is: application/json for a JSON body, also of "
        "an error, text/event-stream for a stream of events, application/x-ndjson for Ollama's "
        "lines, application/stream+json for Cohere's and application/vnd.amazon.eventstream "
        "for Bedrock's messages."
    ),
    why="Proxies and SDKs choose the parser by it.",
    breaks="cc-switch-cli",
    workaround="Look at the first byte of the body before choosing a parser.",
    source=Source("observed", "Public threads, see the cases", "", "2026-11-21"),
    check=_content_type,
    needs_wire=True,
    always=True,
    mutations=tuple(
        Mutation(dialect, mode, "plain_text", header("content-type", wrong))
        for dialect in JUDGED
        for mode, wrong in (
            (Mode.BLOCKING, "application/octet-stream"),
            (Mode.STREAMING, "application/json"),
        )
    ),
    shim=Shim("sniff_body"),
    cases="""
DeepSeek V4 | same 400; error answer served as application/octet-stream | https://github.com/SaladDay/cc-switch-cli/issues/170 | issue closed 2026-05
""",
)
