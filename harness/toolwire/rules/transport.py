"""Rules about the answer as a whole: content type, JSON at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.edit import Frame, frames, header, raw_body
from toolwire.rules.excerpt import kind_of
from toolwire.rules.rule import Flaw, Mutation, Rule, Source
from toolwire.rules.wires import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    CHATML,
    COHERE_V1,
    COHERE_V2,
    EVERYWHERE,
    GEMINI,
    OLLAMA,
    PROMPTED,
    RESPONSES,
)

__all__ = ["RULES"]

_READ = "2026-11-21"
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
#: These rules are about bytes, so they judge the formats that call in text as well.
_JUDGED = (*EVERYWHERE, CHATML, PROMPTED)


def _content_type(reading: Reading) -> Iterator[Flaw]:
    response = reading.exchange.response
    value = response.header("content-type")
    if value is None:
        return
    expected = _expected_types(reading)
    media = value.partition(";")[0].strip().lower()
    if not expected or media in expected or (expected == (_JSON,) and media.endswith("+json")):
        return
    yield Flaw(
        "header[content-type]",
        "The content type does not say what the body is.",
        expected[0],
        value,
    )


def _expected_types(reading: Reading) -> tuple[str, ...]:
    start = reading.exchange.response.body[:64].lstrip()[:1]
    streamed = reading.mode is Mode.STREAMING
    if start in (b"{", b"["):
        # Some streams are lines of JSON; one that is a JSON array is JSON.
        lines = streamed and start == b"{" and reading.dialect in _LINES
        return _STREAMS[reading.dialect] if lines else (_JSON,)
    if start == b"\0":
        return _STREAMS[BEDROCK]
    if not streamed or not reading.events:
        return ()
    return _SSE


_LINES = frozenset({BEDROCK, COHERE_V1, OLLAMA})


def _body_is_json(reading: Reading) -> Iterator[Flaw]:
    if reading.mode is Mode.STREAMING:
        yield from _stream_is_json(reading)
    elif reading.body_error is not None:
        yield Flaw("", "The body is not one JSON document.", "JSON", reading.body_error)
    elif not isinstance(reading.body, dict):
        yield Flaw("", "The body is not a JSON object.", "object", kind_of(reading.body))


def _stream_is_json(reading: Reading) -> Iterator[Flaw]:
    if reading.asked is not None and not reading.asked.stream:
        yield Flaw("", "The body is framed as a stream that was not asked for.", "JSON", "SSE")
    for event in reading.events:
        if not isinstance(event.json, dict) and event.data != "[DONE]":
            pointer = f"event[{event.number}]"
            yield Flaw(pointer, "The event is not one JSON object.", "object", event.data[:200])
            return


def _half_an_event(stream: list[Frame]) -> None:
    stream.insert(1, (stream[1][0], '{"half'))


RULES: tuple[Rule, ...] = (
    Rule(
        id="TC007",
        name="content-type",
        severity=dict.fromkeys(_JUDGED, Severity.INFO),
        statement=(
            "The content type says what the body is: application/json for a JSON body, also of "
            "an error, text/event-stream for a stream of events, application/x-ndjson for Ollama's "
            "lines, application/stream+json for Cohere's and application/vnd.amazon.eventstream "
            "for Bedrock's messages."
        ),
        why="Proxies and SDKs choose the parser by it.",
        breaks="cc-switch-cli",
        workaround="Look at the first byte of the body before choosing a parser.",
        source=Source("observed", "Public threads, see the cases", "", _READ),
        check=_content_type,
        needs_wire=True,
        always=True,
        mutations=tuple(
            Mutation(dialect, mode, "plain_text", header("content-type", wrong))
            for dialect in _JUDGED
            for mode, wrong in (
                (Mode.BLOCKING, "application/octet-stream"),
                (Mode.STREAMING, "application/json"),
            )
        ),
    ),
    Rule(
        id="TC117",
        name="body-is-json",
        severity=dict.fromkeys(_JUDGED, Severity.ERROR),
        statement=(
            "An answer that was not to be streamed is one JSON object without event framing, and "
            "every event of a stream holds one JSON object (besides [DONE])."
        ),
        why="Every client that does not stream fails on the first byte; streams lose the event.",
        breaks=(
            "openai-python, anthropic-python, google-genai, ollama-python and LangChain "
            "(JSONDecodeError), openai-node (SyntaxError), the Vercel AI SDK (Invalid JSON "
            "response); GPUStack's own clients."
        ),
        workaround="Strip a leading `data: ` from a body that was not to be streamed.",
        source=Source(
            "observed", "Public threads, see the cases; RFC 8259 for one JSON document", "", _READ
        ),
        check=_body_is_json,
        needs_wire=True,
        mutations=tuple(
            Mutation(dialect, mode, "plain_text", change)
            for dialect in _JUDGED
            for mode, change in (
                (Mode.BLOCKING, raw_body(lambda data: data[:-1])),
                (Mode.STREAMING, frames(_half_an_event)),
            )
        ),
    ),
)
