"""JSON Lines: one exchange a line, read line by line, so memory does not grow with the file."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.exchange import Exchange
from toolwire.traffic.bounded import MAX_LINE, ByteStream, lines
from toolwire.traffic.exchange_json import from_line
from toolwire.traffic.unreadable import ForeignError, RefusedError, Unreadable

_BOM = b"\xef\xbb\xbf"


def read(stream: ByteStream, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield every exchange of a JSON Lines file; blank lines are passed over.

    Args:
        stream: the file.
        source: its name, for citations and reports.
    """
    for number, line in enumerate(lines(stream), start=1):
        position = f"line {number}"
        if line is None:
            yield Unreadable(source, position, f"longer than {MAX_LINE} bytes")
            continue
        text = line.removeprefix(_BOM) if number == 1 else line
        if not text or text.isspace():
            continue
        try:
            yield from_line(text, f"{source} {position}")
        except RefusedError as error:
            yield Unreadable(source, position, str(error), isinstance(error, ForeignError))
