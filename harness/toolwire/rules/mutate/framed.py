"""A stream that is framed as another format's is, or not at all."""

from __future__ import annotations

from toolwire.model.exchange import Exchange
from toolwire.rules.mutate.edit import header, raw_body


def as_events(exchange: Exchange) -> Exchange:
    """Write the lines of a stream as server-sent events."""
    lines = exchange.response.body.splitlines()
    body = b"".join(b"data: " + line + b"\n\n" for line in lines)
    return header("content-type", "text/event-stream")(raw_body(lambda _: body)(exchange))


def on_lines(exchange: Exchange) -> Exchange:
    """Write the events of a stream on lines, without anything around them."""
    lines = exchange.response.body.splitlines()
    data = (line.removeprefix(b"data: ") for line in lines if line.startswith(b"data: {"))
    return raw_body(lambda _: b"".join(one + b"\n" for one in data))(exchange)


def lines_as_array(body: bytes) -> bytes:
    """Write the lines of a stream as the items of one array, as Gemini's stream may be."""
    return b"[" + b",\n".join(body.splitlines()) + b"]\n"


def run_together(body: bytes) -> bytes:
    """Take out what parts the last two lines, or the first two events."""
    if body.startswith(b"{"):
        head, _, last = body.rstrip(b"\n").rpartition(b"\n")
        return head + last + b"\n"
    first, _, rest = body.partition(b"\n\n")
    return first + b"\n" + rest


def spread(body: bytes) -> bytes:
    """Write each line on three, as printers of JSON do."""
    return b"".join(b"{\n%b\n}\n" % line[1:-1] for line in body.splitlines())


def over_lines(body: bytes) -> bytes:
    """Write the JSON of each event on lines of its own, the first alone behind `data: `."""
    return body.replace(b"data: {", b"data: {\r\n  ").replace(b"}\r\n\r\n", b"\r\n}\r\n\r\n")
