"""Events of a Converse stream, as the tests of this dialect write and read them."""

from __future__ import annotations

from tests.support.wire import EVIDENCE
from toolwire.dialects.bedrock_converse import DIALECT
from toolwire.io.framing import eventstream, ndjson
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Headers, Response
from toolwire.model.reply import Reading

AWS_TYPE: Headers = (("content-type", "application/vnd.amazon.eventstream"),)
LINES_TYPE: Headers = (("content-type", "application/x-ndjson; decoded event stream"),)

Events = list[tuple[str, JsonObject]]


def read(body: bytes, headers: Headers = AWS_TYPE, status: int = 200) -> Reading:
    """Return the reading of a response whose request was not kept."""
    return DIALECT.decode(Exchange(None, Response(status, headers, body), EVIDENCE))


def framed(events: Events) -> bytes:
    """Write events as AWS does, with padding."""
    return b"".join(
        eventstream.encode(
            {":event-type": name, ":content-type": "application/json", ":message-type": "event"},
            dump({**data, "p": "abcd"}),
        )
        for name, data in events
    )


def lines(events: Events) -> bytes:
    """Write events as recordings that keep decoded payloads do."""
    return b"".join(
        ndjson.encode(dump({name: {**data, "p": "abcd"}}).decode()) for name, data in events
    )


def opened(index: Json, start: JsonObject) -> tuple[str, JsonObject]:
    """Return a contentBlockStart."""
    return "contentBlockStart", {"contentBlockIndex": index, "start": start}


def call(
    index: Json, ident: Json = "t1", name: Json = "add", **more: Json
) -> tuple[str, JsonObject]:
    """Return the start of a call."""
    return opened(index, {"toolUse": {"toolUseId": ident, "name": name, **more}})


def more(index: Json, delta: Json) -> tuple[str, JsonObject]:
    """Return a contentBlockDelta."""
    return "contentBlockDelta", {"contentBlockIndex": index, "delta": delta}


def piece(index: Json, text: Json) -> tuple[str, JsonObject]:
    """Return a piece of a call's arguments."""
    return more(index, {"toolUse": {"input": text}})


def thought(index: int, **members: Json) -> tuple[str, JsonObject]:
    """Return a piece of reasoning."""
    return more(index, {"reasoningContent": dict(members)})


START: tuple[str, JsonObject] = ("messageStart", {"role": "assistant"})
STOP: tuple[str, JsonObject] = ("messageStop", {"stopReason": "tool_use"})
META: tuple[str, JsonObject] = (
    "metadata",
    {"usage": {"inputTokens": 7, "outputTokens": 9, "totalTokens": 16}, "metrics": {}},
)
FULL: Events = [
    START,
    thought(0, text="H"),
    thought(0, text="m"),
    thought(0, signature="c2ln"),
    ("contentBlockStop", {"contentBlockIndex": 0}),
    more(1, {"text": "Let "}),
    more(1, {"text": "me."}),
    more(2, {"text": "Cited."}),
    more(2, {"citation": {"title": "t"}}),
    call(3, "s1", "search", type="server_tool_use"),
    piece(3, '{"q":1}'),
    opened(4, {"toolResult": {"toolUseId": "s1", "status": "success"}}),
    more(4, {"toolResult": [{"text": "found"}]}),
    call(5),
    piece(5, '{"a": 1.50'),
    piece(5, ', "b": "é"}'),
    call(6, "t2", "now"),
    piece(6, ""),
    call(7, "t3", "now"),
    thought(8, redactedContent="AAAA"),
    thought(8, redactedContent="BA=="),
    opened(9, {}),
    STOP,
    META,
]
