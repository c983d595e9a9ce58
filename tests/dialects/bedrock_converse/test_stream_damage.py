"""ConverseStream with events that are wrong, refused, broken or cut off."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dialects.bedrock_converse.events import (
    AWS_TYPE,
    FULL,
    LINES_TYPE,
    META,
    START,
    STOP,
    Events,
    call,
    framed,
    lines,
    more,
    opened,
    piece,
    read,
    thought,
)
from tests.support.hostile import hostile
from toolwire.dialects.bedrock_converse import DIALECT
from toolwire.io.framing import eventstream
from toolwire.io.json_text import parse
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Headers, Mode
from toolwire.model.reply import ABSENT, Unread, UnreadKind, Usage, WireError


@pytest.mark.parametrize(
    ("event", "unread"),
    [
        (piece(4, "x"), Unread("event[1]", "a piece of a call that was not started")),
        (opened(0, []), Unread("event[1]/start", "not an object")),  # type: ignore[arg-type] # wrong on purpose
        (opened(0, {"toolUse": 1}), Unread("event[1]/start/toolUse", "not an object")),
        (more(0, []), Unread("event[1]/delta", "not an object")),
        (more(0, {"text": 1}), Unread("event[1]/delta/text", "not of the documented type")),
        (
            thought(0, text=1),
            Unread("event[1]/delta/reasoningContent", "not of the documented type"),
        ),
        (
            more(0, {"citation": 1}),
            Unread("event[1]/delta/citation", "not of the documented type"),
        ),
        (START, Unread("event[1]", "a second message in one stream")),
    ],
)
def test_events_that_fit_nowhere_are_kept_as_unread(
    event: tuple[str, JsonObject], unread: Unread
) -> None:
    """What cannot be placed is reported with its event, and the message has no echo."""
    reply = read(framed([START, event, STOP])).reply
    assert reply.unread == (unread,)
    assert reply.echo is None


def test_a_piece_that_is_no_text_is_a_delta_and_unread() -> None:
    """An object where a piece of text should be is shown to rules as it stands."""
    reading = read(framed([START, call(0), more(0, {"toolUse": {"input": {"a": 1}}}), STOP]))
    assert reading.deltas[1].arguments == {"a": 1}
    assert reading.reply.unread == (Unread("event[2]/delta/toolUse/input", "not a string"),)


@pytest.mark.parametrize(
    "odd",
    [
        more(0, {"colour": 1}),
        thought(0, colour="red"),
        opened(0, {"colour": {}}),
        more(0, {"toolResult": [{"text": "of no result"}]}),
    ],
)
def test_a_kind_of_a_later_version_costs_the_echo_only(odd: tuple[str, JsonObject]) -> None:
    """Unknown pieces are drift, not damage, but the message is no longer whole."""
    reply = read(framed([START, odd, more(1, {"text": "a"}), STOP])).reply
    assert (reply.text, reply.unread, reply.echo) == ("a", (), None)


def test_redacted_reasoning_that_cannot_be_joined_costs_the_echo() -> None:
    """Pieces that are not base64 cannot be made one."""
    odd = [thought(0, redactedContent="%"), thought(0, redactedContent="%")]
    assert read(framed([START, *odd, STOP])).reply.echo is None


def test_an_event_of_a_later_version_is_passed_over() -> None:
    """It stays in the events and costs nothing."""
    reply = read(
        framed([START, ("thinkingBudget", {"left": 1}), more(0, {"text": "a"}), STOP])
    ).reply
    assert (reply.text, reply.unread, reply.echo) == ("a", (), b'[{"text":"a"}]')


@pytest.mark.parametrize(
    ("headers", "payload", "error"),
    [
        (
            {":message-type": "exception", ":exception-type": "throttlingException"},
            b'{"message":"Slow"}',
            WireError("Slow", "throttlingException", "event[1]"),
        ),
        (
            {":message-type": "exception", ":exception-type": "modelStreamErrorException"},
            b"oh",
            WireError("", "modelStreamErrorException", "event[1]"),
        ),
        (
            {":message-type": "error", ":error-code": "InternalError", ":error-message": "Oh"},
            b"",
            WireError("Oh", "InternalError", "event[1]"),
        ),
        ({":message-type": "error", ":error-code": 5}, b"{}", WireError("", None, "event[1]")),
    ],
)
def test_exceptions_inside_a_stream_are_found(
    headers: dict[str, eventstream.HeaderValue], payload: bytes, error: WireError
) -> None:
    """Modelled ones by type and payload, others by the text of a header."""
    reading = read(framed([START]) + eventstream.encode(headers, payload))
    assert reading.reply.error == error
    assert (reading.reply.complete, reading.ok, reading.reply.echo) == (False, False, None)


def test_an_exception_among_decoded_payloads_is_found() -> None:
    """Recordings that keep payloads name the exception as they name an event."""
    body = lines([START, ("validationException", {"message": "No."})])
    error = read(body, LINES_TYPE).reply.error
    assert error == WireError("No.", "validationException", "event[1]")


def test_an_error_status_is_an_error_whatever_the_framing() -> None:
    """A JSON body is read as one, a stream has at least its status."""
    assert read(framed([START, STOP]), status=500).reply.error == WireError("", None, "status")
    refused = read(b'{"message":"No."}', status=400)
    assert (refused.mode, refused.reply.error) == (
        Mode.BLOCKING,
        WireError("No.", None, "/message"),
    )


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_wrong_checksum_is_reported_where_it_stands(place: int) -> None:
    """The message is left out, its number and both checksums are told, nothing is raised."""
    frames = [framed([event]) for event in (START, more(0, {"text": "a"}), STOP)]
    broken = bytearray(frames[place])
    broken[-1] ^= 1
    frames[place] = bytes(broken)
    reply = read(b"".join(frames)).reply
    assert [unread.pointer for unread in reply.unread] == [f"event[{place}]"]
    assert "CRC" in reply.unread[0].reason
    assert reply.unread[0].kind is UnreadKind.BROKEN
    assert (reply.complete, reply.echo) == (place != 2, None)


def test_a_wrong_prelude_ends_the_reading_there() -> None:
    """What came before it is read, what follows cannot be found."""
    broken = bytearray(framed([STOP]))
    broken[8] ^= 1
    reply = read(framed([START, more(0, {"text": "a"})]) + bytes(broken) + framed([META])).reply
    assert (reply.text, reply.usage, reply.complete) == ("a", None, False)
    assert "prelude CRC" in reply.unread[0].reason


def test_a_body_of_broken_messages_is_reported_in_part() -> None:
    """A thousand wrong checksums are not a thousand findings."""
    broken = bytearray(framed([START]))
    broken[-1] ^= 1
    assert len(read(bytes(broken) * 1000).reply.unread) == 20


def test_payloads_that_are_no_objects_are_kept() -> None:
    """Each is unread once, by event; the end of a message is told by its name alone."""
    body = b"".join(
        eventstream.encode({":event-type": name}, data)
        for name, data in (
            ("contentBlockDelta", b"\xff"),
            ("contentBlockStart", b"[1]"),
            ("messageStop", b""),
        )
    )
    reading = read(body)
    assert [event.json for event in reading.events] == [ABSENT, [1], ABSENT]
    assert [(u.pointer, u.reason) for u in reading.reply.unread] == [
        ("event[0]", "the event is not JSON"),
        ("event[1]", "the event is not an object"),
        ("event[2]", "the event is not JSON"),
    ]
    assert (reading.reply.complete, reading.reply.stop) == (True, None)


def test_lines_that_are_no_events_are_kept() -> None:
    """Decoded payloads without a name, or with two, are in the events as they stand."""
    body = lines([START]) + b'{"a":{},"b":{}}\n{"messageStop":3}\nnot json\n{"cut'
    reading = read(body, LINES_TYPE)
    assert [event.name for event in reading.events] == ["messageStart", None, None, None]
    assert [u.pointer for u in reading.reply.unread] == ["event[3]", "event[4]"]


def test_the_last_line_may_lack_its_end() -> None:
    """Whoever unpacked the payloads may have left it out; a whole event counts."""
    reply = read(lines(FULL).rstrip(b"\n"), LINES_TYPE).reply
    assert (reply.usage, reply.unread) == (Usage(7, 9, 16), ())


PIECES = hostile(
    "toolUse text",
    "text toolUse input toolUseId name type reasoningContent citation toolResult signature redactedContent usage",
    leaves=8,
)
EVENTS = st.tuples(
    st.sampled_from(
        ["messageStart", "contentBlockStart", "contentBlockDelta", "messageStop", "metadata", "x"]
    ),
    st.fixed_dictionaries(
        {},
        optional={
            "contentBlockIndex": PIECES,
            "start": PIECES,
            "delta": PIECES,
            "stopReason": PIECES,
            "usage": PIECES,
        },
    ),
)


@given(st.lists(EVENTS, max_size=8), st.sampled_from([(framed, AWS_TYPE), (lines, LINES_TYPE)]))
def test_no_events_break_the_decoder(
    events: Events, how: tuple[Callable[[Events], bytes], Headers]
) -> None:
    """Whatever the events hold, both forms give the same reply, and an echo that is JSON."""
    write, headers = how
    reading = read(write(events), headers)
    assert [event.name for event in reading.events] == [name for name, _ in events]
    assert reading.reply == read(framed(events)).reply
    if reading.reply.echo is not None:
        assert isinstance(parse(reading.reply.echo), list)
    DIALECT.facets(reading)


@given(st.binary(max_size=200))
def test_no_bytes_break_the_decoder(body: bytes) -> None:
    """Garbage is read as nothing, whichever content type it comes with."""
    for headers in (AWS_TYPE, LINES_TYPE, ()):
        assert read(body, headers).reply.tool_calls == ()


@given(st.data(), st.sampled_from([framed, lines]))
def test_a_stream_cut_anywhere_is_read_as_far_as_it_came(
    data: st.DataObject, write: Callable[[Events], bytes]
) -> None:
    """Cut at any byte it does not raise and has no more than was sent."""
    whole = write(FULL)
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]
    reading = read(cut, AWS_TYPE if write is framed else LINES_TYPE)
    names = [name for name, _ in FULL]
    assert [event.name for event in reading.events] == names[: len(reading.events)]
    assert reading.reply.complete is ("messageStop" in names[: len(reading.events)])
