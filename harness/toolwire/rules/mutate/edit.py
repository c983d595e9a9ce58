"""Small edits of an exchange, from which rules build their one-place mutations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from toolwire.io.framing import eventstream, kind, ndjson, sse
from toolwire.io.framing.kind import Framing
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Headers

#: One frame of a stream in an edit: event name or None, and the payload (text such as
#: `[DONE]`, or JSON). A line of JSON lines is a frame without a name; the name of an AWS
#: event stream's message is its `:event-type`, and without a name it has no such header.
Frame = tuple[str | None, Json]

Path = tuple[str | int, ...]


def at(value: Json, path: Path) -> Json:
    """Return the member at `path`; the clean exchanges are ours, so it must exist."""
    for step in path:
        value = value[step]  # type: ignore[index]
    return value


def put(value: Json, path: Path, new: Json) -> None:
    """Set the member at `path` in place."""
    at(value, path[:-1])[path[-1]] = new  # type: ignore[index]


def remove(value: Json, path: Path) -> None:
    """Delete the member at `path` in place."""
    del at(value, path[:-1])[path[-1]]  # type: ignore[union-attr,arg-type]


def body(change: Callable[[JsonObject], None]) -> Callable[[Exchange], Exchange]:
    """Make a mutation out of an in-place change of a blocking JSON body."""

    def apply(exchange: Exchange) -> Exchange:
        value = parse(exchange.response.body)
        assert isinstance(value, dict)
        change(value)
        return _with_body(exchange, dump(value))

    return apply


def raw_body(change: Callable[[bytes], bytes]) -> Callable[[Exchange], Exchange]:
    """Make a mutation out of a change of the body's bytes."""
    return lambda exchange: _with_body(exchange, change(exchange.response.body))


def frames(change: Callable[[list[Frame]], list[Frame] | None]) -> Callable[[Exchange], Exchange]:
    """Make a mutation out of a change of a streamed body's frames, whatever frames it.

    `change` gets the frames with parsed payloads and either changes the list in place or
    returns a new one; a payload that is a string is written as it is.
    """

    def apply(exchange: Exchange) -> Exchange:
        data = exchange.response.body
        take, write = framing_of(data)
        before = take(data)
        after = change(before)
        return _with_body(exchange, b"".join(map(write, before if after is None else after)))

    return apply


def payloads(change: Callable[[Json], None]) -> Callable[[Exchange], Exchange]:
    """Make a mutation of each payload of a stream, in place."""

    def each(stream: list[Frame]) -> None:
        for _, payload in stream:
            change(payload)

    return frames(each)


def framing_of(data: bytes) -> tuple[Callable[[bytes], list[Frame]], Callable[[Frame], bytes]]:
    """Return what takes a streamed body apart, and what writes one of its frames."""
    write = _crlf_frame if b"\r\n\r\n" in data else _sse_frame
    return _FRAMINGS.get(kind.framing_of(data), (_sse_frames, write))


def _sse_frames(data: bytes) -> list[Frame]:
    events = sse.decode(data).events
    return [(e.name, e.data if e.data == "[DONE]" else parse(e.data)) for e in events]


def _sse_frame(frame: Frame) -> bytes:
    return sse.encode(_text(frame[1]), frame[0])


def _crlf_frame(frame: Frame) -> bytes:
    return sse.encode(_text(frame[1]), frame[0], "\r\n")


def _lines(data: bytes) -> list[Frame]:
    return [(None, parse(line)) for line in ndjson.decode(data).lines]


def _line(frame: Frame) -> bytes:
    return ndjson.encode(_text(frame[1]))


def _messages(data: bytes) -> list[Frame]:
    return [
        (str(message.headers[":event-type"]), parse(message.payload))
        for message in eventstream.decode(data).messages
    ]


def _message(frame: Frame) -> bytes:
    headers = {":content-type": "application/json", ":message-type": "event"}
    named = {} if frame[0] is None else {":event-type": frame[0]}
    return eventstream.encode({**named, **headers}, _text(frame[1]).encode())


def _text(payload: Json) -> str:
    return payload if isinstance(payload, str) else dump(payload).decode()


#: Framing of a body -> its reader and its writer; what is not here is SSE.
_FRAMINGS: Mapping[Framing, tuple[Callable[[bytes], list[Frame]], Callable[[Frame], bytes]]] = {
    Framing.LINES: (_lines, _line),
    Framing.MESSAGES: (_messages, _message),
}


def calls(value: JsonObject) -> list[JsonObject]:
    """Return the tool calls of a blocking openai-chat body, to be changed in place."""
    return [object_of(c) for c in items_of(at(value, ("choices", 0, "message", "tool_calls")))]


def call_frames(stream: list[Frame]) -> list[JsonObject]:
    """Return the openai-chat chunks that carry pieces of tool calls."""
    return [
        payload
        for _, payload in stream
        if isinstance(payload, dict)
        and payload.get("choices")
        and "tool_calls" in object_of(at(payload, ("choices", 0, "delta")))
    ]


def call_pieces(stream: list[Frame]) -> list[JsonObject]:
    """Return the openai-chat pieces of tool calls, in wire order, to be changed in place."""
    return [
        object_of(piece)
        for chunk in call_frames(stream)
        for piece in items_of(at(chunk, ("choices", 0, "delta", "tool_calls")))
    ]


def objects(where: JsonObject | list[Frame]) -> list[JsonObject]:
    """Return a body, or the payloads of a stream that are objects."""
    return [where] if isinstance(where, dict) else [p for _, p in where if isinstance(p, dict)]


def tool_uses(where: JsonObject | list[Frame]) -> list[JsonObject]:
    """Return Anthropic's tool_use blocks of a body or of a stream's openings."""
    found = (
        items_of(where.get("content"))
        if isinstance(where, dict)
        else [payload.get("content_block") for _, payload in where if isinstance(payload, dict)]
    )
    return [block for block in map(object_of, found) if block.get("type") == "tool_use"]


def function_calls(where: JsonObject | list[Frame]) -> list[JsonObject]:
    """Return the `functionCall` objects of a Gemini body or stream."""
    return [
        object_of(object_of(part)["functionCall"])
        for answer in objects(where)
        for candidate in items_of(answer.get("candidates"))
        for part in items_of(object_of(object_of(candidate).get("content")).get("parts"))
        if "functionCall" in object_of(part)
    ]


def status(code: int) -> Callable[[Exchange], Exchange]:
    """Make a mutation that changes the HTTP status."""
    return lambda exchange: replace(exchange, response=replace(exchange.response, status=code))


def header(name: str, value: str) -> Callable[[Exchange], Exchange]:
    """Make a mutation that sets a response header."""

    def apply(exchange: Exchange) -> Exchange:
        others: Headers = tuple(
            (k, v) for k, v in exchange.response.headers if k.lower() != name.lower()
        )
        return replace(
            exchange, response=replace(exchange.response, headers=(*others, (name, value)))
        )

    return apply


def _with_body(exchange: Exchange, data: bytes) -> Exchange:
    return replace(exchange, response=replace(exchange.response, body=data, chunks=()))
