"""Small edits of an exchange, from which rules build their one-place mutations."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from harness.conversation import Json, JsonObject
from harness.exchange import Exchange, Headers
from harness.framing import sse
from harness.json_text import dump, items_of, object_of, parse

__all__ = [
    "Frame",
    "at",
    "body",
    "call_frames",
    "call_pieces",
    "calls",
    "frames",
    "function_calls",
    "header",
    "put",
    "raw_body",
    "remove",
    "status",
    "tool_uses",
]

#: One SSE frame in an edit: event name or None, and the payload (text such as `[DONE]`, or JSON).
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
    """Make a mutation out of a change of an SSE body's frames.

    `change` gets the frames with parsed payloads (`[DONE]` stays a string) and either
    changes the list in place or returns a new one.
    """

    def apply(exchange: Exchange) -> Exchange:
        events = sse.decode(exchange.response.body).events
        before: list[Frame] = [
            (e.name, e.data if e.data == "[DONE]" else parse(e.data)) for e in events
        ]
        after = change(before)
        return _with_body(exchange, b"".join(map(_frame, before if after is None else after)))

    return apply


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
    answers = [where] if isinstance(where, dict) else [object_of(p) for _, p in where]
    return [
        object_of(object_of(part)["functionCall"])
        for answer in answers
        for candidate in items_of(answer.get("candidates"))
        for part in items_of(object_of(object_of(candidate).get("content")).get("parts"))
        if "functionCall" in object_of(part)
    ]


def _frame(frame: Frame) -> bytes:
    name, payload = frame
    return sse.encode(payload if payload == "[DONE]" else dump(payload).decode(), name)


def status(code: int) -> Callable[[Exchange], Exchange]:
    """Make a mutation that changes the HTTP status."""
    return lambda exchange: replace(exchange, response=replace(exchange.response, status=code))


def header(name: str, value: str) -> Callable[[Exchange], Exchange]:
    """Make a mutation that sets a response header."""

    def apply(exchange: Exchange) -> Exchange:
        kept: Headers = tuple(
            (k, v) for k, v in exchange.response.headers if k.lower() != name.lower()
        )
        return replace(
            exchange, response=replace(exchange.response, headers=(*kept, (name, value)))
        )

    return apply


def _with_body(exchange: Exchange, data: bytes) -> Exchange:
    return replace(exchange, response=replace(exchange.response, body=data, chunks=()))
