"""Newline-delimited JSON."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolwire.io.framing import ndjson
from toolwire.io.framing.ndjson import DecodedNdjson

#: Timing is not what these properties are about; machines are shared.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

_BODIES = st.lists(
    st.sampled_from([b"{}", b"\n", b"\r\n", b"\r", b" ", b"\xe2\x80\xa8", b"\xff", b'{"a":"b"}'])
).map(b"".join)


def _fed(body: bytes, edges: list[int]) -> DecodedNdjson:
    decoder = ndjson.NdjsonDecoder()
    lines: list[str] = []
    for start, end in zip([0, *edges], [*edges, len(body)], strict=True):
        lines += decoder.feed(body[start:end])
    last, unfinished = decoder.close()
    return DecodedNdjson((*lines, *last), unfinished, decoder.blanks, decoder.replaced)


@PATIENT
@given(_BODIES | st.binary(), st.lists(st.integers(0, 10_000)))
def test_chunks_make_no_difference(body: bytes, cuts: list[int]) -> None:
    """A body cut anywhere, byte by byte too, gives the same stream; garbage never raises."""
    whole = ndjson.decode(body)
    assert _fed(body, sorted(cut % (len(body) + 1) for cut in cuts)) == whole
    assert _fed(body, list(range(1, len(body)))) == whole


@PATIENT
@given(_BODIES)
def test_lines_are_those_between_line_feeds(body: bytes) -> None:
    """Every LF ends a line, and nothing else does."""
    *ended, rest = body.decode("utf-8", "replace").split("\n")
    stream = ndjson.decode(body)
    assert stream.lines == tuple(line.strip(" \r") for line in ended if line.strip(" \r"))
    assert stream.blanks == len(ended) - len(stream.lines)
    assert stream.unfinished == (rest.strip(" \r") or None)


@PATIENT
@given(
    st.lists(
        st.text(
            st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\t \ufeff"), min_size=1
        )
    )
)
def test_what_is_encoded_comes_back(lines: list[str]) -> None:
    """Encoding then decoding gives the texts back, U+2028 and such included."""
    stream = ndjson.decode(b"".join(map(ndjson.encode, lines)))
    assert stream == DecodedNdjson(tuple(lines), None, 0, 0)


def test_every_cut_of_a_body_is_told() -> None:
    """A body cut inside a line reports that line; cut at a line's end, nothing is missing."""
    body = b'{"a":1}\n{"b":2}\n'
    for end in range(len(body) + 1):
        stream = ndjson.decode(body[:end])
        whole = end in {0, 8, 16}
        assert (stream.unfinished is None) is whole
        assert len(stream.lines) == body[:end].count(b"\n")


def test_a_line_feed_cannot_be_encoded() -> None:
    """One text never becomes two lines."""
    with pytest.raises(ValueError, match="line feed"):
        ndjson.encode("{\n}")
