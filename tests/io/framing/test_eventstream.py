"""Amazon event stream against botocore."""

from __future__ import annotations

import base64
import json
import random
import struct
from pathlib import Path
from typing import Any
from uuid import UUID
from zlib import crc32

import pytest
from botocore.eventstream import EventStreamBuffer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolwire.io.framing import eventstream
from toolwire.io.framing.eventstream import (
    DecodedEventStream,
    EventStreamMessage,
    HeaderValue,
    Timestamp,
)

#: Timing is not what these properties are about; machines are shared.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

_INT64 = st.integers(-(2**63), 2**63 - 1)
_VALUES: st.SearchStrategy[HeaderValue] = st.one_of(
    st.booleans(),
    _INT64,
    st.binary(max_size=40),
    st.text(max_size=20),
    _INT64.map(Timestamp),
    st.uuids(),
)
_MESSAGES = st.tuples(
    st.dictionaries(st.text(min_size=1, max_size=10), _VALUES, max_size=4),
    st.binary(max_size=60),
)
_BODIES = st.lists(_MESSAGES, max_size=4)


def _body(messages: list[tuple[dict[str, HeaderValue], bytes]]) -> bytes:
    return b"".join(eventstream.encode(headers, payload) for headers, payload in messages)


def _fed(body: bytes, edges: list[int]) -> DecodedEventStream:
    decoder = eventstream.EventStreamDecoder()
    messages: list[EventStreamMessage] = []
    for start, end in zip([0, *edges], [*edges, len(body)], strict=True):
        messages += decoder.feed(body[start:end])
    return DecodedEventStream(tuple(messages), decoder.close())


def _as_botocore(value: HeaderValue) -> Any:
    if isinstance(value, Timestamp):
        return value.milliseconds
    return value.bytes if isinstance(value, UUID) else value


def _reference(body: bytes) -> list[tuple[dict[str, Any], bytes]]:
    buffer = EventStreamBuffer()
    buffer.add_data(body)
    return [(message.headers, message.payload) for message in buffer]


def _raw(block: bytes, payload: bytes = b"{}") -> bytes:
    """Write a message with these bytes as headers, sound or not."""
    lengths = struct.pack(">II", 16 + len(block) + len(payload), len(block))
    head = lengths + struct.pack(">I", crc32(lengths)) + block + payload
    return head + struct.pack(">I", crc32(head))


@PATIENT
@given(_BODIES)
def test_what_is_encoded_comes_back(messages: list[tuple[dict[str, HeaderValue], bytes]]) -> None:
    """Encoding then decoding gives headers of every type and payloads back."""
    stream = eventstream.decode(_body(messages))
    assert [(message.headers, message.payload) for message in stream.messages] == messages
    assert stream.problems == ()
    assert all(
        type(value) is type(sent[name])
        for message, (sent, _) in zip(stream.messages, messages, strict=True)
        for name, value in message.headers.items()
    )


@PATIENT
@given(_BODIES)
def test_botocore_reads_the_same(messages: list[tuple[dict[str, HeaderValue], bytes]]) -> None:
    """AWS's own decoder accepts what is written here and reads the same values."""
    body = _body(messages)
    assert _reference(body) == [
        ({name: _as_botocore(value) for name, value in m.headers.items()}, m.payload)
        for m in eventstream.decode(body).messages
    ]


@PATIENT
@given(_BODIES, st.binary(max_size=30), st.lists(st.integers(0, 10_000)))
def test_chunks_make_no_difference(
    messages: list[tuple[dict[str, HeaderValue], bytes]], tail: bytes, cuts: list[int]
) -> None:
    """A body with garbage behind it, cut anywhere, gives the same messages and problems."""
    body = _body(messages) + tail
    whole = eventstream.decode(body)
    assert _fed(body, sorted(cut % (len(body) + 1) for cut in cuts)) == whole
    assert _fed(body, list(range(1, len(body)))) == whole
    assert len(whole.messages) >= len(messages)


@PATIENT
@given(st.binary())
def test_garbage_never_raises(body: bytes) -> None:
    """Any bytes decode to messages and problems, and nothing passes in silence."""
    stream = eventstream.decode(body)
    assert not body or stream.messages or stream.problems


@PATIENT
@given(_BODIES.filter(bool), st.data())
def test_a_flipped_bit_is_always_found(
    messages: list[tuple[dict[str, HeaderValue], bytes]], data: st.DataObject
) -> None:
    """One wrong bit anywhere is a problem at the message it is in; messages before it stand."""
    body = bytearray(_body(messages))
    place = data.draw(st.integers(0, len(body) - 1))
    body[place] ^= 1 << data.draw(st.integers(0, 7))
    stream = eventstream.decode(bytes(body))
    offset = stream.problems[0].offset
    sizes = [len(eventstream.encode(*message)) for message in messages]
    starts = [sum(sizes[:n]) for n in range(len(sizes))]
    assert offset == max(start for start in starts if start <= place)
    assert len([m for m in stream.messages if m.offset < offset]) == starts.index(offset)


