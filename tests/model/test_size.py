"""How large an exchange may be: what is beyond it is told, and nothing of it is read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.root import ROOT
from toolwire.dialects import DIALECTS, Answer, PlannedCall, load_dialect
from toolwire.io.framing import eventstream, ndjson, sse
from toolwire.jobs.lint.judging import judge
from toolwire.model import size
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.size import too_large, too_many
from toolwire.rules.mutate.scenarios import clean, every_clean


def with_body(body: bytes, name: str = "openai-chat") -> Exchange:
    """Return a streamed exchange whose answer has that body."""
    exchange = clean(load_dialect(name), "mixed_content", Mode.STREAMING)
    return replace(exchange, response=replace(exchange.response, body=body, chunks=()))


@pytest.mark.parametrize("name", DIALECTS)
def test_what_servers_send_is_not_too_large(name: str) -> None:
    """Every clean exchange is judged."""
    for _, _, exchange in every_clean(load_dialect(name)):
        assert too_large(exchange) == ""
        assert judge(exchange).missed == ()


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (b" " * (size.MOST_BYTES + 1), "bytes of request and response"),
        (b"[" + b"{}," * (size.MOST_VALUES // 2 + 1) + b"{}]", "JSON values"),
        (b'"' + b"\\u005b" * (size.MOST_VALUES + 1) + b'"', "JSON values"),
        (b"data:\n\n" * (size.MOST_EVENTS + 1), "events"),
        (b"data:\r\r" * (size.MOST_EVENTS + 1), "events"),
        (b"data:\r\n\r\n" * (size.MOST_EVENTS + 1), "events"),
        (b'{"a":1}\n' * (size.MOST_EVENTS + 2), "events"),
        (b":\n" * (size.MOST_LINES + 1), "lines"),
        (eventstream.encode({}, b"") * (size.MOST_EVENTS + 1), "events"),
        (b"\0" * (size.MOST_PACKED_BYTES + 1), "bytes of an AWS event stream"),
    ],
)
def test_each_bound_is_told_in_a_line_and_nothing_is_read(
    monkeypatch: pytest.MonkeyPatch, body: bytes, what: str
) -> None:
    """The line names what there is too much of and how much is judged."""

    def read(_: Exchange) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr("toolwire.jobs.lint.judging.detection.detect", read)
    judged = judge(with_body(body))
    (line,) = judged.missed
    assert line.startswith("too large: ")
    assert what in line
    assert "docs/limits.md" in line
    assert judged.reading is None
    assert not judged.internal


def test_the_request_counts_too() -> None:
    """A long history takes as much memory as a long answer."""
    exchange = clean(load_dialect("openai-chat"), "mixed_content", Mode.BLOCKING)
    assert exchange.request is not None
    body = b"[" + b"{}," * (size.MOST_VALUES // 2) + b"{}]"
    long = replace(exchange, request=replace(exchange.request, body=body))
    assert "JSON values in request and response" in too_large(long)


def test_calls_are_counted_once_they_are_read() -> None:
    """A reply with more calls than are judged is not judged, one with as many is."""
    speaker = load_dialect("openai-chat")
    exchange = clean(speaker, "mixed_content", Mode.BLOCKING)
    assert exchange.request is not None
    for count, large in ((size.MOST_CALLS, False), (size.MOST_CALLS + 1, True)):
        answer = Answer(calls=(PlannedCall("get_time", {}),) * count)
        long = replace(exchange, response=speaker.respond(exchange.request, answer))
        assert too_large(long) == ""
        assert bool(too_many(speaker.decode(long))) is large


@settings(deadline=None)
@given(st.lists(st.sampled_from([b"data: 1", b"data", b"\n", b"\r", b"\r\n", b":", b"{"])))
def test_a_body_has_no_more_events_than_are_counted(pieces: list[bytes]) -> None:
    """The count that is made without reading is never below what the readers make of it."""
    body = b"".join(pieces)
    counted = size._events_in(body)
    assert len(sse.decode(body).events) <= counted
    # By which the other count is spared.
    assert counted <= body.count(b"\n") + body.count(b"\r")
    lines = [line for line in ndjson.decode(body).lines if line.startswith("{")]
    assert len(lines) <= counted + 1


def test_what_is_kept_of_a_large_reading_is_what_it_says() -> None:
    """A reading that waits for its other mode holds neither its events nor its body."""
    speaker = load_dialect("openai-chat")
    exchange = clean(speaker, "plain_text", Mode.STREAMING)
    assert exchange.request is not None
    response = speaker.respond(exchange.request, Answer(text="I will " * 5_000))
    reading = speaker.decode(replace(exchange, response=response))
    light = size.lightened(reading)
    assert light.reply == reading.reply
    assert not light.events
    assert not light.exchange.response.body
    small = speaker.decode(exchange)
    assert size.lightened(small) is small


def test_the_bounds_are_stated_where_users_read_them() -> None:
    """The page of limits has every number as the code has it."""
    page = (ROOT / "docs" / "limits.md").read_text(encoding="utf-8")
    for bound in (size.MOST_VALUES, size.MOST_EVENTS, size.MOST_LINES, size.MOST_CALLS):
        assert f"{bound:,}" in page
    for bound in (size.MOST_BYTES, size.MOST_PACKED_BYTES):
        assert f"{bound // (1024 * 1024)} MiB" in page
