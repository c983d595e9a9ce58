"""Newline-delimited JSON: bytes to payload texts and back.

Follows the NDJSON specification 1.0 (github.com/ndjson/ndjson-spec 0e37848, read 2026-11-21): UTF-8,
each text ends in LF, a CR before it is passed over, blank lines are passed over (and counted).
Only LF ends a line: U+2028 and other separators may stand inside a JSON string. A last line
without its LF is reported as `DecodedNdjson.unfinished`, since nothing says that it is whole.
"""

from __future__ import annotations

from dataclasses import dataclass

from toolwire.io.framing.incremental import IncrementalDecoder

_SPACE = " \t\r"


@dataclass(frozen=True, slots=True)
class DecodedNdjson:
    """A whole body, decoded.

    Attributes:
        lines: payload texts in order, without their line ends.
        unfinished: text of a last line without its line end; None when there is none.
        blanks: number of blank lines.
        replaced: number of places that were not UTF-8.
    """

    lines: tuple[str, ...]
    unfinished: str | None
    blanks: int
    replaced: int


class NdjsonDecoder(IncrementalDecoder[str]):
    """Incremental decoder; feed it bytes cut anywhere, get the same lines.

    Attributes:
        blanks: blank lines seen so far.
    """

    def __init__(self) -> None:
        super().__init__()
        self.blanks = 0

    def close(self) -> tuple[list[str], str | None]:
        """End the body; return texts completed by the end and the unfinished text, if any."""
        lines = self._take(self._text.feed(b"", final=True))
        rest = "".join(self._pieces).strip(_SPACE)
        self._pieces = []
        return lines, rest or None

    def _take(self, text: str) -> list[str]:
        first, ended, text = text.partition("\n")
        self._pieces.append(first)
        if not ended:
            return []
        *lines, rest = text.split("\n")
        lines.insert(0, "".join(self._pieces))
        self._pieces = [rest]
        payloads = [payload for line in lines if (payload := line.strip(_SPACE))]
        self.blanks += len(lines) - len(payloads)
        return payloads


def decode(body: bytes) -> DecodedNdjson:
    """Decode a whole body."""
    decoder = NdjsonDecoder()
    lines = decoder.feed(body)
    last, unfinished = decoder.close()
    return DecodedNdjson((*lines, *last), unfinished, decoder.blanks, decoder.replaced)


def encode(text: str) -> bytes:
    """Write one line.

    Raises:
        ValueError: the text has a line feed, so it would become two lines.
    """
    if "\n" in text:
        raise ValueError("a line of NDJSON cannot have a line feed")
    return f"{text}\n".encode()