def test_every_cut_of_a_body_is_told() -> None:
    """Cut inside a message, the problem names that message's offset; between two, none."""
    first, second = eventstream.encode({":event-type": "a"}, b"{}"), eventstream.encode({}, b"x")
    body = first + second
    for end in range(len(body) + 1):
        stream = eventstream.decode(body[:end])
        if end in {0, len(first), len(body)}:
            assert stream.problems == ()
        else:
            (problem,) = stream.problems
            assert problem.offset == (0 if end < len(first) else len(first))
            assert "cut off" in problem.reason


def test_a_wrong_message_is_left_out_and_the_next_one_read() -> None:
    """A wrong message CRC costs one message, a wrong prelude everything after it."""
    good = eventstream.encode({}, b"good")
    bad_payload = bytearray(eventstream.encode({}, b"evil"))
    bad_payload[12] ^= 1
    bad_prelude = bytearray(good)
    bad_prelude[8] ^= 1
    stream = eventstream.decode(good + bytes(bad_payload) + good + bytes(bad_prelude) + good)
    assert [message.offset for message in stream.messages] == [0, 2 * len(good)]
    assert [(p.offset, p.reason[:11]) for p in stream.problems] == [
        (len(good), "message CRC"),
        (3 * len(good), "prelude CRC"),
    ]


@pytest.mark.parametrize(
    ("total", "headers", "reason"),
    [
        (15, 0, "less than"),
        (16, 1, "less than"),
        (0, 0, "less than"),
        (2**32 - 1, 0, "of payload"),
        (2**31, 2**20, "of headers"),
    ],
)
def test_absurd_lengths_are_refused_at_once(total: int, headers: int, reason: str) -> None:
    """A length that cannot be is told from the prelude alone; nothing waits for gigabytes."""
    lengths = struct.pack(">II", total, headers)
    decoder = eventstream.EventStreamDecoder()
    decoder.feed(lengths + struct.pack(">I", crc32(lengths)))
    decoder.feed(b"x" * 100)
    (problem,) = decoder.close()
    assert reason in problem.reason


@pytest.mark.parametrize(
    ("block", "reason"),
    [
        (b"\x01a\x0a", "type 10"),
        (b"\x01a\x07\x00\x09abc", "runs past"),
        (b"\x09a", "runs past"),
        (b"\x01a", "runs past"),
        (b"\x01a\x00\x01a\x00", "twice"),
        (b"\x01\xff\x00", "UTF-8"),
        (b"\x01a\x07\x00\x01\xff", "UTF-8"),
    ],
)
def test_malformed_headers_are_told(block: bytes, reason: str) -> None:
    """Headers that cannot be read cost their message, with the reason."""
    stream = eventstream.decode(_raw(block) + eventstream.encode({}, b"next"))
    (problem,) = stream.problems
    assert reason in problem.reason
    assert [message.payload for message in stream.messages] == [b"next"]


@pytest.mark.parametrize(
    ("headers", "payload"),
    [
        ({"n": 2**63}, b""),
        ({"n": "x" * 65_536}, b""),
        ({"n" * 256: True}, b""),
        ({f"{n}": "x" * 60_000 for n in range(3)}, b""),
        ({}, bytes(eventstream.MAX_PAYLOAD + 1)),
    ],
)
def test_what_the_format_cannot_hold_is_refused(
    headers: dict[str, HeaderValue], payload: bytes
) -> None:
    """Nothing is written that a decoder would refuse."""
    with pytest.raises(ValueError, match=r"format"):
        eventstream.encode(headers, payload)


def test_recorded_streams_decode_as_botocore_does(shared: Path) -> None:
    """Every recorded event stream gives botocore's messages, whole and cut at random."""
    chooser = random.Random(7)
    count = 0
    for file in sorted((shared / "corpus" / "bedrock").glob("*.jsonl")):
        for line in file.read_bytes().splitlines():
            packed = json.loads(line)["response"].get("body_base64")
            if packed is None:
                continue
            count += 1
            body = base64.b64decode(packed)
            stream = eventstream.decode(body)
            assert stream.problems == ()
            assert [(m.headers, m.payload) for m in stream.messages] == _reference(body)
            edges = sorted(chooser.randrange(len(body)) for _ in range(20))
            assert _fed(body, edges) == stream
    assert count > 50


def test_messages_do_not_share_their_headers() -> None:
    """Repeated headers are read once but belong to each message alone."""
    message = eventstream.encode({":event-type": "a"}, b"{}")
    first, second = eventstream.decode(message * 2).messages
    assert first.headers == second.headers
    assert first.headers is not second.headers
