"""Server-sent events against the standard and against httpx-sse."""

from __future__ import annotations

import base64
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx_sse._decoders import SSEDecoder, SSELineDecoder
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolwire.io.framing import sse
from toolwire.io.framing.sse import DecodedSse, SseEvent

#: Timing is not what these properties are about; machines are shared.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _fed(body: bytes, edges: list[int]) -> DecodedSse:
    decoder = sse.SseDecoder()
    events: list[SseEvent] = []
    for start, end in zip([0, *edges], [*edges, len(body)], strict=True):
        events += decoder.feed(body[start:end])
    last, unfinished = decoder.close()
    return DecodedSse((*events, *last), unfinished, decoder.comments, decoder.replaced)


def _reference(body: bytes) -> list[tuple[str | None, str]]:
    """Return name and data of the events httpx-sse sees and the standard dispatches."""
    lines, events = SSELineDecoder(), SSEDecoder()
    text = body.decode("utf-8-sig", "replace")
    found = []
    has_data = False
    for line in lines.decode(text) + lines.flush():
        field = line.partition(":")[0]
        has_data = has_data or field == "data"
        event = events.decode(line)
        if event is not None and has_data:
            found.append((event.event if event.event != "message" else None, event.data))
        has_data = has_data and bool(line)
    return found


_LINES = st.lists(
    st.sampled_from(
        [
            "data: {}",
            "data:x",
            "data",
            "data: ",
            "data:  y",
            "event: ping",
            "event: a:b",
            "id: 7",
            "id: \0",
            "retry: 10",
            ": keep-alive",
            ":",
            "unknown: z",
            " data: q",
            "",
            "",
            "\u2028data: no line",
            "\ufffd",
        ]
    )
)


@st.composite
def _bodies(draw: st.DrawFn) -> bytes:
    lines = draw(_LINES)
    ends = draw(
        st.lists(st.sampled_from(["\n", "\r\n", "\r"]), min_size=len(lines), max_size=len(lines))
    )
    text = "".join(line + end for line, end in zip(lines, ends, strict=True))
    prefix = draw(st.sampled_from([b"", b"\xef\xbb\xbf", b"\xff", b"\n", b"data: {"]))
    return prefix + text.encode() + draw(st.sampled_from([b"", b"\xe2\x82", b"data: cut", b"\r"]))


@PATIENT
@given(_bodies(), st.lists(st.integers(0, 10_000)))
def test_chunks_make_no_difference(body: bytes, cuts: list[int]) -> None:
    """A body cut anywhere, byte by byte too, gives the same stream."""
    whole = sse.decode(body)
    assert _fed(body, sorted(cut % (len(body) + 1) for cut in cuts)) == whole
    assert _fed(body, list(range(1, len(body)))) == whole


@PATIENT
@given(_bodies())
def test_events_are_those_of_httpx_sse(body: bytes) -> None:
    """An independent decoder sees the same names and data wherever the standard dispatches."""
    ours = [(event.name or None, event.data) for event in sse.decode(body).events]
    assert ours == [(name or None, data) for name, data in _reference(body)]


#: Pieces of bodies whose events nearly all look alike; the odd ones come often enough.
_ALIKE = st.lists(
    st.sampled_from(
        [
            *("data: {}\n\n", "data: {}\n\n", "data: \u2028\n\n", "data: [DONE]\n\n"),
            *("data: a\ndata: b\n\n", "data: a\n\n\n", "data:a\n\n", "data: {\n", "\n"),
        ]
    )
)
_ALIKE_NAMED = st.lists(
    st.sampled_from(
        [
            *("event: a\ndata: {}\n\n", "event: b\ndata: {}\n\n", "event: \ndata: \n\n"),
            *("data: [DONE]\n\n", "event: a\n\n", "event: c\ndata: 1\ndata: 2\n\n", "id: 7\n"),
        ]
    )
)


@st.composite
def _alike(draw: st.DrawFn) -> bytes:
    comments = draw(st.sampled_from(["", ": on\n\n", ": on\n\n:\n\n", ": on\n", ":\ndata: x\n\n"]))
    text = comments + "".join(draw(_ALIKE | _ALIKE_NAMED)) + draw(st.sampled_from(["", "data: c"]))
    end = draw(st.sampled_from(["\n", "\n", "\r\n", "\r"]))
    mark = draw(st.sampled_from([b"", b"", b"\xef\xbb\xbf", b"\xff"]))
    return mark + text.replace("\n", end).encode()


@PATIENT
@given(_bodies() | _alike())
def test_payloads_are_those_of_the_events(body: bytes) -> None:
    """What is cut apart at once is what the careful decoder tells, whatever the body is."""
    careful, quick = sse.decode(body), sse.payloads(body)
    assert list(zip(quick.names, quick.data, strict=True)) == [
        (event.name, event.data) for event in careful.events
    ]
    assert quick.unfinished == careful.unfinished


