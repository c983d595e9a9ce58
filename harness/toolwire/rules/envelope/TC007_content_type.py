"""TC007: content-type."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.stream_form import EVENT_STREAM
from toolwire.io.framing.kind import Framing, framing_of
from toolwire.model.exchange import EvidenceLevel, Exchange, Response
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.edit import header
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.other_framing import is_array_of_events, stands_on_lines

_TYPE: Final = "content-type"
_JSON = "application/json"

_MESSAGES = ("application/vnd.amazon.eventstream",)

#: What a stream of events has in it.
_FIELD: Final = re.compile(rb"^(?:data|event):", re.MULTILINE)
_CHARSET: Final = re.compile(r";\s*charset\s*=\s*\"?([^\s;\"]+)", re.IGNORECASE)
#: What JSON and events are written in, as it is spelled.
_UTF_8: Final = frozenset({"utf-8", "utf8", "us-ascii"})


def _content_type(reading: Reading) -> Iterator[Violation]:
    response = reading.exchange.response
    value = response.header(_TYPE)
    expected = _expected_types(reading)
    if value is None:
        # Recorders leave headers out; those that kept when it was sent kept what was sent.
        if expected and response.header("date") is not None:
            message = "Nothing says what the body is."
            yield Violation("header[content-type]", message, expected[0], None)
        return
    yield from _said_once(response, value)
    media = value.partition(";")[0].strip().lower()
    if not expected or media in expected or (expected == (_JSON,) and media.endswith("+json")):
        return
    # What is no media type was never one: recorders write REDACTED there.
    half = media in {one.partition("/")[2] for one in expected}
    severity = None if "/" in media or half else Severity.INFO
    message = "The content type does not say what the body is."
    yield Violation("header[content-type]", message, expected[0], value, severity)


def _said_once(response: Response, value: str) -> Iterator[Violation]:
    """Yield that the header stands twice and differs, or names a charset that JSON does not have."""
    told = {
        text.lower()
        for name, text in response.headers
        if len(name) == len(_TYPE) and name.lower() == _TYPE
    }
    if len(told) > 1:
        message = "Two headers say what the body is, and differ."
        yield Violation("header[content-type]", message, "one header", [*sorted(told)[:3]])
    charset = _CHARSET.search(value) if ";" in value else None
    if charset is not None and charset.group(1).lower() not in _UTF_8:
        message = "The charset is none that JSON is written in."
        yield Violation("header[content-type]", message, "utf-8", value)


def _also(value: str) -> Callable[[Exchange], Exchange]:
    def apply(exchange: Exchange) -> Exchange:
        headers = (*exchange.response.headers, ("content-type", value))
        return replace(exchange, response=replace(exchange.response, headers=headers))

    return apply


def _unsaid(exchange: Exchange) -> Exchange:
    kept = (("date", "Mon, 23 Nov 2026 03:00:00 GMT"),)
    others = tuple(one for one in exchange.response.headers if one[0] != "content-type")
    return replace(exchange, response=replace(exchange.response, headers=(*others, *kept)))


def _expected_types(reading: Reading) -> tuple[str, ...]:
    framing = framing_of(reading.exchange.response.body)
    streamed = reading.mode is Mode.STREAMING
    if stands_on_lines(reading) or is_array_of_events(reading):
        return ()
    if framing in (Framing.LINES, Framing.ARRAY):
        # Some streams are lines of JSON; one that is a JSON array is JSON.
        types = load_dialect(reading.dialect).wire.stream.types
        lines = streamed and framing is Framing.LINES and types != EVENT_STREAM
        imported = reading.exchange.evidence.level is EvidenceLevel.IMPORTED
        if lines and types == _MESSAGES and not imported:
            # That the messages stand on lines is TC913's, whatever they are called.
            return ()
        return types if lines else (_JSON,)
    if framing is Framing.MESSAGES:
        return _MESSAGES
    if not streamed or not reading.events or _is_commented(reading):
        return ()
    return EVENT_STREAM


def _is_commented(reading: Reading) -> bool:
    """Return whether a stream of lines has comments as events have: those are TC117's, and make no
    events of it.
    """
    body, types = reading.exchange.response.body, load_dialect(reading.dialect).wire.stream.types
    return types != EVENT_STREAM and body.lstrip().startswith(b":") and _FIELD.search(body) is None


RULE = Rule(
    id="TC007",
    name="content-type",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "The content type says what the body is: application/json for a JSON body, also of "
        "an error, text/event-stream for a stream of events, application/x-ndjson for Ollama's "
        "lines, application/stream+json for Cohere's and application/vnd.amazon.eventstream "
        "for Bedrock's messages. It is said once, and the charset, if any, is UTF-8."
    ),
    why="Proxies and SDKs choose the parser by it.",
    breaks=(
        "openai-node and anthropic-node hand on a text where the header says no JSON (TypeError); "
        "cohere-python, LangChain and pydantic-ai raise where a stream is none by its header; "
        "cc-switch-cli"
    ),
    workaround="Look at the first byte of the body before choosing a parser.",
    check=_content_type,
    needs_wire=True,
    needs_ids=True,
    always=True,
    mutations=tuple(
        Mutation(dialect, mode, "plain_text", change, fault)
        for dialect in EVERY_FORMAT
        for mode, change, fault in (
            (Mode.BLOCKING, header("content-type", "application/octet-stream"), "another"),
            (Mode.STREAMING, header("content-type", "application/json"), "another"),
            (Mode.BLOCKING, _unsaid, "none"),
            (Mode.STREAMING, _unsaid, "none"),
            (Mode.BLOCKING, header("content-type", "application/json; charset=latin1"), "charset"),
            (Mode.BLOCKING, _also("text/plain"), "two"),
        )
    ),
    shim=Shim("sniff_body"),
    cases="""
DeepSeek V4 | same 400; error answer served as application/octet-stream | https://github.com/SaladDay/cc-switch-cli/issues/170 | issue closed 2026-05
""",
)
