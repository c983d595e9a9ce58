"""Events where they stand: the same events, of the same numbers, as the decoders make of a body."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects.events import line_frames
from toolwire.io.framing import eventstream, json_array, sse
from toolwire.io.framing.kind import Framing
from toolwire.io.framing.spans import StreamSpans, payload_of, spans_of

PIECES = [
    b"data: {}", b"data:x", b"data", b"data: ", b"data:  y", b"event: ping", b": alive", b"id: 7",
    b"datax: 1", b"data: \xff\xfe", b"data: \xe2\x80\xa8", b"retry: 3", b"\xef\xbb\xbf", b"",
]  # fmt: skip
BODIES = st.lists(
    st.tuples(st.sampled_from(PIECES), st.sampled_from([b"\n", b"\r\n", b"\r"])), max_size=14
).map(lambda rows: b"".join(text + end for text, end in rows))


def whole(spans: StreamSpans, body: bytes) -> bool:
    """Return whether events and rest make up the body, one behind the other."""
    every = [*(event.whole for event in spans.events), spans.rest]
    touching = all(before.end == after.start for before, after in pairwise(every))
    return touching and every[0].start == 0 and every[-1].end == len(body)


def texts(spans: StreamSpans, body: bytes) -> list[str]:
    """Return the payload of each event as decoders give it."""
    return [payload_of(body, event).decode("utf-8", "replace") for event in spans.events]


@given(BODIES, st.sampled_from([b"", b"\xef\xbb\xbf"]), st.sampled_from([b"", b"data: cut"]))
def test_server_sent_events_are_those_of_the_decoder(body: bytes, mark: bytes, rest: bytes) -> None:
    """Line ends of every kind, comments, fields without data, a cut-off end: number for number."""
    body = mark + body + rest
    spans = spans_of(body, Framing.OTHER)
    assert spans is not None
    assert texts(spans, body) == [event.data for event in sse.decode(body).events]
    assert whole(spans, body)


@given(
    st.lists(st.sampled_from([b'{"a":1}', b"", b"  ", b"x", b'{"a', b"\xff", b'"\xe2\x80\xa8"'])),
    st.sampled_from([b"\n", b"\r\n"]),
    st.booleans(),
)
def test_lines_are_those_of_the_reader(lines: list[bytes], end: bytes, ended: bool) -> None:  # noqa: FBT001
    """Blank lines make no event, and a last line without its end does only where it is an object."""
    body = end.join(lines) + (end if ended else b"")
    spans = spans_of(body, Framing.LINES)
    assert spans is not None
    assert texts(spans, body) == [event.data for event in line_frames(body).events]
    assert whole(spans, body)


@given(st.lists(st.dictionaries(st.text(max_size=2), st.integers(), max_size=2), max_size=4))
def test_elements_are_those_of_the_decoder(values: list[dict[str, int]]) -> None:
    """Each element of a streamed array is an event; an array that is not whole has none."""
    body = json_array.encode(map(json.dumps, values))
    spans = spans_of(body, Framing.ARRAY)
    assert spans is not None
    assert texts(spans, body) == [*json_array.decode(body).elements]
    assert whole(spans, body)
    assert spans_of(body[:-1], Framing.ARRAY) is None


@given(st.lists(st.binary(max_size=20), max_size=4), st.integers(0, 3), st.booleans())
def test_messages_are_those_of_the_decoder(
    payloads: list[bytes],
    broken: int,
    cut: bool,  # noqa: FBT001
) -> None:
    """A message whose sum is wrong is none, and what it takes up goes to the next."""
    messages = [eventstream.encode({":event-type": "x", "n": 3}, one) for one in payloads]
    if broken < len(messages):
        messages[broken] = messages[broken][:-1] + bytes([messages[broken][-1] ^ 1])
    body = b"".join(messages)[: -1 if cut else None]
    spans = spans_of(body, Framing.MESSAGES)
    assert spans is not None
    found = [payload_of(body, event) for event in spans.events]
    assert found == [message.payload for message in eventstream.decode(body).messages]
    assert whole(spans, body)


@pytest.mark.parametrize("at", range(9))
def test_a_position_in_joined_lines_leads_to_the_same_byte(at: int) -> None:
    """A payload of several lines of data is one text; each byte of it is found in the body."""
    body = b"event: x\r\ndata: ab\r\n: no\r\ndata:\r\ndata:cdef\r\n\r\n"
    spans = spans_of(body, Framing.OTHER)
    assert spans is not None
    event = spans.events[0]
    payload = payload_of(body, event)
    assert payload == b"ab\n\ncdef"
    there = event.position(at)
    if at < len(payload) and payload[at : at + 1] != b"\n":
        assert body[there : there + 1] == payload[at : at + 1]
    else:
        assert event.whole.start <= there <= event.whole.end
