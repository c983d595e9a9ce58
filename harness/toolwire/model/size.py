"""How large an exchange may be to be judged, and why.

Parsed JSON takes 50 to 150 bytes of memory for each value, however short it is on the wire, so a
body is weighed by the values it may hold before anybody parses it. What fits these bounds is judged
with at most 300 MB of memory, two such exchanges one after the other included
(`benchmarks/long_exchanges.py`, docs/limits.md). The bounds are at least ten times of what
5,610 recorded exchanges have at most (2026-11-22): 0.42 MB of a body, 1,757 events, 14,775 values,
15 calls.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from toolwire.io.framing.kind import is_messages
from toolwire.model.exchange import Exchange
from toolwire.model.reply import ABSENT, Reading

_MIB: Final = 1024 * 1024

#: Most bytes of request and response together. Text of a reply is held some four times: as the
#: body, in its events, joined, and in the message that goes back.
MOST_BYTES: Final = 16 * _MIB
#: Most bytes of a response in AWS's binary event stream, which may carry its events in base64,
#: where their values cannot be counted.
MOST_PACKED_BYTES: Final = 5 * _MIB
#: Most JSON values of request and response together, counted as the signs that begin or part
#: them; a sign in a text counts too.
MOST_VALUES: Final = 500_000
#: Most events of a stream. An empty one takes as much time as any, and nearly as much memory.
MOST_EVENTS: Final = 50_000
#: Most lines of a body, which are taken apart before it is known what stands in them.
MOST_LINES: Final = 200_000
#: Most calls in a reply: each is looked at by some forty rules, and may break them all.
MOST_CALLS: Final = 5_000


class Bounds(NamedTuple):
    """How many values and events one exchange may have."""

    values: int
    events: int


#: Of an exchange that is judged while at most one other is held.
ALONE: Final = Bounds(MOST_VALUES, MOST_EVENTS)
#: Of one of several that are asked side by side, as in an audit, which knows what it asked.
BESIDE: Final = Bounds(150_000, 17_600)
#: Values of an exchange from which on no more is kept of it, once it is judged, than what it says.
_LIGHT: Final = 15_000

#: What begins or parts values; the last are brackets and commas written as escapes, which are
#: values again where a text is JSON.
_SIGNS: Final = (b"{", b"[", b",", b"\\u00")
#: What ends an event: a blank line, or the line before another object.
_BETWEEN: Final = (b"\n\n", b"\r\r", b"\n\r", b"\n{")
_ENDS: Final = (b"\n", b"\r")
_AWS: Final = "vnd.amazon.eventstream"
#: Bytes of a message in AWS's event stream that has neither headers nor payload.
_SMALLEST: Final = 16


def too_large(exchange: Exchange, bounds: Bounds = ALONE) -> str:
    """Return why an exchange is too large to be read, in one line; "" where it is not.

    Nothing is parsed, and nothing copied: 16 MiB take some 30 ms.
    """
    body = exchange.response.body
    sent = exchange.request.body if exchange.request is not None else b""
    size = len(body) + len(sent)
    if size <= bounds.events:
        return ""  # no count can be above its bound: nearly every exchange
    if size > MOST_BYTES:
        return _too_large("bytes of request and response", size, MOST_BYTES)
    if len(body) > MOST_PACKED_BYTES and _is_packed(exchange):
        return _too_large("bytes of an AWS event stream", len(body), MOST_PACKED_BYTES)
    return _too_many_signs(body, sent, bounds)


def _too_many_signs(body: bytes, sent: bytes, bounds: Bounds) -> str:
    size = len(body) + len(sent)
    # Bytes that are fewer than a bound need not be counted: each sign is one at least.
    if size > bounds.values and (values := _values_in(body) + _values_in(sent)) > bounds.values:
        return _too_large("JSON values in request and response", values, bounds.values)
    lines = sum(map(body.count, _ENDS))
    # What ends an event begins with the end of a line, each with another: few lines, few events.
    if lines > bounds.events or is_messages(body):
        events = _events_in(body)
        if events > bounds.events:
            return _too_large("events", events, bounds.events)
    if lines > MOST_LINES:
        return _too_large("lines", lines, MOST_LINES)
    return ""


def too_many(reading: Reading) -> str:
    """Return why a reading is too large to be judged, in one line; "" where it is not.

    Events and calls that no count of signs foresees are those packed in a text.
    """
    if (events := len(reading.events)) > MOST_EVENTS:
        return _too_large("events", events, MOST_EVENTS)
    if (calls := len(reading.reply.tool_calls)) > MOST_CALLS:
        return _too_large("calls in a reply", calls, MOST_CALLS)
    conversation = reading.conversation
    if conversation is not None and (before := len(conversation.calls())) > MOST_CALLS:
        return _too_large("calls in a history", before, MOST_CALLS)
    return ""


def lightened(reading: Reading) -> Reading:
    """Return a reading that was judged without the parts of a large body.

    What it says is kept, so that it can be compared with the answer in the other mode.
    """
    exchange = reading.exchange
    if len(exchange.response.body) <= _LIGHT or _values_in(exchange.response.body) <= _LIGHT:
        return reading
    bare = replace(exchange, response=replace(exchange.response, body=b"", chunks=()))
    return replace(reading, exchange=bare, body=ABSENT, events=(), deltas=())


def _values_in(body: bytes) -> int:
    return sum(map(body.count, _SIGNS))


def _events_in(body: bytes) -> int:
    """Return how many events a streamed body has at most; of a message in one piece, few."""
    if is_messages(body):
        return _messages_in(body)
    return sum(map(body.count, _BETWEEN))


def _messages_in(body: bytes) -> int:
    """Return how many messages an AWS event stream has, by the lengths that they state."""
    at = messages = 0
    while at + 4 <= len(body) and messages <= MOST_EVENTS:
        at += max(int.from_bytes(body[at : at + 4], "big"), _SMALLEST)
        messages += 1
    return messages


def _is_packed(exchange: Exchange) -> bool:
    response = exchange.response
    return is_messages(response.body) or _AWS in (response.header("content-type") or "").lower()


def _too_large(what: str, there: int, most: int) -> str:
    return f"too large: {there:,} {what}, of which {most:,} are judged at most (docs/limits.md)"
