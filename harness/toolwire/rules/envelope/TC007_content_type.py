"""TC007: content-type."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.dialects.wire import EVENT_STREAM
from toolwire.io.framing.kind import Framing, framing_of
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.edit import header
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Violation

_JSON = "application/json"

_MESSAGES = ("application/vnd.amazon.eventstream",)


def _content_type(reading: Reading) -> Iterator[Violation]:
    response = reading.exchange.response
    value = response.header("content-type")
    if value is None:
        return
    expected = _expected_types(reading)
    media = value.partition(";")[0].strip().lower()
    if not expected or media in expected or (expected == (_JSON,) and media.endswith("+json")):
        return
    # What is no media type was never one: recorders write REDACTED there.
    severity = None if "/" in media else Severity.INFO
    message = "The content type does not say what the body is."
    yield Violation("header[content-type]", message, expected[0], value, severity)


def _expected_types(reading: Reading) -> tuple[str, ...]:
    framing = framing_of(reading.exchange.response.body)
    streamed = reading.mode is Mode.STREAMING
    if framing in (Framing.LINES, Framing.ARRAY):
        # Some streams are lines of JSON; one that is a JSON array is JSON.
        types = load_dialect(reading.dialect).wire.stream_types
        lines = streamed and framing is Framing.LINES and types != EVENT_STREAM
        return types if lines else (_JSON,)
    if framing is Framing.MESSAGES:
        return _MESSAGES
    if not streamed or not reading.events:
        return ()
    return EVENT_STREAM


RULE = Rule(
    id="TC007",
    name="content-type",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "The content type says what the body is: application/json for a JSON body, also of "
        "an error, text/event-stream for a stream of events, application/x-ndjson for Ollama's "
        "lines, application/stream+json for Cohere's and application/vnd.amazon.eventstream "
        "for Bedrock's messages."
    ),
    why="Proxies and SDKs choose the parser by it.",
    breaks="cc-switch-cli",
    workaround="Look at the first byte of the body before choosing a parser.",
    check=_content_type,
    needs_wire=True,
    always=True,
    mutations=tuple(
        Mutation(dialect, mode, "plain_text", header("content-type", wrong))
        for dialect in EVERY_FORMAT
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