def test_payloads_of_many_comments_take_linear_time() -> None:
    """A body of comments alone is gone through once."""
    sizes = (20_000, 80_000)
    spent = []
    for size in sizes:
        body = b":\n\n" * size
        begun = time.process_time()
        assert sse.payloads(body).data == []
        spent.append(time.process_time() - begun)
    assert spent[1] < 16 * max(spent[0], 0.01)


@PATIENT
@given(st.binary())
def test_garbage_never_raises(body: bytes) -> None:
    """Any bytes decode to something, and none of their text gets in twice."""
    stream = sse.decode(body)
    assert sum(len(event.data) for event in stream.events) <= len(body)


@PATIENT
@given(
    st.lists(
        st.tuples(
            st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r")),
            st.none() | st.text(st.characters(exclude_categories=["Cs", "Cc"])),
        )
    )
)
def test_what_is_encoded_comes_back(events: list[tuple[str, str | None]]) -> None:
    """Encoding then decoding gives names and data back, lines and leading spaces included."""
    # A mark at the very beginning would be taken for a byte order mark.
    body = b": start\n\n" + b"".join(sse.encode(data, name) for data, name in events)
    stream = sse.decode(body)
    assert [(event.data, event.name) for event in stream.events] == events
    assert stream.unfinished is None


def test_a_carriage_return_in_data_becomes_a_line() -> None:
    """Data with CR or CRLF is written as several lines: no field can be smuggled in."""
    assert sse.decode(sse.encode("a\revent: x\r\nb")).events == (SseEvent(None, "a\nevent: x\nb"),)


@pytest.mark.parametrize("name", ["a\nb", "a\rb"])
def test_a_name_with_a_line_break_is_refused(name: str) -> None:
    """An event name cannot smuggle a field in either."""
    with pytest.raises(ValueError, match="line break"):
        sse.encode("{}", name)


@pytest.mark.parametrize(
    ("body", "unfinished"),
    [
        (b"data: a\n\n", None),
        (b"data: a\r\r", None),
        (b"data: a\n", "a"),
        (b"data: a\ndata: b", "a\ndata: b"),
        (b"data: a", "data: a"),
        (b"event: stop\n", "event: stop"),
        (b"event: stop\ndata", "event: stop\ndata"),
        (b"data: a\n\n\n\n", None),
        (b"data: a\n\n: bye\n", None),
        (b"data:\n", ""),
        (b"", None),
    ],
)
def test_a_cut_off_event_is_reported(body: bytes, unfinished: str | None) -> None:
    """What stands behind the last blank line is told, whatever of it is there."""
    assert sse.decode(body).unfinished == unfinished


def test_an_event_without_data_is_not_dispatched() -> None:
    """The standard dispatches nothing for a name alone, and the name does not stick."""
    assert sse.decode(b"event: ping\n\ndata: x\n\n").events == (SseEvent(None, "x"),)


def test_comments_and_ids_are_kept() -> None:
    """Keep-alives are counted, an id belongs to its event, an id with NUL is ignored."""
    stream = sse.decode(b": a\n\n: b\ndata: x\nid: 1\n\nid: \0\ndata: y\n\n: c")
    assert stream.events == (SseEvent(None, "x", "1"), SseEvent(None, "y"))
    assert stream.comments == 2


def test_events_cannot_be_changed() -> None:
    """An event is a value."""
    with pytest.raises(AttributeError):
        SseEvent(None, "x").data = "y"


def test_a_long_event_in_small_pieces_takes_linear_time() -> None:
    """Two megabytes of one line in 64-byte chunks take well under a quadratic second."""
    decoder = sse.SseDecoder()
    started = time.process_time()
    for _ in range(2**15):
        decoder.feed(b"x" * 64)
    assert time.process_time() - started < 1.5
    assert decoder.feed(b"\n\n") == []


def _streams(shared: Path) -> Iterator[bytes]:
    for file in sorted((shared / "corpus").glob("*/*.jsonl")):
        for line in file.read_bytes().splitlines():
            response = json.loads(line)["response"]
            if "body_base64" in response:
                yield base64.b64decode(response["body_base64"])
            elif "body_text" in response:
                yield response["body_text"].encode()


def test_recorded_streams_decode_as_httpx_sse_does(shared: Path) -> None:
    """Every recorded SSE body gives the events httpx-sse gives, whole and cut at random."""
    chooser = random.Random(7)
    count = 0
    for body in _streams(shared):
        if b"data:" not in body:
            continue
        count += 1
        stream = sse.decode(body)
        assert [(event.name, event.data) for event in stream.events] == [
            (name or None, data) for name, data in _reference(body)
        ]
        edges = sorted(chooser.randrange(len(body)) for _ in range(20))
        assert _fed(body, edges) == stream
    assert count > 1_000
