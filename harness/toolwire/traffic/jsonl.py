"""JSON Lines: one exchange a line, read line by line, so memory does not grow with the file.

The results of batches are such files too, each vendor's in a form of its own: see `batch`.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.exchange import Exchange
from toolwire.traffic import batch
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
        place = f"{source} {position}"
        try:
            if (answered := _answered(text, place)) is not None:
                yield answered
        except RefusedError as error:
            yield Unreadable(source, position, str(error), isinstance(error, ForeignError))


def _answered(text: bytes, place: str) -> Exchange | None:
    """Return the exchange of a line; None for one of a batch that was not answered."""
    try:
        return from_line(text, place)
    except RefusedError:
        # Only what is no exchange is looked at twice.
        if not batch.is_line(text):
            raise
    return batch.from_line(text, place)
