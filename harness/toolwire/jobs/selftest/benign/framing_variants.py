"""Ways of framing: line ends, comments, fields and headers around the same documents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.framing import eventstream
from toolwire.io.framing.eventstream import HeaderValue
from toolwire.io.framing.kind import Framing
from toolwire.io.json_text import dump
from toolwire.jobs.selftest.benign.documents import framing_in
from toolwire.jobs.selftest.benign.variant import BenignVariant, with_body
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Reading

_Apply = Callable[[Reading], Exchange | None]
_BOM: Final = b"\xef\xbb\xbf"


def _framed(framing: Framing | None, change: Callable[[bytes], bytes]) -> _Apply:
    """Return what changes the bytes of answers that are framed so; None for blocking bodies."""

    def apply(reading: Reading) -> Exchange | None:
        if framing_in(reading) is not framing:
            return None
        return with_body(reading.exchange, change(reading.exchange.response.body))

    return apply


def _plain(body: bytes) -> bytes:
    return body.replace(b"\r\n", b"\n")


def _blocks(change: Callable[[bytes], bytes]) -> _Apply:
    """Return what changes every event of a stream of server-sent events."""

    def changed(body: bytes) -> bytes:
        end = b"\r\n" if b"\r\n" in body else b"\n"
        blocks = _plain(body).split(b"\n\n")
        text = b"".join(change(block) + b"\n\n" for block in blocks if block)
        return text.replace(b"\n", end)

    return _framed(Framing.OTHER, changed)


def _other_ends(body: bytes) -> bytes:
    plain = _plain(body)
    return plain.replace(b"\n", b"\r\n") if plain == body else plain


def _lines(before: bytes, after: bytes) -> _Apply:
    def changed(body: bytes) -> bytes:
        return b"".join(before + line + after for line in body.split(b"\n") if line)

    return _framed(Framing.LINES, changed)


def _named(block: bytes) -> bytes:
    """Name an event that has no name as the standard does."""
    return block if block.startswith(b"event:") else b"event: message\n" + block


def _name_last(block: bytes) -> bytes:
    lines = block.split(b"\n")
    return b"\n".join((*lines[1:], lines[0])) if lines[0].startswith(b"event:") else block


def _without_space(block: bytes) -> bytes:
    return b"\n".join(line.replace(b": ", b":", 1) for line in block.split(b"\n"))


def _spaced(block: bytes) -> bytes:
    """Put a space behind a document; a mark such as `[DONE]` is compared to the letter."""
    return block + b" " if block.endswith(b"}") else block


def _messages(
    change: Callable[[Mapping[str, HeaderValue]], Mapping[str, HeaderValue]],
) -> _Apply:
    """Return what changes the headers of every message of an AWS event stream."""

    def changed(body: bytes) -> bytes:
        return b"".join(
            eventstream.encode(change(message.headers), message.payload)
            for message in eventstream.decode(body).messages
        )

    return _framed(Framing.MESSAGES, changed)


def _with_events(reading: Reading) -> Exchange | None:
    """Put the events that say nothing between any two of a stream."""
    events = load_dialect(reading.dialect).wire.benign.events
    framing = framing_in(reading)
    if framing is None or framing not in _BETWEEN or not events:
        return None
    body = reading.exchange.response.body
    return with_body(reading.exchange, _BETWEEN[framing](body, events))


def _sse_between(body: bytes, events: tuple[tuple[str | None, object], ...]) -> bytes:
    end = b"\r\n" if b"\r\n" in body else b"\n"
    more = b"".join(
        (b"" if name is None else b"event: " + name.encode() + end)
        + b"data: "
        + dump(payload)
        + end
        + end
        for name, payload in events
    )
    first, *blocks = [block for block in body.split(end + end) if block]
    # What ends the stream, or is the last before its mark, nobody reads behind.
    inner, last = blocks[:-2], blocks[-2:]
    pieces = [first, *(more + block for block in inner), *last]
    return b"".join(piece + end + end for piece in pieces)


def _messages_between(body: bytes, events: tuple[tuple[str | None, object], ...]) -> bytes:
    plain = {":content-type": "application/json", ":message-type": "event"}
    more = b"".join(
        eventstream.encode({":event-type": str(name), **plain}, dump(payload))
        for name, payload in events
    )
    first, *others = eventstream.decode(body).messages
    return eventstream.encode(first.headers, first.payload) + b"".join(
        more + eventstream.encode(message.headers, message.payload) for message in others
    )


def _lines_between(body: bytes, events: tuple[tuple[str | None, object], ...]) -> bytes:
    more = b"".join(dump(payload) + b"\n" for _, payload in events)
    first, *lines = [line for line in body.split(b"\n") if line]
    return first + b"\n" + b"".join(more + line + b"\n" for line in lines)


_BETWEEN: Final[Mapping[Framing, Callable[..., bytes]]] = {
    Framing.LINES: _lines_between,
    Framing.MESSAGES: _messages_between,
    Framing.OTHER: _sse_between,
}

_HTML: Final = "WHATWG HTML, 9.2.6"
_RFC8259: Final = "RFC 8259, 2: white space around the value"

BODY_VARIANTS: Final = (
    BenignVariant("line-feed-after-the-body", _RFC8259, _framed(None, lambda body: body + b"\n")),
    BenignVariant(
        "white-space-before-the-body",
        f"{_RFC8259}; gateways keep the connection alive with it",
        _framed(None, lambda body: b"\n  \n\t\r\n" + body),
    ),
    BenignVariant(
        "white-space-after-the-body", _RFC8259, _framed(None, lambda body: body + b" \r\n\t ")
    ),
)
SSE_VARIANTS: Final = (
    BenignVariant("other-line-ends", f"{_HTML}: LF and CRLF", _framed(Framing.OTHER, _other_ends)),
    BenignVariant(
        "lines-end-in-cr",
        _HTML,
        _framed(Framing.OTHER, lambda body: _plain(body).replace(b"\n", b"\r")),
    ),
    BenignVariant("byte-order-mark", _HTML, _framed(Framing.OTHER, lambda body: _BOM + body)),
    BenignVariant(
        "comment-first",
        f"{_HTML}: keep-alive",
        _framed(Framing.OTHER, lambda body: b": hi\n\n" + body),
    ),
    BenignVariant(
        "comments-between-events",
        f"{_HTML}: keep-alive",
        _blocks(lambda b: b": keep-alive\n\n" + b),
    ),
    BenignVariant("comments-in-events", _HTML, _blocks(lambda block: b":\n" + block)),
    BenignVariant("comment-last", _HTML, _framed(Framing.OTHER, lambda body: body + b": bye\n\n")),
    BenignVariant("blank-lines-between-events", _HTML, _blocks(lambda block: block + b"\n\n")),
    BenignVariant("blank-lines-first", _HTML, _framed(Framing.OTHER, lambda body: b"\n\n" + body)),
    BenignVariant("no-space-after-the-colon", _HTML, _blocks(_without_space)),
    BenignVariant("space-after-the-data", _HTML, _blocks(_spaced)),
    BenignVariant("field-retry", _HTML, _blocks(lambda block: b"retry: 3000\n" + block)),
    BenignVariant("field-id", _HTML, _blocks(lambda block: b"id: 7\n" + block)),
    BenignVariant("field-nobody-knows", _HTML, _blocks(lambda block: block + b"\nx-trace: 7")),
    BenignVariant("default-event-name", f"{_HTML}: `message`", _blocks(_named)),
    BenignVariant("name-behind-the-data", _HTML, _blocks(_name_last)),
    BenignVariant(
        "data-on-two-lines", _HTML, _blocks(lambda b: b.replace(b"data: {", b"data: {\ndata: "))
    ),
)
LINE_VARIANTS: Final = (
    BenignVariant("json-lines-end-in-crlf", "ndjson-spec 1.0, 3.1", _lines(b"", b"\r\n")),
    BenignVariant("space-after-json-lines", _RFC8259, _lines(b"", b" \t\n")),
    BenignVariant("space-before-json-lines", _RFC8259, _lines(b" ", b"\n")),
    BenignVariant(
        "blank-lines-between", "ndjson-spec 1.0, 3.2: may be ignored", _lines(b"", b"\n\n")
    ),
)
_AWS: Final = "AWS event stream encoding"
MESSAGE_VARIANTS: Final = (
    BenignVariant(
        "message-headers-in-reverse",
        f"{_AWS}: their order says nothing",
        _messages(lambda headers: dict(reversed(list(headers.items())))),
    ),
    BenignVariant(
        "message-header-nobody-knows",
        f"{_AWS}: others are passed over",
        _messages(lambda headers: {**headers, "x-trace": "7"}),
    ),
    BenignVariant(
        "message-headers-of-other-types",
        f"{_AWS}: ten types",
        _messages(lambda headers: {**headers, "x-flag": True, "x-number": 7, "x-bytes": b"7"}),
    ),
    BenignVariant(
        "message-without-content-type",
        f"{_AWS}: the event's type says how its payload is read",
        _messages(lambda headers: {k: v for k, v in headers.items() if k != ":content-type"}),
    ),
)
EVENT_VARIANTS: Final = (
    BenignVariant("events-that-say-nothing", "as the vendor's documentation allows", _with_events),
)
