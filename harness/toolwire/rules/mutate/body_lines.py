"""Bodies of streams whose JSON stands on other lines than it should."""

from __future__ import annotations


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
