"""Streams event by event: marked ones in sight, the others folded, nothing unsaid."""

from __future__ import annotations

import json
from base64 import b64encode

from toolwire.io.framing import eventstream
from toolwire.io.json_spans import Span
from toolwire.jobs.site.cells.marked import ByteMark, TokenKind
from toolwire.jobs.site.cells.place import stream_of
from toolwire.jobs.site.cells.streamed import ShownStream, streamed


def shown(body: bytes, *spans: Span) -> ShownStream:
    """Return a stream with marks at some places."""
    found = stream_of(body)
    assert found is not None
    return streamed(body, found, [ByteMark(f"m{n}", span, ()) for n, span in enumerate(spans)])


def test_what_is_not_marked_is_folded() -> None:
    """Of forty events one is marked: it and its neighbours are in sight, all others are counted."""
    body = b"".join(b'data: {"n":%d}\n\n' % n for n in range(40))
    at = body.index(b'"n":20')
    found = shown(body, Span(at, at + 6))
    assert [(run.folded, run.first, run.last) for run in found.runs] == [
        (True, 0, 18), (False, 19, 21), (True, 22, 39),
    ]  # fmt: skip
    assert [one.number for one in found.runs[1].events if one.marked] == [20]
    assert sum(run.size for run in found.runs) == len(body)
    assert found.count == 40
    assert found.rest == ()


def test_a_stream_without_marks_shows_its_ends() -> None:
    """Where nothing is wrong, the first and the last events are in sight."""
    found = shown(b"".join(b"data: %d\n\n" % n for n in range(400)))
    assert [run.folded for run in found.runs] == [False, True, False]
    folded = found.runs[1]
    assert len(folded.events) + folded.left_out == 394
    assert folded.left_out > 300


def test_what_follows_the_last_event_is_shown() -> None:
    """An event that is cut off is no event, and its bytes are there all the same."""
    found = shown(b'data: 1\n\ndata: {"a')
    assert found.count == 1
    assert [one.text for one in found.rest] == ['data: {"a']
    ending = shown(b"data: 1\n\n", Span(9, 9))
    assert [one.kind for one in ending.rest] == [TokenKind.ABSENT]
    assert not any(event.marked for run in ending.runs for event in run.events)


def test_frames_of_bytes_show_headers_payload_and_what_is_packed_in_it() -> None:
    """Of an AWS event stream each frame has its first bytes in hex, and base64 is decoded."""
    packed = json.dumps({"bytes": b64encode(b'{"type":"ping"}').decode()}).encode()
    body = eventstream.encode({":event-type": "chunk", "raw": b"\xff"}, packed)
    found = shown(body, Span(body.index(packed), body.index(packed) + len(packed)))
    event = found.runs[0].events[0]
    assert ":event-type=chunk; raw=\\xff" in event.frame
    assert body[:8].hex(" ") in event.frame
    assert event.unpacked == '{"type":"ping"}'
    assert [one.text for one in event.body if one.text] == [packed.decode()]


def test_a_long_event_is_cut() -> None:
    """A megabyte in one event is a thousand characters on the page, around the mark."""
    body = b'data: {"x":"%b","bad":1}\n\n' % (b"y" * 1_000_000)
    at = body.index(b'"bad"')
    event = shown(body, Span(at, at + 7)).runs[0].events[0]
    assert sum(len(one.text) for one in event.body) < 2_000
    assert sum(one.left_out for one in event.body) > 998_000
