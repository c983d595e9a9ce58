"""Traffic in YAML: a cassette, or the documents of httpmock or WireMock."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.exchange import Exchange
from toolwire.traffic import httpmock, vcr, wiremock
from toolwire.traffic.bounded import ByteStream, read_all
from toolwire.traffic.unreadable import RefusedError, Unreadable


def read(stream: ByteStream, source: str) -> Iterator[Exchange | Unreadable]:
    """Yield every exchange of a YAML file.

    Args:
        stream: the file.
        source: its name, for citations and reports.
    """
    try:
        text = read_all(stream)
    except RefusedError as error:
        yield Unreadable(source, "whole file", str(error))
        return
    reader = next((one for one in (httpmock, wiremock) if one.is_recording(text)), vcr)
    yield from reader.from_text(text, source)
