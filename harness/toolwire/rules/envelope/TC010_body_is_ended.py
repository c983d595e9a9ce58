"""TC010: body-is-ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from toolwire.model.exchange import Exchange
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.torn import is_cut_off


def _body_is_ended(reading: Reading) -> Iterator[Violation]:
    response = reading.exchange.response
    if not response.broken_off:
        return
    chunked = "chunked" in (response.header("transfer-encoding") or "").lower()
    message = "The connection is closed behind the answer, and the HTTP body is not ended."
    if is_cut_off(reading):
        message = "The connection is closed amid the answer."
    expected = "the last chunk" if chunked else "as many bytes as announced"
    yield Violation("", message, expected, f"closed after {len(response.body)} bytes")


def _broken_off(exchange: Exchange) -> Exchange:
    return replace(exchange, response=replace(exchange.response, broken_off=True))


RULE = Rule(
    id="TC010",
    name="body-is-ended",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.ERROR),
    statement=(
        "The HTTP body is ended before the connection is closed: the last chunk (`0` and an empty "
        "line) comes, or as many bytes as Content-Length announces. Of a body that is cut in the "
        "middle nothing else is told."
    ),
    why="HTTP clients raise over it, also where every event had come.",
    breaks=(
        "httpx (RemoteProtocolError: incomplete chunked read), requests (ChunkedEncodingError) and "
        "Node's fetch (TypeError: terminated), and so openai-node, openai-python (but for streams "
        "that it leaves at [DONE]), anthropic-python, google-genai, ollama-python, cohere-python."
    ),
    source=Source(
        "spec",
        "RFC 9112, sections 7.1 and 8",
        "https://www.rfc-editor.org/rfc/rfc9112#section-8",
        "2026-11-29",
    ),
    check=_body_is_ended,
    needs_wire=True,
    always=True,
    mutations=tuple(
        Mutation(dialect, mode, "plain_text", _broken_off)
        for dialect in EVERY_FORMAT
        for mode in (Mode.BLOCKING, Mode.STREAMING)
    ),
    cases="""
openai_trtllm | a streamed answer is not ended: openai-python raises RemoteProtocolError (incomplete chunked read) | https://github.com/npuichigo/openai_trtllm/issues/31 | issue closed
""",
)
